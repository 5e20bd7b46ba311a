import type { QueryClient } from '@tanstack/react-query'
import { logOut, type User } from '#contract/accounts.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { getSettings } from '#contract/settings.ts'
import { call } from '#web/api/call.ts'
import { userQuery } from './queries.ts'

/**
 * After a log-in or sign-up: the tab belongs to this member, and what a visitor was shown counts no more.
 * The caller goes on to the page that comes next (members, spec §2).
 */
export function enter(client: QueryClient, user: User) {
  const [settingsPath] = apiQueryKey(getSettings)
  client.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => queryKey[0] !== settingsPath })
  client.setQueryData(userQuery().queryKey, { user })
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== settingsPath })
}

let isLeaving = false

/** Logs out and goes home by loading the page anew: nothing of the member stays in the tab. */
export async function leave() {
  if (isLeaving) return
  isLeaving = true
  try {
    await call(logOut, {})
  } finally {
    location.assign('/')
  }
}

/** Spec §4: a refusal for want of a log-in logs out, if somebody is logged in. */
export function leaveIfLoggedIn(client: QueryClient) {
  if (client.getQueryData(userQuery().queryKey)?.user) void leave()
}
