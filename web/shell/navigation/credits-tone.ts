import { LOW_CREDITS } from '#contract/limits.ts'

/** Returns the colour of the credits badge, or null while there are enough credits for none (CRED-5). */
export function creditsTone(credits: number) {
  if (credits > LOW_CREDITS) return null
  return credits > 0 ? 'warning' : 'danger'
}
