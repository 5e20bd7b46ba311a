import { useState } from 'react'
import type { AppliedDiscount } from './applied-discount.ts'
import { useWaitingDiscount } from './use-waiting-discount.ts'

/** The code of the order: that of the link, else the one that waits for the member, until another one is entered or it is removed. */
export function useDiscount(linkedCode: string | null) {
  const waiting = useWaitingDiscount()
  const [chosen, setApplied] = useState<AppliedDiscount | null | undefined>(linkedCode === null ? undefined : null)
  return {
    applied: chosen === undefined ? waiting : chosen,
    /** The code that does not apply by itself: a link to another page of the payment has to bring it along. */
    entered: chosen?.discount.code ?? null,
    setApplied,
    /** The code of the link does not apply: the one that waits for the member does again. */
    dropLinked: () => setApplied(undefined),
  }
}
