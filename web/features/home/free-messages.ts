import type { Settings } from '#contract/settings.ts'

/** Messages that the credits of a new member pay for (CRED-3). */
export function freeMessages(settings: Pick<Settings, 'signup_credits' | 'message_credits'>) {
  return Math.floor(settings.signup_credits / settings.message_credits)
}
