import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Chat, LastMessage } from '#contract/chat/schemas.ts'
import { isCaughtUp } from '#web/api/realtime/current-connection.ts'
import {
  patchDeleted,
  patchLastMessage,
  patchPresence,
  patchReceipt,
  patchOpened,
  patchUnread,
  refetchChats,
  removeChat,
} from './chats-cache.ts'
import { conversationWithQuery } from '#web/features/chat/conversation/conversation-queries.ts'
import { allChatsKey, chatsQuery, olderChatsQuery } from '#web/features/chat/queries.ts'
import { openConversation } from '#web/features/chat/conversation/test-conversation.ts'

vi.mock('#web/api/realtime/current-connection.ts', () => ({ isCaughtUp: vi.fn<() => boolean>(() => false) }))

const first = chatsQuery().queryKey
const second = olderChatsQuery('key').queryKey
const filtered = ['/api/chats', { query: { filter: 'unread' } }] as const
const totals = { messages: 30, unread_messages: 2, new_likes: 1, last_opened: null }
let client: QueryClient

beforeEach(() => {
  vi.mocked(isCaughtUp).mockReturnValue(false)
  client = new QueryClient()
  client.setQueryData(first, { chats: [chat('a'), chat('b', { num_unread_messages: 2 })], totals, next: 'key' })
  client.setQueryData(second, { chats: [chat('c')], totals, next: null })
})

function chat(id: string, rest: Partial<Chat> = {}): Chat {
  return {
    conversation: { id },
    // The cache reads nothing else of a member in the list.
    profile: { id: `partner of ${id}`, name: id } as Chat['profile'],
    num_unread_messages: 0,
    last_message: last(5),
    ...rest,
  }
}

function last(seq: number, rest: Partial<LastMessage> = {}): LastMessage {
  return {
    seq,
    kind: 'text',
    preview: `text ${seq}`,
    isMine: true,
    sentAt: '2026-03-01T10:00:00Z',
    status: 'sent',
    ...rest,
  }
}

const received = (conversationId: string, seq: number) => ({
  conversationId,
  partnerId: `partner of ${conversationId}`,
  last: last(seq, { isMine: false }),
  unread: 1,
  totals: { messages: 31, unread_messages: 3 },
})

const listOf = (key: readonly unknown[]) => client.getQueryData<{ chats: Chat[]; totals: typeof totals }>(key)
const idsOf = (key: readonly unknown[]) => listOf(key)?.chats.map(({ conversation }) => conversation.id)
const rowOf = (id: string) =>
  [first, second].flatMap((key) => listOf(key)?.chats ?? []).find(({ conversation }) => conversation.id === id)
const invalidated = () => client.getQueryState(first)?.isInvalidated

test('a partner who comes online is online in the row, and no one else is', () => {
  patchPresence(client, { profileId: 'partner of b', isOnline: true })
  expect([rowOf('a')?.profile.isOnline, rowOf('b')?.profile.isOnline]).toEqual([undefined, true])
  patchPresence(client, { profileId: 'partner of b', isOnline: false })
  expect(rowOf('b')?.profile.isOnline).toBe(false)
})

describe('a deleted conversation', () => {
  test('is removed from the page that lists it', () => {
    removeChat(client, 'c')
    expect([idsOf(first), idsOf(second)]).toEqual([['a', 'b'], []])
  })

  test('that is unknown removes nothing', () => {
    removeChat(client, 'x')
    expect(idsOf(first)).toEqual(['a', 'b'])
  })

  test('does not load a list that was never loaded', () => {
    const empty = new QueryClient()
    removeChat(empty, 'a')
    expect(empty.getQueryData(first)).toBeUndefined()
  })
})

