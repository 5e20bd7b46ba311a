import { href } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { mayVisitorsBrowse, type Settings } from '#contract/settings.ts'

/** Returns where a member is sent who opens a page for visitors: home, log-in, sign-up (SHELL-15). Null for visitors. */
export function redirectFromVisitorPage(user: User | null) {
  return user ? href('/members') : null
}

/** Returns where a visitor is sent who opens a page for members. Null for members. */
export function redirectFromMemberPage(user: User | null) {
  return user ? null : href('/login')
}

/** Returns where a visitor is sent who opens the search or a profile, if the site keeps them closed (PRO-10, SEARCH-6). */
export function redirectFromSearch(user: User | null, settings: Pick<Settings, 'logged_out_search'>) {
  return mayVisitorsBrowse(settings) ? null : redirectFromMemberPage(user)
}
