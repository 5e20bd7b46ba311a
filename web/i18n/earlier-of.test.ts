import { expect, test } from 'vitest'
import { earlierOf } from './earlier-of.ts'

test('a message that is newer than the clock of the page is shown as sent now', () => {
  const [tick, sentAt] = [new Date('2026-03-01T10:00:00Z'), new Date('2026-03-01T10:00:30Z')]
  expect(earlierOf(sentAt, tick)).toBe(tick)
  expect(earlierOf(tick, sentAt)).toBe(tick)
})
