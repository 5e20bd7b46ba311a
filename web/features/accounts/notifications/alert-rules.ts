import type { PushState } from './push-state.ts'

interface Input {
  /** Whether mails are stopped, and the member has not closed what says so. */
  hasStoppedMails: boolean
  /** The reminder of ACC-8 stands above the page already. */
  isUnconfirmed: boolean
  /** Setting of the site. */
  push_public_key: string
  isPushAnswered: boolean
  /** Null until it is read. */
  pushState: PushState | null
}

/** Returns the alert above the members: one at a time, and the offer of push messages last (SHELL-18). */
export function alertOf({ hasStoppedMails, isUnconfirmed, push_public_key, isPushAnswered, pushState }: Input) {
  if (hasStoppedMails) return 'mails'
  if (isUnconfirmed || push_public_key === '' || isPushAnswered) return null
  return pushState === 'unsubscribed' ? 'push' : null
}
