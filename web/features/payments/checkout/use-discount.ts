import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '#web/features/accounts/use-user.ts'
import { waitingDiscountQuery } from '#web/features/payments/queries.ts'
import type { AppliedDiscount } from './applied-discount.ts'

/** The code of the order: that of the link, else the one that waits for the member, until another one is entered or it is removed. */
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
    /** The code that does not apply by itself: a link to another page of the payment has to bring it along. */
    entered: chosen?.discount.code ?? (isChecking ? linkedCode : null),
    setApplied: settle,
    /** The code of the link does not apply: the one that waits for the member does again. */
    dropLinked: () => settle(undefined),
  }
}

/** Returns the discount that is taken off the member's next payment by itself; null without one, and while it is not known. */
export function useWaitingDiscount(): AppliedDiscount | null {
  const isLoggedIn = useUser() !== null
  const { data } = useQuery({ ...waitingDiscountQuery(), enabled: isLoggedIn })
  return data?.discount ? { discount: data.discount, prices: data.prices } : null
}
