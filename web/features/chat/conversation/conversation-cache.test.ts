import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Chat, Message } from '#contract/chat/schemas.ts'
import { addMessage, applyDespiteFetches, refetchConversations, updateConversation } from './conversation-cache.ts'
import type { OpenConversation } from './conversation-merge.ts'
import { conversationQuery, conversationWithQuery } from './conversation-queries.ts'
import { chatsQuery } from '#web/features/chat/queries.ts'
import { chatHandlers } from '#web/features/chat/realtime/realtime.ts'
import { openConversation as open, seqsOf, testMessage as message } from './test-conversation.ts'

const byId = conversationQuery('c').queryKey
const byPartner = conversationWithQuery('ana').queryKey
let client: QueryClient

beforeEach(() => {
  client = new QueryClient()
})

describe('a change', () => {
  test('reaches the conversation under its own id and under the partner’s', () => {
    client.setQueryData(byId, open({ seqs: [1] }))
    client.setQueryData(byPartner, open({ seqs: [1] }))
    updateConversation(client, 'c', (known) => ({ ...known, hasMore: true }))
    expect([client.getQueryData(byId)?.hasMore, client.getQueryData(byPartner)?.hasMore]).toEqual([true, true])
  })

  test('leaves other conversations as they are', () => {
    const other = open({ id: 'd' })
    client.setQueryData(conversationQuery('d').queryKey, other)
    updateConversation(client, 'c', (known) => ({ ...known, hasMore: true }))
    expect(client.getQueryData(conversationQuery('d').queryKey)).toBe(other)
  })

  test('does not create a conversation that is not cached', () => {
    updateConversation(client, 'c', (known) => known)
    expect(client.getQueryCache().getAll()).toEqual([])
  })

  test('is applied again after a pending fetch', async () => {
    const reply = Promise.withResolvers<OpenConversation>()
    const loaded = client.query({ ...conversationQuery('c'), queryFn: () => reply.promise })
    const apply = vi.fn<() => void>()
    applyDespiteFetches(client, apply)
    expect(apply).toHaveBeenCalledTimes(1)
    reply.resolve(open())
    await loaded
    await vi.waitFor(() => expect(apply).toHaveBeenCalledTimes(2))
  })

  test('is applied once if the pending fetch fails', async () => {
    const reply = Promise.withResolvers<OpenConversation>()
    const loaded = client.query({ ...conversationQuery('c'), queryFn: () => reply.promise, retry: false })
    const apply = vi.fn<() => void>()
    applyDespiteFetches(client, apply)
    reply.reject(new Error('lost'))
    await expect(loaded).rejects.toThrow('lost')
    expect(apply).toHaveBeenCalledTimes(1)
  })
})

describe('a new message', () => {
  test('is appended without a fetch if it is the next one', () => {
    const invalidate = vi.spyOn(client, 'invalidateQueries')
    client.setQueryData(byId, open({ seqs: [1] }))
    addMessage(client, 'ana', message(2))
    expect(seqsOf(client.getQueryData(byId))).toEqual([1, 2])
    expect(invalidate).not.toHaveBeenCalled()
  })

  test('after a gap causes a fetch', () => {
    const invalidate = vi.spyOn(client, 'invalidateQueries')
    client.setQueryData(byId, open({ seqs: [1] }))
    addMessage(client, 'ana', message(3))
    expect(invalidate).toHaveBeenCalledWith({ queryKey: byId, exact: true })
  })

  test('that starts the conversation with a partner causes a fetch', () => {
    const invalidate = vi.spyOn(client, 'invalidateQueries')
    client.setQueryData(byPartner, open({ id: null }))
    addMessage(client, 'ana', message(1))
    expect(invalidate).toHaveBeenCalled()
  })

  test('of another conversation changes nothing', () => {
    client.setQueryData(byId, open({ seqs: [1] }))
    addMessage(client, 'ben', message(2, { conversationId: 'd', senderId: 'ben' }))
    expect(seqsOf(client.getQueryData(byId))).toEqual([1])
  })
})

test('refetching drops conversations that are not on the screen and marks the others as stale', () => {
  client.setQueryData(byId, open())
  client.setQueryData(conversationQuery('d').queryKey, open({ id: 'd' }))
  const queryFn = vi.fn<() => Promise<OpenConversation>>(() => new Promise(() => {}))
  const observer = new QueryObserver(client, { ...conversationQuery('c'), queryFn, staleTime: Infinity })
  const stop = observer.subscribe(() => {})
  refetchConversations(client)
  expect(client.getQueryData(byId)).toBeDefined()
  expect(client.getQueryData(conversationQuery('d').queryKey)).toBeUndefined()
  expect(queryFn).toHaveBeenCalledOnce()
  stop()
})

