import { TIME_BONUS_MS } from '#contract/limits.ts'

/** The code of the discount for new members. */
export const TIME_BONUS_CODE = 'TIMEBONUS25'

/** Returns when the time bonus of a member ends. Source: CRED-6. */
export function timeBonusEnd(signedUpAt: Date) {
  return new Date(signedUpAt.getTime() + TIME_BONUS_MS)
}

/** Returns whether a member has the time bonus: unpaid, and for a while after the sign-up (CRED-6). */
export function hasTimeBonus({ signedUpAt, isPremium, now }: { signedUpAt: Date; isPremium: boolean; now: Date }) {
  return !isPremium && now < timeBonusEnd(signedUpAt)
}
