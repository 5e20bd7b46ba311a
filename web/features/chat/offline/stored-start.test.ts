import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userQuery } from '#web/features/accounts/queries.ts'
import { settingsQuery } from '#web/features/settings/queries.ts'
import { chatStore, clearChatStore } from './chat-store.ts'
import { conversationQuery } from '#web/features/chat/conversation/conversation-queries.ts'
import { keepStart } from '#web/features/chat/conversation/keep-start.ts'
import { chatsQuery } from '#web/features/chat/queries.ts'
import { showsStored, storedKey } from './stored-key.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { likeListPagesQuery } from '#web/features/likes/queries.ts'
import { searchQuery } from '#web/features/search/queries.ts'
import { readStart, storeStart } from './stored-start.ts'
import { openConversation, seqsOf } from '#web/features/chat/conversation/test-conversation.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  vi.useRealTimers()
  await clearChatStore()
})

test('a device without anything stored starts with nothing', async () => {
  expect(await readStart()).toBeNull()
})

test('a device starts with what was stored last', async () => {
  await storeStart('ana', [[['/api/chats'], 'of Ana', 1]])
  vi.advanceTimersByTime(1000)
  await storeStart('ben', [[['/api/chats'], 'of Ben', 2]])
  expect(await readStart()).toMatchObject({ memberId: 'ben', entries: [[['/api/chats'], 'of Ben', 2]] })
})

test('what an earlier version stored in another form is not used', async () => {
  await chatStore('ana').write('start', '', { entries: [] })
  expect(await readStart()).toBeNull()
})

const member = {
  status: 'not_confirmed',
  email: 'ana@example.com',
  pending_email: 'other@example.com',
  is_email_rejected: true,
  notifications_disabled: ['likes'],
  credits: 3,
  profile: { id: 'ana', name: 'Ana' },
}

function startedClient() {
  const client = new QueryClient()
  client.setQueryData<unknown>(userQuery().queryKey, { user: member })
  client.setQueryData<unknown>(settingsQuery().queryKey, 'settings')
  client.setQueryData<unknown>(chatsQuery().queryKey, 'chats')
  keepStart(client)
  return client
}

const storedEntries = async () => (await readStart())?.entries.map(([, data]) => data)

test('the list, the settings and the member are stored, without address and switches, and after each change again', async () => {
  const client = startedClient()
  await vi.runAllTimersAsync()
  const own = {
    ...member,
    status: 'active',
    email: '',
    pending_email: null,
    is_email_rejected: false,
    notifications_disabled: [],
  }
  expect(await storedEntries()).toEqual(['settings', { user: own }, 'chats'])
  client.setQueryData<unknown>(chatsQuery().queryKey, 'newer chats')
  await vi.runAllTimersAsync()
  expect(await storedEntries()).toEqual(['settings', { user: own }, 'newer chats'])
})

test('the own profile is stored when it is loaded, and stays when a later page has not loaded it', async () => {
  const client = startedClient()
  await vi.runAllTimersAsync()
  client.setQueryData<unknown>(ownProfileQuery().queryKey, 'own profile')
  await vi.runAllTimersAsync()
  expect((await storedEntries())?.at(-1)).toBe('own profile')
  const later = startedClient()
  later.setQueryData<unknown>(chatsQuery().queryKey, 'newer chats')
  await vi.runAllTimersAsync()
  expect((await storedEntries())?.slice(2)).toEqual(['newer chats', 'own profile'])
})

test('what pages beside the chat show is stored, of several searches the last', async () => {
  const client = startedClient()
  client.removeQueries({ queryKey: chatsQuery().queryKey })
  client.setQueryData<unknown>(searchQuery({ page: 1 }).queryKey, 'a search')
  vi.advanceTimersByTime(1000)
  client.setQueryData<unknown>(searchQuery({ page: 1, country: 'NL' }).queryKey, 'another search')
  client.setQueryData<unknown>(likeListPagesQuery('sent').queryKey, { pages: ['1', '2'], pageParams: [null, 'x'] })
  await vi.runAllTimersAsync()
  const lists = ['another search', { pages: ['1'], pageParams: [null] }]
  expect((await storedEntries())?.slice(2)).toEqual(expect.arrayContaining(lists))
  expect(await storedEntries()).not.toContain('a search')
})

test('after a log-out nothing is stored', async () => {
  const client = startedClient()
  client.setQueryData(userQuery().queryKey, { user: null })
  await vi.runAllTimersAsync()
  expect(await readStart()).toBeNull()
})

test('a fetched list shows that the site replies, one from an event does not', async () => {
  const client = startedClient()
  showsStored(client, true)
  client.setQueryData<unknown>(chatsQuery().queryKey, 'newer chats')
  expect(client.getQueryData(storedKey)).toBe(true)
  await client.query({ queryKey: chatsQuery().queryKey, queryFn: async () => 'fetched' as never })
  expect(client.getQueryData(storedKey)).toBe(false)
})

test('once the site has replied with the list, a conversation that came from the device is fetched too', async () => {
  const client = startedClient()
  const query = conversationQuery('c')
  client.setQueryData(query.queryKey, openConversation({ seqs: [1] }))
  showsStored(client, true)
  const queryFn = async () => openConversation({ seqs: [1, 2] })
  const stop = new QueryObserver(client, { ...query, queryFn, staleTime: Infinity }).subscribe(() => {})
  await client.query({ queryKey: chatsQuery().queryKey, queryFn: async () => 'fetched' as never })
  await vi.runAllTimersAsync()
  expect(seqsOf(client.getQueryData(query.queryKey))).toEqual([1, 2])
  stop()
})