function messageEvent(sent: Message) {
  return {
    type: 'message' as const,
    message: sent,
    partnerId: 'ana',
    last: {
      seq: sent.seq,
      kind: 'text' as const,
      preview: 'hello',
      isMine: false,
      sentAt: sent.sentAt,
      status: 'sent' as const,
    },
    unread: 1,
    totals: { messages: 1, unread_messages: 1 },
    credits: null,
  }
}

describe('a realtime event', () => {
  test('with a message is not lost while the conversation is being fetched', async () => {
    const reply = Promise.withResolvers<OpenConversation>()
    const loaded = client.query({ ...conversationQuery('c'), queryFn: () => reply.promise })
    chatHandlers.message?.(messageEvent(message(2)), client)
    reply.resolve(open({ seqs: [1] }))
    await loaded
    await vi.waitFor(() => expect(seqsOf(client.getQueryData(byId))).toEqual([1, 2]))
  })

  test('with a message refetches the conversation list', () => {
    client.setQueryData(chatsQuery().queryKey, { chats: [], totals: totals(), next: null })
    chatHandlers.message?.(messageEvent(message(1)), client)
    expect(client.getQueryState(chatsQuery().queryKey)?.isInvalidated).toBe(true)
  })

  test.each([
    ['ana', { readSeq: 0, partnerReadSeq: 2 }],
    ['me', { readSeq: 2, partnerReadSeq: 0 }],
  ])('with a receipt moves the read position of the reader: %s', (profileId, expected) => {
    client.setQueryData(byId, open({ seqs: [1, 2] }))
    const receipt = { conversationId: 'c', profileId, deliveredSeq: 2, readSeq: 2, unread: null }
    chatHandlers.receipt?.({ type: 'receipt', ...receipt }, client)
    expect(client.getQueryData(byId)?.conversation).toMatchObject(expected)
  })

  test.each([
    ['began', { isLiked: true, likesMe: true }, null, false],
    ['ended', { isLiked: true, likesMe: false }, '2026-11-01T12:00:00Z', false],
    ['stayed', { isLiked: true, likesMe: true }, '2026-11-01T12:00:00Z', true],
    ['was never one', { isLiked: false, likesMe: true }, null, true],
  ])('after which a match %s keeps the price of a conversation only if it still holds', (_, like, matchedAt, stays) => {
    client.setQueryData(byId, open({ matchedAt }))
    client.setQueryData(byPartner, open({ matchedAt }))
    const likes = [{ profileId: 'ana', isNew: false, ...like }]
    chatHandlers['like.changed']?.({ type: 'like.changed', newLikes: 0, likes }, client)
    expect([byId, byPartner].map((key) => client.getQueryData(key) !== undefined)).toEqual([stays, stays])
  })

  test.each([
    [true, false, true],
    [false, true, true],
    [true, true, false],
  ])('after which isMatch is %s fetches a list again that has %s: %s', (likesMe, isMatch, isFetched) => {
    // The handler reads nothing else of a row.
    const chat = { profile: { ...open().conversation.profile, isMatch } } as Chat
    client.setQueryData(chatsQuery().queryKey, { chats: [chat], totals: totals(), next: null })
    const likes = [{ profileId: 'ana', isNew: false, isLiked: true, likesMe }]
    chatHandlers['like.changed']?.({ type: 'like.changed', newLikes: 0, likes }, client)
    expect(client.getQueryState(chatsQuery().queryKey)?.isInvalidated).toBe(isFetched)
  })

  test.each([
    [true, 0, false],
    [true, null, true],
    [false, null, false],
    [false, 2, true],
  ])('after which premium is %s keeps a conversation of which %s can be started only if that holds', (...row) => {
    const [isPremium, startsLeft, stays] = row
    client.setQueryData(byPartner, open({ id: null, startsLeft }))
    chatHandlers['credits.changed']?.({ type: 'credits.changed', credits: 5, isPremium }, client)
    expect(client.getQueryData(byPartner) !== undefined).toBe(stays)
  })

  test('that the list has changed drops conversations that are not on the screen', () => {
    client.setQueryData(byId, open())
    chatHandlers['chats.changed']?.({ type: 'chats.changed' }, client)
    expect(client.getQueryData(byId)).toBeUndefined()
  })

  test('that events may have been missed refetches the list and the conversations', () => {
    client.setQueryData(chatsQuery().queryKey, { chats: [], totals: totals(), next: null })
    client.setQueryData(byId, open())
    chatHandlers.reset?.(client)
    expect(client.getQueryState(chatsQuery().queryKey)?.isInvalidated).toBe(true)
    expect(client.getQueryData(byId)).toBeUndefined()
  })
})

function totals() {
  return { messages: 0, unread_messages: 0, new_likes: 0, last_opened: null }
}
