import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { href, useNavigate } from 'react-router'
import type { Bundle } from '#contract/payments.ts'
import { createRepeatOrder, removeStoredMethod } from '#contract/repeat-order.ts'
import { call } from '#web/api/call.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { createClientIds } from './client-ids.ts'
import { latestOrdersQuery, repeatOrderQuery } from './queries.ts'

/** Buys a bundle with the stored method, at the price that the page shows, and goes to the result. */
export function useRepeatOrder({ id: bundle, amountMinor }: Pick<Bundle, 'id' | 'amountMinor'>) {
  const [clientIdFor] = useState(() => createClientIds<string>())
  const client = useQueryClient()
  const navigate = useNavigate()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: () => {
      const clientId = clientIdFor(`${bundle} ${amountMinor}`)
      return call(createRepeatOrder, { body: { clientId, bundle, amountMinor } }, { isRepeatable: true })
    },
    onSuccess: async ({ order }) => {
      void client.invalidateQueries(latestOrdersQuery())
      await navigate(href('/transactions/:id?', { id: order.id }))
    },
    onError: (error) => {
      showError(error)
      // The price or the method has changed: the page shows what it is now.
      void client.invalidateQueries(repeatOrderQuery())
    },
  })
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
