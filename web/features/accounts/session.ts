import type { QueryClient } from '@tanstack/react-query'
import { logOut, type User } from '#contract/accounts.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { getSettings } from '#contract/settings.ts'
import { call } from '#web/api/call.ts'
import { userQuery } from './queries.ts'

/**
 * After a log-in or sign-up: the tab belongs to this member, and what a visitor was shown counts no more.
 * The caller goes on to the page that comes next (SHELL-15).
 */
export function startSession(client: QueryClient, user: User) {
  const [settingsPath] = apiQueryKey(getSettings)
  client.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => queryKey[0] !== settingsPath })
  client.setQueryData(userQuery().queryKey, { user })
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== settingsPath })
}

let isLeaving = false

/** Logs out and goes home by loading the page anew: nothing of the member stays in the tab. */
export async function endSession(client: QueryClient) {
  if (isLeaving) return
  isLeaving = true
  // Calls that are in flight would be answered 403.
  await client.cancelQueries()
  try {
    await call(logOut, {})
  } catch {
    // The session had ended already, or nobody answers: the next page shows which.
  }
  location.assign('/')
}

/** SHELL-14: a rejection for want of a log-in logs out, if somebody is logged in. */
export function endSessionIfLoggedIn(client: QueryClient) {
  if (client.getQueryData(userQuery().queryKey)?.user) void endSession(client)
}

/**
 * A page belongs to one member. When the session turns out to be another's, or nobody's (changed in another tab), or
 * the browser brings a page back that it had put away, the page is loaded anew: nothing of the one is shown to the other.
 */
export function keepToOneMember(client: QueryClient) {
  const { queryKey } = userQuery()
  const memberId = () => client.getQueryData(queryKey)?.user?.profile.id
  let shown = memberId()
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== queryKey[0] || memberId() === shown) return
    // Who logs out here is on the way home already.
    if (shown !== undefined && !isLeaving) location.reload()
    shown = memberId()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && shown !== undefined) location.reload()
  })
}
