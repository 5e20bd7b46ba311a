import type { MethodName } from '#contract/payments/payment-methods.ts'
// One file for all logos, requested by the pages that show one. A data address would not work in `use`.
import logos from './method-logos.svg?no-inline'

/** The sign by which buyers know a payment method. Its name stands beside it, so screen readers leave it out. */
export function MethodLogo({ method }: { method: MethodName }) {
  return (
    <svg aria-hidden width="48" height="32" className="h-7 w-10.5 shrink-0">
      <use href={`${logos}#${method}`} />
    </svg>
  )
}
