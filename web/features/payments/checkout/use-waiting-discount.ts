import { useQuery } from '@tanstack/react-query'
import { useUser } from '#web/features/accounts/use-user.ts'
import type { AppliedDiscount } from './applied-discount.ts'
import { waitingDiscountQuery } from '#web/features/payments/queries.ts'

/** Returns the discount that is taken off the member's next payment by itself; null without one, and while it is not known. */
export function useWaitingDiscount(): AppliedDiscount | null {
  const isLoggedIn = useUser() !== null
  const { data } = useQuery({ ...waitingDiscountQuery(), enabled: isLoggedIn })
  return data?.discount ? { discount: data.discount, prices: data.prices } : null
}
