import type { QueryClient } from '@tanstack/react-query'
import { logOut, type User } from '#contract/accounts.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { getSettings } from '#contract/settings.ts'
import { call } from '#web/api/call.ts'
import { userQuery } from './queries.ts'

/**
 * Makes the tab the member's after a log-in or sign-up: caches the member and discards what was fetched for a visitor.
 * The caller navigates to the next page (SHELL-15).
 */
export function startSession(client: QueryClient, user: User) {
  const [settingsPath] = apiQueryKey(getSettings)
  client.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => queryKey[0] !== settingsPath })
  client.setQueryData(userQuery().queryKey, { user })
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== settingsPath })
}

/** When a session last ended in this browser, so that a page in the back/forward cache notices it at once. */
const ENDED_AT = 'session-ended'

let isLoggingOut = false

/** Logs out and loads the home page as a new document, so that nothing of the member stays in the tab. */
export async function endSession(client: QueryClient) {
  if (isLoggingOut) return
  isLoggingOut = true
  // Calls in flight would get a 403 reply.
  await client.cancelQueries()
  try {
    await call(logOut, {})
  } catch {
    // The session has already ended or the server does not reply; the next page shows which.
  }
  leaveTo('/')
}

/**
 * Sends a call that ends the session on the server, such as the deletion of the account, and loads a page as a new document.
 * The end of the session, which the socket reports too, must not load the home page instead. A failed call changes nothing.
 */
export async function endSessionBy(send: () => Promise<unknown>, { path }: { path: string }) {
  isLoggingOut = true
  try {
    await send()
  } catch (error) {
    isLoggingOut = false
    throw error
  }
  leaveTo(path)
}

/** Loads a page as a new document, after removing what the member typed and chose but did not send. */
function leaveTo(path: string) {
  try {
    sessionStorage.clear()
    localStorage.setItem(ENDED_AT, String(Date.now()))
    localStorage.removeItem('first-message')
    localStorage.removeItem('unsent-messages')
    for (const name of ['photo-drafts', 'chat']) indexedDB.deleteDatabase(name)
  } catch {
    // Storage is switched off, so nothing was stored.
  }
  location.assign(path)
}

/** Logs out when the API requires a log-in, if the tab has a member (SHELL-14). */
export function endSessionIfLoggedIn(client: QueryClient) {
  if (client.getQueryData(userQuery().queryKey)?.user) void endSession(client)
}

/**
 * Reloads the page when the session becomes another member's or ends, which happens in another tab. A page that the browser restores
 * from its back/forward cache is shown as it was and fetches what is new, unless a session has ended in this browser
 * since: then it is hidden and reloaded. Nothing of one member is shown to another.
 */
export function reloadOnMemberChange(client: QueryClient) {
  const { queryKey } = userQuery()
  const memberId = () => client.getQueryData(queryKey)?.user?.profile.id
  let shownId = memberId()
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== queryKey[0] || memberId() === shownId) return
    // A log-out in this tab already loads the home page.
    if (shownId !== undefined && !isLoggingOut) location.reload()
    shownId = memberId()
  })
  const endedAt = readEndedAt()
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || shownId === undefined) return
    if (readEndedAt() === endedAt) return void client.invalidateQueries()
    document.documentElement.hidden = true
    location.reload()
  })
}

/** NaN, which equals nothing, where storage is switched off. */
function readEndedAt() {
  try {
    return localStorage.getItem(ENDED_AT)
  } catch {
    return Number.NaN
  }
}
