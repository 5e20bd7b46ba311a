/** Query parameter of the first page after a sign-up. */
export const SIGNUP_COMPLETE_FLAG = 'api_signup_complete'

/** Paths on which the reminder is not shown: the sign-up and the settings (ACC-8). */
const quietPaths = ['/signup', '/complete-signup', '/signup-matches', '/notifications', '/settings']

interface Input {
  status: string
  profileStatus: string
  pathname: string
}

/** Returns whether a page reminds the member to confirm the email. Source: ACC-8. */
export function showsReminder({ status, profileStatus, pathname }: Input) {
  if (status !== 'not_confirmed' || profileStatus !== 'disabled') return false
  return !quietPaths.some((path) => pathname === path || pathname.startsWith(`${path}/`))
}
