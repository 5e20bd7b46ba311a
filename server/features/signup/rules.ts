import type { Settings } from '#contract/settings.ts'

/** Returns whether visitors who came without a campaign can sign up on this site. Source: SIGN-1. */
export function isSignupOpen({ signups }: Pick<Settings, 'signups'>) {
  return signups === 'all'
}
