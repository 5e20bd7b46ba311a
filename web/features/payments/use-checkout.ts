import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { createOrder, type BundleId, type PaymentMethod } from '#contract/payments.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { useToast } from '#web/ui/feedback/toast.tsx'

/** Orders a bundle and goes to the provider's page. However often the button is pressed, it is one order. */
export function useCheckout(bundle: BundleId) {
  const toast = useToast()
  const errorText = useErrorText()
  const wish = useRef<{ method: PaymentMethod; clientId: string }>(null)

  return useMutation({
    mutationFn: (method: PaymentMethod) => {
      if (wish.current?.method !== method) wish.current = { method, clientId: crypto.randomUUID() }
      const { clientId } = wish.current
      return call(createOrder, { body: { clientId, bundle, method } }, { isRepeatable: true })
    },
    // Leaves the site, or what stands for that: a full page navigation (SHELL-10).
    onSuccess: ({ checkoutUrl }) => location.assign(checkoutUrl),
    onError: (error) => toast.show({ tone: 'danger', title: errorText(error) }),
  })
}