describe('a new message', () => {
  test('moves its row to the top, with what is unread', () => {
    patchLastMessage(client, received('b', 6))
    expect(idsOf(first)).toEqual(['b', 'a'])
    expect(rowOf('b')).toMatchObject({ num_unread_messages: 1, last_message: { seq: 6, preview: 'text 6' } })
    expect(invalidated()).toBe(false)
  })

  test('moves a row of a later page to the first one', () => {
    patchLastMessage(client, received('c', 6))
    expect([idsOf(first), idsOf(second)]).toEqual([['c', 'a', 'b'], []])
  })

  test('changes a row of a filtered list in its place', () => {
    client.setQueryData(filtered, { chats: [chat('b'), chat('c')], totals, next: null })
    patchLastMessage(client, received('c', 6))
    expect(idsOf(filtered)).toEqual(['b', 'c'])
    expect(listOf(filtered)?.chats[1]?.last_message.seq).toBe(6)
  })

  test('of a match leaves what was written last, and fetches the list', () => {
    const written = rowOf('b')?.last_message
    const match = received('b', 6)
    patchLastMessage(client, { ...match, last: { ...match.last, kind: 'system', preview: 'match' } })
    expect(rowOf('b')?.last_message).toEqual(written)
    expect(rowOf('b')?.profile.isMatch).toBe(true)
    expect(invalidated()).toBe(true)
  })

  test('of a match that is applied again fetches the list only if what was fetched since lacks it', () => {
    const match = received('b', 6)
    const notice = { ...match, last: { ...match.last, kind: 'system' as const, preview: 'match' } }
    patchLastMessage(client, notice)
    const invalidate = vi.spyOn(client, 'invalidateQueries')
    patchLastMessage(client, { ...notice, isRepeated: true })
    expect(invalidate).not.toHaveBeenCalled()
    client.setQueryData(first, { chats: [chat('b')], totals, next: null })
    patchLastMessage(client, { ...notice, isRepeated: true })
    expect(invalidate).toHaveBeenCalledWith({ queryKey: allChatsKey })
  })

  test('sets the counts of every page and leaves the likes', () => {
    patchLastMessage(client, received('b', 6))
    for (const key of [first, second]) {
      expect(listOf(key)?.totals).toEqual({ messages: 31, unread_messages: 3, new_likes: 1, last_opened: null })
    }
  })

  test('of a conversation that is open gets a row from it', () => {
    const partner = { id: 'partner of d', name: 'Dan' } as Chat['profile']
    client.setQueryData(
      conversationWithQuery('partner of d').queryKey,
      openConversation({ id: null, profile: partner }),
    )
    patchLastMessage(client, received('d', 1))
    expect(idsOf(first)).toEqual(['d', 'a', 'b'])
    expect(rowOf('d')?.profile).toEqual(partner)
    expect(invalidated()).toBe(false)
  })

  test('of an unknown member has the list fetched', () => {
    patchLastMessage(client, received('d', 1))
    expect(invalidated()).toBe(true)
  })

  test('that the list is ahead of changes no row', () => {
    patchLastMessage(client, received('b', 4))
    expect(idsOf(first)).toEqual(['a', 'b'])
    expect(rowOf('b')).toMatchObject({ num_unread_messages: 2, last_message: { seq: 5 } })
  })

  test('that was read before its reply came stays read', () => {
    const read = chat('a', { last_message: last(6, { status: 'read' }) })
    client.setQueryData(first, { chats: [read], totals, next: null })
    patchLastMessage(client, { conversationId: 'a', partnerId: 'partner of a', last: last(6) })
    expect(rowOf('a')?.last_message.status).toBe('read')
  })

  test('does not load a list that was never loaded', () => {
    const empty = new QueryClient()
    const invalidate = vi.spyOn(empty, 'invalidateQueries')
    patchLastMessage(empty, received('a', 6))
    expect(invalidate).not.toHaveBeenCalled()
    expect(empty.getQueryData(first)).toBeUndefined()
  })
})

describe('counts that are older than those known, because an event of another node was faster', () => {
  const invalidates = () => vi.spyOn(client, 'invalidateQueries')

  test('of a message are fetched, not shown', () => {
    patchLastMessage(client, { ...received('b', 6), totals: { messages: 32, unread_messages: 4 } })
    const invalidate = invalidates()
    patchLastMessage(client, received('a', 6))
    expect(listOf(first)?.totals).toMatchObject({ messages: 32, unread_messages: 4 })
    expect(invalidate).toHaveBeenCalledWith({ queryKey: allChatsKey })
    expect(rowOf('a')?.last_message.seq).toBe(6)
  })

  test('of a receipt are fetched, and what is left to read stays', () => {
    patchLastMessage(client, { ...received('b', 6), unread: 1 })
    const invalidate = invalidates()
    const unread = { conversation: 0, totals: { messages: 30, unread_messages: 0 } }
    patchReceipt(client, { conversationId: 'b', profileId: 'me', deliveredSeq: 5, readSeq: 5, unread })
    expect(listOf(first)?.totals.unread_messages).toBe(3)
    expect(rowOf('b')?.num_unread_messages).toBe(1)
    expect(invalidate).toHaveBeenCalledWith({ queryKey: allChatsKey })
  })

  test('of the same messages have more unread: what is read stays read', () => {
    const receipt = { conversationId: 'b', profileId: 'me', deliveredSeq: 5 }
    const left = (count: number) => ({ conversation: count, totals: { messages: 30, unread_messages: count } })
    patchReceipt(client, { ...receipt, readSeq: 5, unread: left(0) })
    const invalidate = invalidates()
    patchReceipt(client, { ...receipt, readSeq: 4, unread: left(1) })
    expect([rowOf('b')?.num_unread_messages, listOf(first)?.totals.unread_messages]).toEqual([0, 0])
    expect(invalidate).toHaveBeenCalledWith({ queryKey: allChatsKey })
  })

  test('cause no second fetch when an event is applied again after a fetch, which is newer', () => {
    client.setQueryData(first, { chats: [chat('b')], totals: { ...totals, messages: 40 }, next: null })
    const invalidate = invalidates()
    patchLastMessage(client, { ...received('b', 6), isRepeated: true })
    expect(listOf(first)?.totals.messages).toBe(40)
    expect(rowOf('b')?.num_unread_messages).toBe(0)
    expect(invalidate).not.toHaveBeenCalled()
  })
})

