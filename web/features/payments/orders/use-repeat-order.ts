import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { href } from 'react-router'
import type { BundleId } from '#contract/payments/payments.ts'
import { createRepeatOrder, removeStoredMethod } from '#contract/payments/repeat-order.ts'
import { call } from '#web/api/call.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { useGoOn } from '#web/api/use-go-on.ts'
import { useRestored } from '#web/api/forms/use-restored.ts'
import { createClientIds } from '#web/features/payments/checkout/client-ids.ts'
import { latestOrdersQuery, repeatOrderQuery, waitingDiscountQuery } from '#web/features/payments/queries.ts'

interface Purchase {
  /** Id of the stored method that the page shows. */
  storedMethod: string
  bundle: BundleId
  /** The price that the page shows. */
  amountMinor: number
  /** The discount code that this price contains. */
  code: string | null
}

/** Buys a bundle with the stored method, and goes to the result. */
export function useRepeatOrder({ storedMethod, bundle, amountMinor, code }: Purchase) {
  const [clientIdFor] = useState(() => createClientIds<string>())
  const client = useQueryClient()
  const goOn = useGoOn()
  const showError = useErrorToast()
  const payment = useMutation({
    async mutationFn() {
      const clientId = clientIdFor(JSON.stringify([storedMethod, bundle, amountMinor, code]))
      const body = { clientId, storedMethod, bundle, amountMinor, code }
      const { order } = await call(createRepeatOrder, { body }, { isRepeatable: true })
      void client.invalidateQueries(latestOrdersQuery())
      void client.invalidateQueries(waitingDiscountQuery())
      await goOn(href('/transactions/:id?', { id: order.id }))
    },
    onError: (error) => {
      showError(error)
      // Price, discount or method have changed: the page shows what they are now.
      void client.invalidateQueries(repeatOrderQuery())
      void client.invalidateQueries(waitingDiscountQuery())
    },
  })
  useRestored(payment.reset)
  return payment
}

/** Removes the stored method. */
export function useRemoveStoredMethod() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(removeStoredMethod, {}, { isRepeatable: true }),
    onError: useErrorToast(),
    onSettled: () => client.invalidateQueries(repeatOrderQuery()),
  })
}
