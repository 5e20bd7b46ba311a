import { expect, test } from 'vitest'
import { AnnouncedMessages } from './announced-messages.ts'

const message = (conversationId: string, seq: number) => ({ conversationId, seq })

test('a message is new once, however often its sender sends it again', () => {
  const announced = new AnnouncedMessages()
  expect(announced.add(message('c1', 4))).toBe(true)
  expect(announced.add(message('c1', 4))).toBe(false)
  expect(announced.add(message('c1', 5))).toBe(true)
  expect(announced.add(message('c1', 4))).toBe(false)
})

test('each conversation has its own numbers', () => {
  const announced = new AnnouncedMessages()
  expect(announced.add(message('c1', 4))).toBe(true)
  expect(announced.add(message('c2', 2))).toBe(true)
})