describe('a receipt', () => {
  const receipt = { conversationId: 'a', profileId: 'partner of a', deliveredSeq: 5, readSeq: 4, unread: null }

  test('of the partner shows how far the last message came', () => {
    patchReceipt(client, receipt)
    expect(rowOf('a')?.last_message.status).toBe('delivered')
    patchReceipt(client, { ...receipt, readSeq: 5 })
    expect(rowOf('a')?.last_message.status).toBe('read')
  })

  test('that comes late takes nothing back', () => {
    patchReceipt(client, { ...receipt, readSeq: 5 })
    patchReceipt(client, { ...receipt, deliveredSeq: 3, readSeq: 3 })
    expect(rowOf('a')?.last_message.status).toBe('read')
  })

  test('of the viewer’s other device shows what is left to read', () => {
    const unread = { conversation: 1, totals: { messages: 30, unread_messages: 1 } }
    patchReceipt(client, { ...receipt, conversationId: 'b', profileId: 'me', unread })
    expect(rowOf('b')?.num_unread_messages).toBe(1)
    expect(listOf(first)?.totals).toEqual({ messages: 30, unread_messages: 1, new_likes: 1, last_opened: null })
  })

  test('about a message of the partner changes no status', () => {
    client.setQueryData(first, { chats: [chat('a', { last_message: last(5, { isMine: false }) })], totals, next: null })
    patchReceipt(client, { ...receipt, readSeq: 5 })
    expect(rowOf('a')?.last_message.status).toBe('sent')
  })
})

describe('reading on this device', () => {
  test('lowers the counts of the conversation and of all', () => {
    patchUnread(client, { conversationId: 'b', seq: 5, unread: 0 })
    expect(rowOf('b')?.num_unread_messages).toBe(0)
    expect(listOf(first)?.totals.unread_messages).toBe(0)
  })

  test('twice lowers them once', () => {
    patchUnread(client, { conversationId: 'b', seq: 4, unread: 1 })
    patchUnread(client, { conversationId: 'b', seq: 4, unread: 1 })
    expect(listOf(first)?.totals.unread_messages).toBe(1)
  })

  test('leaves a message unread that arrived before the reply, and that the reply does not count', () => {
    vi.mocked(isCaughtUp).mockReturnValue(true)
    patchLastMessage(client, received('b', 6))
    patchUnread(client, { conversationId: 'b', seq: 5, unread: 0 })
    expect(rowOf('b')?.num_unread_messages).toBe(1)
    expect(listOf(first)?.totals.unread_messages).toBe(3)
  })
})

test('opening a conversation ends its count, and notes it as the last one that was opened', () => {
  const at = '2026-01-05T10:00:00.000Z'
  patchOpened(client, { conversationId: 'b', profileId: 'partner of b', seq: 5, at })
  expect(rowOf('b')?.num_unread_messages).toBe(0)
  expect(listOf(first)?.totals).toMatchObject({ unread_messages: 0, last_opened: { profile: 'partner of b', at } })
})

describe('a message that was deleted for both', () => {
  test('leaves no text in its row', () => {
    patchDeleted(client, { conversationId: 'a', seq: 5 })
    expect(rowOf('a')?.last_message).toMatchObject({ kind: 'deleted', preview: '' })
  })

  test('changes no row if a later one is the last', () => {
    patchDeleted(client, { conversationId: 'a', seq: 4 })
    expect(rowOf('a')?.last_message).toEqual(last(5))
  })
})

test('every page of the list is refetched', async () => {
  await refetchChats(client)
  expect([first, second].map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true])
})
