import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CountryCode } from '#contract/countries.ts'
import { createOrder, type BundleId, type PaymentMethod } from '#contract/payments.ts'
import { call } from '#web/api/call.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { createClientIds } from './client-ids.ts'

interface Choice {
  method: PaymentMethod
  code: string | null
  /** Payment country. */
  country: CountryCode
  storesMethod: boolean
}

/** Orders a bundle and goes to the provider's page. Pressing the button again sends the same order. */
export function useCheckout(bundle: BundleId) {
  const [clientIdFor] = useState(() => createClientIds<string>())
  return useMutation({
    mutationFn: (choice: Choice) => {
      const clientId = clientIdFor(JSON.stringify(choice))
      return call(createOrder, { body: { clientId, bundle, ...choice } }, { isRepeatable: true })
    },
    // The provider's page is on another site, so this is a full page navigation (SHELL-10). The sandbox behaves the same.
    onSuccess: ({ checkoutUrl }) => location.assign(checkoutUrl),
    onError: useErrorToast(),
  })
}
