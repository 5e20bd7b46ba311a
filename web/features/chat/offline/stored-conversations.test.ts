import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { chatStore, clearChatStore } from './chat-store.ts'
import type { OpenConversation } from '#web/features/chat/conversation/conversation-merge.ts'
import { fetchedOrStored } from '#web/features/chat/conversation/conversation-queries.ts'
import {
  forgetConversation,
  keepConversation,
  readConversation,
  storeConversation,
  storeNow,
} from './stored-conversations.ts'
import { openConversation, seqsOf } from '#web/features/chat/conversation/test-conversation.ts'

const browserStorage = new Map<string, string>()

beforeEach(() => {
  vi.useFakeTimers()
  browserStorage.clear()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => browserStorage.get(name) ?? null,
  })
})
afterEach(async () => {
  await vi.runAllTimersAsync()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  await clearChatStore()
})

function conversationWith(profileId: string, seqs = [1]) {
  const profile = { id: profileId, name: profileId, isOnline: false } as OpenConversation['conversation']['profile']
  return openConversation({ id: `with ${profileId}`, profile, seqs })
}

test('a conversation is found by its own id and by the partner’s', async () => {
  const open = conversationWith('ana')
  await storeConversation('me', open)
  expect(await readConversation('me', { conversationId: 'with ana' })).toEqual(open)
  expect(await readConversation('me', { profileId: 'ana' })).toEqual(open)
  expect(await readConversation('me', { profileId: 'ben' })).toBeNull()
})

test('a kept conversation does not say that the partner is online', async () => {
  const open = conversationWith('ana')
  const { conversation } = open
  const visible = { ...conversation, lastSeen: 'online' as const, profile: { ...conversation.profile, isOnline: true } }
  await storeConversation('me', { ...open, conversation: visible })
  expect(await readConversation('me', { profileId: 'ana' })).toEqual(open)
})

test('a conversation is kept for its reader only', async () => {
  await storeConversation('me', conversationWith('ana'))
  expect(await readConversation('other', { profileId: 'ana' })).toBeNull()
})

test('a conversation that the member deleted is deleted, and the others are not', async () => {
  for (const name of ['ana', 'ben', 'cleo']) await storeConversation('me', conversationWith(name))
  await forgetConversation('me', { conversationId: 'with ana' })
  await forgetConversation('me', { profileId: 'ben' })
  const stored = await Promise.all(['ana', 'ben', 'cleo'].map((profileId) => readConversation('me', { profileId })))
  expect(stored.map((open) => open?.conversation.profile.id)).toEqual([undefined, undefined, 'cleo'])
})

test.each([
  ['moderation.blocked', 403, false],
  ['profiles.not_found', 404, false],
  ['request.failed', 500, true],
  ['authentication_required', 403, true],
] as const)('after the reply %s (%i) the conversation is still stored: %s', async (code, status, isStored) => {
  await storeConversation('me', conversationWith('ana'))
  const client = new QueryClient()
  // The query reads nothing else of the user.
  client.setQueryData(userQuery().queryKey, { user: { profile: { id: 'me' } } } as never)
  const fetch = () => Promise.reject(new ApiError(status, { code }))
  await expect(fetchedOrStored({ client }, { fetch, ids: { profileId: 'ana' } })).rejects.toThrow(code)
  expect((await readConversation('me', { profileId: 'ana' })) !== null).toBe(isStored)
})

test('of a long history the latest messages are kept, and there are more', async () => {
  const seqs = Array.from({ length: 250 }, (_, index) => index + 1)
  await storeConversation('me', conversationWith('ana', seqs))
  const stored = await readConversation('me', { profileId: 'ana' })
  expect([seqsOf(stored ?? undefined)?.[0], stored?.messages.length, stored?.hasMore]).toEqual([151, 100, true])
})

test('of many conversations those that were read last are kept', async () => {
  for (let index = 0; index <= 100; index += 1) {
    vi.setSystemTime(index * 1000)
    await storeConversation('me', conversationWith(`member ${index}`))
  }
  expect(await readConversation('me', { profileId: 'member 0' })).toBeNull()
  expect(await readConversation('me', { profileId: 'member 1' })).not.toBeNull()
  expect(await chatStore('me').list('conversation')).toHaveLength(100)
})

test('what an earlier version of the site stored is not shown', async () => {
  await chatStore('me').write('conversation', 'ana', { version: 0, open: conversationWith('ana') })
  expect(await readConversation('me', { profileId: 'ana' })).toBeNull()
})

test('an open conversation is stored at once, its changes at most every two seconds', async () => {
  for (const readSeq of [1, 2, 3]) keepConversation('me', readUpTo('ana', readSeq))
  await vi.advanceTimersByTimeAsync(1999)
  expect(await storedReadSeq('ana')).toEqual(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await storedReadSeq('ana')).toEqual(3)
})

test('a new message is stored at once', async () => {
  keepConversation('me', conversationWith('ana', [1]))
  keepConversation('me', conversationWith('ana', [1, 2]))
  await vi.advanceTimersByTimeAsync(0)
  expect(seqsOf((await readConversation('me', { profileId: 'ana' })) ?? undefined)).toEqual([1, 2])
})

test('what waits is stored when another conversation is opened, and when the page is hidden', async () => {
  for (const name of ['ana', 'ben']) {
    for (const readSeq of [1, 2]) keepConversation('me', readUpTo(name, readSeq))
  }
  await vi.advanceTimersByTimeAsync(0)
  expect([await storedReadSeq('ana'), await storedReadSeq('ben')]).toEqual([2, 1])
  storeNow()
  await vi.advanceTimersByTimeAsync(0)
  expect(await storedReadSeq('ben')).toBe(2)
})

test('a conversation that is deleted while it waits to be stored does not come back', async () => {
  for (const readSeq of [1, 2]) keepConversation('me', readUpTo('ana', readSeq))
  await forgetConversation('me', { conversationId: 'with ana' })
  storeNow()
  await vi.advanceTimersByTimeAsync(5000)
  expect(await storedReadSeq('ana')).toBeUndefined()
})

test('what waits is still stored when another conversation is deleted', async () => {
  await storeConversation('me', conversationWith('ben'))
  for (const readSeq of [1, 2]) keepConversation('me', readUpTo('ana', readSeq))
  await forgetConversation('me', { conversationId: 'with ben' })
  storeNow()
  await vi.advanceTimersByTimeAsync(0)
  expect([await storedReadSeq('ana'), await storedReadSeq('ben')]).toEqual([2, undefined])
})

test('after a log-out nothing is stored any more', async () => {
  for (const readSeq of [1, 2]) keepConversation('me', readUpTo('ana', readSeq))
  await vi.advanceTimersByTimeAsync(0)
  browserStorage.set('session-ended', '1')
  await clearChatStore()
  storeNow()
  await vi.advanceTimersByTimeAsync(5000)
  expect(await storedReadSeq('ana')).toBeUndefined()
})

function readUpTo(name: string, readSeq: number) {
  const open = conversationWith(name)
  return { ...open, conversation: { ...open.conversation, readSeq } }
}

async function storedReadSeq(profileId: string) {
  return (await readConversation('me', { profileId }))?.conversation.readSeq
}
