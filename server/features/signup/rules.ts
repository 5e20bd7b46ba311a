import type { Settings } from '#contract/settings.ts'

/** Whether a site takes new members who come by themselves, without a campaign. Source: SIGN-1. */
export function isSignupOpen({ signups }: Pick<Settings, 'signups'>) {
  return signups === 'all'
}
