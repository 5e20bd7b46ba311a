import type { User } from '#contract/accounts/schemas.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'

interface Input {
  user: Pick<User, 'credits' | 'paid_user'> | null | undefined
  /** The credits that each member got at the sign-up. More than these were not all a gift. */
  signupCredits: number
  /** Of one message, in credits. */
  price: number
}

/** Returns how many free messages the viewer has left, at this price, or null: see `freeMessages`. */
export function useFreeMessages(price: number) {
  return freeMessages({ user: useUser(), signupCredits: useSettings().signup_credits, price })
}

/**
 * Returns how many free messages a member has left: those that the credits of the sign-up pay for. Null where
 * there are none, or where credits may be bought ones: premium can begin later than a purchase (CRED-4).
 */
export function freeMessages({ user, signupCredits, price }: Input) {
  if (!user || user.paid_user || price === 0 || user.credits > signupCredits) return null
  const count = Math.floor(user.credits / price)
  return count === 0 ? null : count
}
