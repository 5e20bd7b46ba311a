import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SECOND } from '#contract/time.ts'
import type { onGreeting, sendToServer } from '#web/api/realtime/realtime.ts'
import { chatsQuery } from '#web/features/chat/queries.ts'
import type * as Received from './received.ts'

const connection = vi.hoisted(() => ({ isOpen: true, greet: () => {}, send: vi.fn<typeof sendToServer>() }))
vi.mock('#web/api/realtime/realtime.ts', () => ({
  sendToServer: (message: Parameters<typeof sendToServer>[0]) => {
    if (connection.isOpen) connection.send(message)
    return connection.isOpen
  },
  onGreeting: (listener: Parameters<typeof onGreeting>[0]) => {
    connection.greet = listener
  },
}))

const sent = () => connection.send.mock.calls.map(([message]) => message)

let reportReceived: typeof Received.reportReceived
let reportReceivedInLists: typeof Received.reportReceivedInLists

beforeEach(async () => {
  // As a new tab.
  vi.resetModules()
  ;({ reportReceived, reportReceivedInLists } = await import('./received.ts'))
  vi.useFakeTimers()
  connection.isOpen = true
})
afterEach(() => {
  vi.useRealTimers()
  connection.send.mockClear()
})

test('messages of a conversation that arrive together are reported once, by the highest number', () => {
  for (const seq of [4, 6, 5]) reportReceived('a', seq)
  expect(sent()).toEqual([])
  vi.runAllTimers()
  expect(sent()).toEqual([{ type: 'received', conversationId: 'a', seq: 6 }])
})

test('many conversations are reported one after the other, below the rate that closes a socket', () => {
  for (let n = 1; n <= 25; n += 1) reportReceived(`c${n}`, n)
  vi.advanceTimersByTime(1000)
  expect(sent().length).toBeLessThan(5)
  vi.runAllTimers()
  expect(sent()).toHaveLength(25)
})

test('what a list brings is reported where something is unread, also before an own message', () => {
  const client = new QueryClient()
  const chat = (id: string, { unread, isMine }: { unread: number; isMine: boolean }) => ({
    conversation: { id },
    num_unread_messages: unread,
    last_message: { seq: 7, isMine },
  })
  client.setQueryData<unknown>(chatsQuery().queryKey, {
    chats: [
      chat('unread', { unread: 1, isMine: false }),
      chat('read', { unread: 0, isMine: false }),
      chat('answered', { unread: 1, isMine: true }),
      chat('mine', { unread: 0, isMine: true }),
    ],
  })
  reportReceivedInLists(client)
  vi.runAllTimers()
  expect(sent()).toEqual(['unread', 'answered'].map((conversationId) => ({ type: 'received', conversationId, seq: 7 })))
})

test('what arrives shortly before a loss of the connection is reported after the next greeting', () => {
  reportReceived('a', 1)
  connection.isOpen = false
  vi.runAllTimers()
  reportReceived('b', 2)
  vi.runAllTimers()
  expect(sent()).toEqual([])
  connection.isOpen = true
  connection.greet()
  vi.runAllTimers()
  expect(sent()).toEqual([
    { type: 'received', conversationId: 'a', seq: 1 },
    { type: 'received', conversationId: 'b', seq: 2 },
  ])
})

test('what was sent shortly before a new connection is sent again, as the last one may have been dead already', () => {
  reportReceived('old', 1)
  vi.advanceTimersByTime(60 * SECOND)
  reportReceived('a', 1)
  vi.advanceTimersByTime(1 * SECOND)
  connection.send.mockClear()
  reportReceived('a', 2)
  connection.greet()
  vi.advanceTimersByTime(1 * SECOND)
  expect(sent()).toEqual([{ type: 'received', conversationId: 'a', seq: 2 }])
})
