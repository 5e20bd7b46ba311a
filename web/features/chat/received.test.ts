import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendToServer } from '#web/api/realtime.ts'
import { chatsQuery } from './queries.ts'
import { reportReceived, reportReceivedInLists } from './received.ts'

vi.mock('#web/api/realtime.ts', () => ({ sendToServer: vi.fn<typeof sendToServer>() }))

const sent = () => vi.mocked(sendToServer).mock.calls.map(([message]) => message)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
  vi.mocked(sendToServer).mockClear()
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

test('what a list brings is reported where the partner wrote last and it is unread', () => {
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
      chat('mine', { unread: 1, isMine: true }),
    ],
  })
  reportReceivedInLists(client)
  vi.runAllTimers()
  expect(sent()).toEqual([{ type: 'received', conversationId: 'unread', seq: 7 }])
})
