import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { href } from 'react-router'
import type { CountryCode } from '#contract/countries.ts'
import { createOrder } from '#contract/payments/calls.ts'
import type { BundleId, PaymentMethod } from '#contract/payments/schemas.ts'
import { call } from '#web/api/call.ts'
import { isAtPage } from '#web/api/navigation-target.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { useRestored } from '#web/api/forms/use-restored.ts'
import { createPurchases } from './purchases.ts'
import { withCode } from './code-of-link.ts'

interface Choice {
  method: PaymentMethod
  code: string | null
  /** Payment country. */
  country: CountryCode
  storesMethod: boolean
}

/** Orders a bundle and goes to the provider's page. Pressing the button again sends the same order. */
export function useCheckout(bundle: BundleId) {
  const [purchase] = useState(() => createPurchases<string>())
  const checkout = useMutation({
    async mutationFn(choice: Choice) {
      const { pathname } = location
      const { checkoutUrl } = await purchase(JSON.stringify(choice), (clientId) =>
        call(createOrder, { body: { clientId, bundle, ...choice } }),
      )
      // The provider's page is on another site: a full page navigation (SHELL-10). The sandbox does the same.
      if (isAtPage(pathname)) location.assign(checkoutUrl)
    },
    onError: useErrorToast(),
  })
  useRestored(checkout.reset)
  return checkout
}

/** Returns the page of the site on which a method asks for its details; null if that is the provider's. */
export function ownPageOf(method: PaymentMethod, { bundle, code }: { bundle: BundleId; code: string | null }) {
  return method === 'sdd' ? withCode(`${href('/directdebit')}?bundle=${bundle}`, code) : null
}
