import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { type Creditor, DebitForm as debitFormSchema } from '#contract/debits/schemas.ts'
import * as limits from '#contract/limits.ts'
import type { BundleId } from '#contract/payments/schemas.ts'
import { MINUTE } from '#contract/time.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { payByDebit, sendDebitCode } from '#contract/debits/calls.ts'
import { call } from '#web/api/call.ts'
import { isAtPage } from '#web/api/navigation-target.ts'
import { useApiForm } from '#web/api/forms/use-api-form.ts'
import { useRestored } from '#web/api/forms/use-restored.ts'
import { createPurchases } from '#web/features/payments/checkout/purchases.ts'
import { choiceOf } from './choice-of.ts'

interface Props {
  bundle: BundleId
  /** The discount code of the order. */
  code: string | null
  /** The one that the member has entered, or null: the other applies by itself, and may end by itself. */
  enteredCode: string | null
  /** What is collected, as it is written. */
  price: string
  /** False while the server is asked for a discount code. */
  isPriceFinal: boolean
  creditor: Creditor
}

/** Bank account, address, confirmed phone number and mandate of a direct debit (PAY-12). */
export function DebitForm({ bundle, code, enteredCode, price, isPriceFinal, creditor }: Props) {
  const t = useTranslations('debits')
  const form = useDebitForm({ bundle, code, enteredCode })
  return (
    <form method="post" onSubmit={form.submit} noValidate className="flex flex-col gap-5">
      {form.problem && (
        <Alert tone="danger" isLive>
          {form.problem}
        </Alert>
      )}
      <Field label={t('fields.holder')} error={form.errorOf('holder')}>
        <TextInput {...form.register('holder')} autoComplete="name" maxLength={limits.DEBIT_NAME_MAX_LENGTH} />
      </Field>
      <Field label={t('fields.iban')} error={form.errorOf('iban')}>
        <TextInput
          {...form.register('iban')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={limits.IBAN_MAX_LENGTH}
        />
      </Field>
      <Address form={form} />
      <Phone form={form} />
      <MandateText creditor={creditor} />
      <Checkbox
        {...form.register('authorization')}
        label={t('authorization', { creditor: creditor.name, price })}
        description={t('notice', { days: limits.DEBIT_NOTICE_DAYS })}
        error={form.errorOf('authorization')}
      />
      <Button type="submit" size="lg" isWide disabled={!form.isReady} isPending={!isPriceFinal || form.isSending}>
        {t('submit', { price })}
      </Button>
    </form>
  )
}

function Address({ form }: { form: DebitFormState }) {
  const t = useTranslations('debits.fields')
  return (
    <>
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)] items-start gap-3">
        <Field label={t('street')} error={form.errorOf('street')}>
          <TextInput
            {...form.register('street')}
            autoComplete="address-line1"
            maxLength={limits.DEBIT_NAME_MAX_LENGTH}
          />
        </Field>
        <Field label={t('houseNumber')} error={form.errorOf('houseNumber')}>
          <TextInput
            {...form.register('houseNumber')}
            autoComplete="address-line2"
            maxLength={limits.DEBIT_HOUSE_NUMBER_MAX_LENGTH}
          />
        </Field>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)] items-start gap-3">
        <Field label={t('zip')} error={form.errorOf('zip')}>
          <TextInput {...form.register('zip')} autoComplete="postal-code" maxLength={limits.DEBIT_ZIP_MAX_LENGTH} />
        </Field>
        <Field label={t('city')} error={form.errorOf('city')}>
          <TextInput {...form.register('city')} autoComplete="address-level2" maxLength={limits.CITY_MAX_LENGTH} />
        </Field>
      </div>
    </>
  )
}

/** The phone number, and the code that was sent to it. */
function Phone({ form }: { form: DebitFormState }) {
  const t = useTranslations('debits')
  const { sentTo } = form
  return (
    <>
      <Field label={t('fields.phone')} description={t('phoneHelp')} error={form.errorOf('phone')}>
        <TextInput {...form.register('phone')} type="tel" autoComplete="tel" maxLength={limits.PHONE_MAX_LENGTH} />
      </Field>
      <Button
        variant="secondary"
        isWide
        disabled={!form.isReady}
        isPending={form.isRequesting}
        onClick={() => void form.requestCode()}
      >
        {t(sentTo ? 'sendAgain' : 'sendCode')}
      </Button>
      <p role="status" className="text-sm text-text-muted empty:sr-only">
        {sentTo && t('sent', { phone: sentTo, minutes: limits.SMS_CODE_MS / MINUTE })}
      </p>
      <Field label={t('fields.smsCode')} error={form.errorOf('smsCode')}>
        <TextInput
          {...form.register('smsCode')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={limits.SMS_CODE_LENGTH + 2}
        />
      </Field>
    </>
  )
}

/** The mandate in the words of the SEPA rulebook, and who collects (PAY-12). */
function MandateText({ creditor }: { creditor: Creditor }) {
  const t = useTranslations('debits.mandate')
  const { name, address, city, country, id } = creditor
  const rows = [
    [t('creditor'), `${name}, ${address}, ${city} (${country})`],
    [t('creditorId'), id],
    [t('type'), t('oneOff')],
  ]
  return (
    <section aria-labelledby="mandate" className="rounded-md border border-line p-4">
      <h2 id="mandate" className="mb-2 font-semibold">
        {t('title')}
      </h2>
      <p className="text-sm">{t('text', { creditor: name })}</p>
      <dl className="mt-3 text-sm">
        {rows.map(([term, value]) => (
          <div key={term} className="flex flex-wrap justify-between gap-x-4 py-1">
            <dt className="text-text-muted">{term}</dt>
            <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The form of a direct debit. Sending the same form again is the same order. */
function useDebitForm({ bundle, code, enteredCode }: Pick<Props, 'bundle' | 'code' | 'enteredCode'>) {
  const [purchase] = useState(() => createPurchases<string>())
  const [isPaid, setIsPaid] = useState(false)
  useRestored(() => setIsPaid(false))
  const form = useApiForm({
    schema: debitFormSchema,
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
      const { checkoutUrl } = await purchase(choiceOf({ form: values, bundle, enteredCode }), (clientId) =>
        call(payByDebit, { body: { ...values, clientId, bundle, code } }),
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

type DebitFormState = ReturnType<typeof useDebitForm>
