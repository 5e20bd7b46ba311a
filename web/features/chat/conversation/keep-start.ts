import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/accounts/schemas.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { newMatchesQuery } from '#web/features/likes/queries.ts'
import { settingsQuery } from '#web/features/settings/queries.ts'
import { whenIdle } from '#web/ui/when-idle.ts'
import { refetchStored } from './conversation-queries.ts'
import { chatsQuery } from '#web/features/chat/queries.ts'
import { showsStored, storedKey } from '#web/features/chat/offline/stored-key.ts'
import { isStoredList, placeOf, storedDataOf } from '#web/features/chat/offline/stored-lists.ts'
import { storeStart, type StartEntry } from '#web/features/chat/offline/stored-start.ts'

const started = new WeakSet<QueryClient>()

/** Stores what pages start with offline, now and after every change, until the tab is closed. */
export function keepStart(client: QueryClient) {
  if (started.has(client)) return
  started.add(client)
  const chatsHash = hashKey(chatsQuery().queryKey)
  const others = [userQuery(), newMatchesQuery()]
  const hashes = new Set([chatsHash, ...others.map(({ queryKey }) => hashKey(queryKey))])
  let isDue = false
  function store() {
    if (isDue) return
    isDue = true
    whenIdle(() => {
      isDue = false
      void storeNow(client)
    })
  }
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if (!hashes.has(event.query.queryHash) && !isStoredList(event.query.queryKey)) return
    store()
    // The site has replied.
    const isFetched = event.query.queryHash === chatsHash && event.action.manual !== true
    if (!isFetched || !client.getQueryData(storedKey)) return
    refetchStored(client)
    showsStored(client, false)
  })
  store()
}

async function storeNow(client: QueryClient) {
  const user = client.getQueryData(userQuery().queryKey)?.user
  const settings = entryOf(client, settingsQuery().queryKey)
  if (!user || !settings) return
  const own: StartEntry = [userQuery().queryKey, { user: toOfflineUser(user) }, Date.now()]
  const ofChat = [chatsQuery(), newMatchesQuery()].map(({ queryKey }) => entryOf(client, queryKey))
  const entries = [settings, own, ...ofChat.filter((each) => each !== null), ...listsOf(client)]
  await storeStart(user.profile.id, entries.map(withoutPresence))
}

/** What has been loaded of the pages beside the chat, each list once: of several searches the last. */
function listsOf(client: QueryClient) {
  const queries = client
    .getQueryCache()
    .getAll()
    .filter(({ queryKey }) => isStoredList(queryKey))
    .toSorted((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt)
  const lists = new Map<string, StartEntry>()
  for (const { queryKey, state } of queries)
    if (state.data !== undefined)
      lists.set(placeOf(queryKey), [queryKey, storedDataOf(queryKey, state.data), state.dataUpdatedAt])
  return [...lists.values()]
}

/** A member without what the chat does not show. The reminder to confirm an address needs a connection. */
function toOfflineUser(user: User): User {
  return {
    ...user,
    status: 'active',
    email: '',
    pending_email: null,
    is_email_rejected: false,
    notifications_disabled: [],
  }
}

/** Who is online now is not known later. */
function withoutPresence([key, data, updatedAt]: StartEntry): StartEntry {
  const text = JSON.stringify(data, (name, value: unknown) => (name === 'isOnline' ? false : value))
  return [key, JSON.parse(text), updatedAt]
}

function entryOf(client: QueryClient, key: readonly unknown[]): StartEntry | null {
  const state = client.getQueryState(key)
  return state?.data === undefined ? null : [key, state.data, state.dataUpdatedAt]
}
