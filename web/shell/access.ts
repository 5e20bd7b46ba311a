import { href } from 'react-router'
import type { User } from '#contract/accounts/schemas.ts'
import { mayVisitorsBrowse } from '#contract/settings/site-rules.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import { loginPath, targetAfterLogin, withTarget } from '#web/features/accounts/login/login-target.ts'

/**
 * Returns where a member is sent who opens a page for visitors: home, sign-up, or after a log-in its target
 * (SHELL-15). Null for visitors.
 */
export function redirectFromVisitorPage(user: User | null, search = new URLSearchParams()) {
  return user ? targetAfterLogin(search) : null
}

/** The page that is opened. */
type Page = Pick<URL, 'pathname' | 'search'>

/** Pages that a member can open while the account is paused: those about the member alone. */
const OPEN_WHILE_PAUSED = /^\/(decisions|notifications|profile|transactions)(\/|$)/

/**
 * Returns where the caller of a page for members is sent: a visitor to the log-in and back (SHELL-15), a
 * member with a changed text to the consent and back (SIGN-6), a paused one to the pause (ACC-30). Null for
 * others.
 */
export function redirectFromMemberPage(user: User | null, page?: Page) {
  const target = page && page.pathname + page.search
  if (!user) return loginPath(target)
  if (user.needs_consent) return withTarget(href('/consent'), target)
  return user.is_paused && !OPEN_WHILE_PAUSED.test(page?.pathname ?? '') ? href('/paused') : null
}

/** Returns where the caller of the page of a paused account is sent. Null if the account is paused. */
export function redirectFromPausedPage(user: User | null) {
  if (!user) return href('/login')
  return user.is_paused ? null : href('/members')
}

/** Returns where the caller of the consent page is sent. Null for members who have to answer it. */
export function redirectFromConsentPage(user: User | null, search = new URLSearchParams()) {
  if (user?.needs_consent) return null
  return user ? targetAfterLogin(search) : loginPath(targetAfterLogin(search))
}

type SearchSettings = Pick<Settings, 'logged_out_search' | 'logged_out_search_trafficsource'>

/** Where the caller of search or profiles is sent. Visitors stay if both are open (PRO-10, SEARCH-6). */
export function redirectFromSearch(
  user: User | null,
  { settings, hasTrafficSource, page }: { settings: SearchSettings; hasTrafficSource: boolean; page?: Page },
) {
  return !user && mayVisitorsBrowse(settings, { hasTrafficSource }) ? null : redirectFromMemberPage(user, page)
}
