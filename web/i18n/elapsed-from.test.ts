import { expect, test } from 'vitest'
import { elapsedFrom } from './elapsed-from.ts'

const now = new Date('2026-03-01T10:00:00Z')

test.each(['2026-03-01T10:00:30Z', '2026-03-01T10:00:00Z', '2026-03-01T09:59:01Z'])(
  'what happened at %s is shown as now: newer than the clock of the page, or less than a minute ago',
  (instant) => {
    expect(elapsedFrom(new Date(instant), now)).toBe(now)
  },
)

test('what is a minute old has its time', () => {
  const instant = new Date('2026-03-01T09:59:00Z')
  expect(elapsedFrom(instant, now)).toBe(instant)
})
