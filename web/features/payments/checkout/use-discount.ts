import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '#web/features/accounts/use-user.ts'
import { waitingDiscountQuery } from '#web/features/payments/queries.ts'
import type { AppliedDiscount } from './applied-discount.ts'

/** The order's code: the link's, else the one that waits for the member, until it is changed or removed. */
export function useDiscount(linkedCode: string | null) {
  const waiting = useWaitingDiscount()
  const [chosen, setChosen] = useState<AppliedDiscount | null | undefined>(linkedCode === null ? undefined : null)
  const [isChecking, setChecking] = useState(linkedCode !== null)
  const settle = (applied: AppliedDiscount | null | undefined) => {
    setChosen(applied)
    setChecking(false)
  }
  return {
    applied: chosen === undefined ? waiting : chosen,
    /** The server is being asked for a code: the price is not final, and nothing can be bought at it. */
    isChecking,
    setChecking,
    /** The code that does not apply by itself: links to other pages of the payment contain it. */
    entered: chosen?.discount.code ?? (isChecking ? linkedCode : null),
    setApplied: settle,
    /** The code of the link does not apply: the one that waits for the member does again. */
    dropLinked: () => settle(undefined),
  }
}

/** Returns the discount that applies to the member's next payment by itself; null without or until known. */
export function useWaitingDiscount(): AppliedDiscount | null {
  const isLoggedIn = useUser() !== null
  const { data } = useQuery({ ...waitingDiscountQuery(), enabled: isLoggedIn })
  return data?.discount ? { discount: data.discount, prices: data.prices } : null
}
