import { onlineManager, type Query, type QueryClient } from '@tanstack/react-query'
import { logOut } from '#contract/accounts/calls.ts'
import type { User } from '#contract/accounts/schemas.ts'
import { LOGGED_OUT_COOKIE } from '#contract/limits.ts'
import { getCompanyInfo, getInterests, getRegions, getSettings } from '#contract/settings/calls.ts'
import { call } from '#web/api/call.ts'
import { tabStorage } from '#web/api/safe-storage.ts'
import { savePreference } from '#web/i18n/cookies.ts'
import { showLeaving } from '#web/ui/feedback/page-wait.ts'
import { userQuery } from './queries.ts'
import { storeNotice } from './stored-notice.ts'
import { forgetMember, isMemberStored, sessionEndedAt } from './stored-data.ts'

/**
 * Makes the tab the member's after a log-in or sign-up; `reloadOnMemberChange` discards a visitor's data. The
 * caller navigates to the next page (SHELL-15).
 */
export function startSession(client: QueryClient, user: User) {
  client.setQueryData(userQuery().queryKey, { user })
}

/** What is the same for everyone, and loaded once (SET-7). */
const ofSite = new Set<unknown>([getSettings, getInterests, getRegions, getCompanyInfo].map(({ path }) => path))

/** Discards what was fetched for a visitor, who sees less. `user` is the query that has the member now. */
function discardVisitorData(client: QueryClient, user: Query) {
  const isOfVisitor = ({ queryKey: [path] }: Query) => !ofSite.has(path)
  client.removeQueries({
    type: 'inactive',
    // What a page is loading now was asked for by the member.
    predicate: (query) => query !== user && query.state.fetchStatus === 'idle' && isOfVisitor(query),
  })
  void client.invalidateQueries({ predicate: isOfVisitor })
}

let isLoggingOut = false

/** Logs out and loads the home page as a new document, so that nothing of the member stays in the tab. */
export async function endSession(client: QueryClient) {
  if (isLoggingOut) return
  isLoggingOut = true
  showLeaving()
  // Calls in flight would get a 403 reply.
  await client.cancelQueries()
  // Before the session ends: what is still fetched until the next page loads would be rejected.
  await forgetMember()
  try {
    // Not repeated: the page must not stay for that long, and the cookie below repeats it.
    await call(logOut, {}, { isRepeatable: false })
  } catch {
    // The server is unreachable, or the session has ended. The cookie makes the next request end it.
    savePreference(LOGGED_OUT_COOKIE, '1')
  }
  storeNotice('logged-out')
  location.assign('/')
}

/**
 * Sends a call that ends the session on the server, such as the account's deletion, and loads a page as a new
 * document. The end of the session, which the socket reports too, must not load the home page.
 */
export async function endSessionBy(send: () => Promise<unknown>, { path }: { path: string }) {
  isLoggingOut = true
  try {
    await send()
  } catch (error) {
    isLoggingOut = false
    throw error
  }
  // Nothing is fetched any more, which would be rejected.
  onlineManager.setOnline(false)
  await forgetMember()
  location.assign(path)
}

/** When a session had last ended in this browser as that of this page began. */
let endedAt: ReturnType<typeof sessionEndedAt> = null

/**
 * Logs out when the API requires a log-in, or the socket reports the end of the session, if the tab has a
 * member (SHELL-14). Where another tab has logged out, the session may be the next member's by now: then only
 * this tab leaves.
 */
export function endSessionIfLoggedIn(client: QueryClient) {
  if (isLoggingOut || !client.getQueryData(userQuery().queryKey)?.user) return
  if (Object.is(sessionEndedAt(), endedAt)) return void endSession(client)
  tabStorage.clear()
  location.assign('/')
}

/**
 * Reloads the page when the session ends or becomes another member's, in another tab. After a log-in, here or
 * in another tab, a visitor's data is fetched again. A page restored from the back/forward cache is shown as
 * it was and fetches what is new, unless a session has ended in this browser since: then it is hidden and
 * reloaded. No member's data is shown to another.
 */
export function reloadOnMemberChange(client: QueryClient) {
  const { queryKey } = userQuery()
  const memberId = () => client.getQueryData(queryKey)?.user?.profile.id
  let shownId = memberId()
  // The session ended while no page was open.
  if (client.getQueryData(queryKey)?.user === null && isMemberStored()) void forgetMember()
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== queryKey[0] || memberId() === shownId) return
    const wasVisitor = shownId === undefined
    shownId = memberId()
    if (wasVisitor) {
      endedAt = sessionEndedAt()
      discardVisitorData(client, query)
    }
    // A log-out in this tab already loads the home page.
    else if (!isLoggingOut) {
      if (shownId) location.reload()
      else void forgetMember().then(() => location.reload())
    }
  })
  endedAt = sessionEndedAt()
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || shownId === undefined) return
    if (sessionEndedAt() === endedAt) return void client.invalidateQueries()
    document.documentElement.hidden = true
    location.reload()
  })
}
