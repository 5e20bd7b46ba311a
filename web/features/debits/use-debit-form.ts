import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { DebitForm } from '#contract/debits/schemas.ts'
import { payByDebit, sendDebitCode } from '#contract/debits/calls.ts'
import type { BundleId } from '#contract/payments/schemas.ts'
import { call } from '#web/api/call.ts'
import { isAtPage } from '#web/api/navigation-target.ts'
import { useApiForm } from '#web/api/forms/use-api-form.ts'
import { useRestored } from '#web/api/forms/use-restored.ts'
import { createPurchases } from '#web/features/payments/checkout/client-ids.ts'

/** The form of a direct debit. Sending the same form again is the same order. */
export function useDebitForm({ bundle, code }: { bundle: BundleId; code: string | null }) {
  const [purchase] = useState(() => createPurchases<string>())
  const [isPaid, setIsPaid] = useState(false)
  useRestored(() => setIsPaid(false))
  const form = useApiForm({
    schema: DebitForm,
    defaultValues: {
      holder: '',
      iban: '',
      street: '',
      houseNumber: '',
      zip: '',
      city: '',
      phone: '',
      smsCode: '',
    },
    async send(values) {
      const { pathname } = location
      const { checkoutUrl } = await purchase(JSON.stringify([values, bundle, code]), (clientId) =>
        call(payByDebit, { body: { ...values, clientId, bundle, code } }, { isRepeatable: true }),
      )
      if (!isAtPage(pathname)) return
      setIsPaid(true)
      // As for every method: the provider's page is on another site (SHELL-10).
      location.assign(checkoutUrl)
    },
  })
  const sms = useMutation({
    mutationFn: () => call(sendDebitCode, { body: { phone: form.getValues('phone') } }),
    onError: form.showError,
    onSuccess: () => form.setFocus('smsCode'),
  })
  return {
    ...form,
    /** Until the browser has left the page. */
    isSending: form.isSending || isPaid,
    /** The number to which a code was sent. */
    sentTo: sms.data?.phone,
    isRequesting: sms.isPending,
    /** Sends a code to the number of the form, if there is one. */
    async requestCode() {
      form.clearErrors('root')
      if (await form.trigger('phone')) sms.mutate()
    },
  }
}

export type DebitFormState = ReturnType<typeof useDebitForm>
