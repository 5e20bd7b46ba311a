import { href } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { mayVisitorsBrowse, type Settings } from '#contract/settings.ts'

/** Returns where a member is sent who opens a page for visitors: home, log-in, sign-up (SHELL-15). Null for visitors. */
export function redirectFromVisitorPage(user: User | null) {
  return user ? href('/members') : null
}

/**
 * Returns where the caller of a page for members is sent: a visitor to the log-in, a member who has to agree to a changed
 * text to that question (SIGN-6). Null for other members.
 */
export function redirectFromMemberPage(user: User | null) {
  if (!user) return href('/login')
  return user.needs_consent ? href('/consent') : null
}

/** Returns where the caller of the consent page is sent. Null for members who have to answer it. */
export function redirectFromConsentPage(user: User | null) {
  if (user?.needs_consent) return null
  return user ? href('/members') : href('/login')
}

/** Returns where the caller of the search or a profile is sent. Visitors stay, unless the site closes both (PRO-10, SEARCH-6). */
export function redirectFromSearch(user: User | null, settings: Pick<Settings, 'logged_out_search'>) {
  return !user && mayVisitorsBrowse(settings) ? null : redirectFromMemberPage(user)
}
