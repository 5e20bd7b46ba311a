import { href } from 'react-router'
import type { BundleId, PaymentMethod } from '#contract/payments/payments.ts'
import { withCode } from './checkout/code-of-link.ts'

/** Returns the page of the site on which a method asks for its details; null if that is the provider's. */
export function ownPageOf(method: PaymentMethod, { bundle, code }: { bundle: BundleId; code: string | null }) {
  return method === 'sdd' ? withCode(`${href('/directdebit')}?bundle=${bundle}`, code) : null
}
