import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { SPENDING_LIMIT_MAX_MINOR, SPENDING_RAISE_MS } from '#contract/limits.ts'
import { setSpendingLimit } from '#contract/payments/calls.ts'
import type { SpendingLimit as Limit } from '#contract/payments/schemas.ts'
import { HOUR } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { QueryFailed } from '#web/api/query-failed.tsx'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { useMoney } from '#web/i18n/use-money.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { spendingLimitQuery } from '#web/features/payments/queries.ts'
import { majorUnits } from '#contract/payments/money.ts'

/** The most that the member wants to spend in a month, set by themselves (PAY-27). */
export function SpendingLimit() {
  const t = useTranslations('payments.limit')
  const query = useQuery(spendingLimitQuery())
  const { data } = query
  if (!data && !query.isError) return null
  return (
    <section id="spending-limit" aria-labelledby="spending-limit-title" className="mx-auto mt-12 max-w-2xl scroll-mt-6">
      <h2 id="spending-limit-title" className="mb-3 text-xl font-bold">
        {t('title')}
      </h2>
      <QueryFailed query={query} />
      {data && (
        <Card className="flex flex-col gap-4">
          <p className="text-text-muted">{t('text', { hours: SPENDING_RAISE_MS / HOUR })}</p>
          <State limit={data} />
          <LimitForm limit={data} />
        </Card>
      )}
    </section>
  )
}

function State({ limit: { limit, raise, spent } }: { limit: Limit }) {
  const t = useTranslations('payments.limit')
  const format = useFormatter()
  const money = useMoney()
  return (
    <div role="status" className="tabular-nums">
      <p>{limit ? t('current', { limit: money(limit), spent: money(spent) }) : t('none', { spent: money(spent) })}</p>
      {raise && (
        <p className="mt-1 text-sm text-text-muted">
          {t(raise.limit ? 'raised' : 'ends', {
            limit: raise.limit ? money(raise.limit) : '',
            at: format.dateTime(new Date(raise.at), { dateStyle: 'medium', timeStyle: 'short' }),
          })}
        </p>
      )}
    </div>
  )
}

function LimitForm({ limit: { limit, spent } }: { limit: Limit }) {
  const t = useTranslations('payments.limit')
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: (amountMinor: number | null) => call(setSpendingLimit, { body: { amountMinor } }),
    onSuccess(saved) {
      client.setQueryData(spendingLimitQuery().queryKey, saved)
      setText('')
    },
    onError: useErrorToast(),
  })

  function save() {
    const amountMinor = readAmount(text, spent.currency)
    const isValid = amountMinor !== null && amountMinor <= SPENDING_LIMIT_MAX_MINOR
    setIsWrong(!isValid)
    if (isValid) mutate(amountMinor)
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      className="flex flex-wrap items-end gap-3"
    >
      <Field label={t('label', { currency: spent.currency })} error={isWrong && t('wrong')} className="min-w-40 flex-1">
        <TextInput
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setIsWrong(false)
          }}
        />
      </Field>
      <Button type="submit" variant="secondary" isPending={isPending} className="min-h-12">
        {t('save')}
      </Button>
      {limit && (
        <Button variant="ghost" disabled={isPending} className="min-h-12" onClick={() => mutate(null)}>
          {t('remove')}
        </Button>
      )}
    </form>
  )
}

/**
 * Reads an amount as people write it, with a comma or a point before the cents. Returns minor units, or null
 * for no amount.
 */
export function readAmount(text: string, currency: string) {
  const [, whole, cents = ''] = /^\s*(\d{1,6})(?:[.,](\d{1,2}))?\s*$/.exec(text) ?? []
  if (whole === undefined) return null
  const perUnit = Math.round(1 / majorUnits({ amountMinor: 1, currency }))
  return Number(whole) * perUnit + Math.round((Number(cents.padEnd(2, '0')) * perUnit) / 100)
}
