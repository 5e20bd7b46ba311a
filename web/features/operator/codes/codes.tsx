import { countries, isCountryCode } from '#contract/countries.ts'
import { createCode, endCode, listCodes } from '#contract/operator/codes/calls.ts'
import type { Code, NewCode } from '#contract/operator/codes/schemas.ts'
import { useLoaded } from '#web/api/use-cached.ts'
import { useAct } from '#web/features/operator/access/confirmation.tsx'
import { useActing } from '#web/features/operator/access/use-acting.ts'
import { useMay } from '#web/features/operator/queries.ts'
import { DataList, type Columns } from '#web/features/operator/ui/data-list.tsx'
import { FormCard } from '#web/features/operator/ui/form-card.tsx'
import { useSentForm } from '#web/features/operator/ui/use-sent-form.ts'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { codesQuery } from './queries.ts'

const columns = {
  code: CodeName,
  terms: Terms,
  uses: Uses,
  dates: Dates,
  acts: End,
} satisfies Columns<Code>

/** All discount codes that operators have made (PAY-11). */
export function CodeList() {
  const t = useTranslations('operator-codes')
  const { codes } = useLoaded(codesQuery())
  return (
    <DataList
      label={t('title')}
      columns={columns}
      heading={(name) => t(`columns.${name}`)}
      rows={codes}
      rowId={({ code }) => code}
      empty={t('none')}
    />
  )
}

function CodeName({ code, hasEnded }: Code) {
  const t = useTranslations('operator-codes')
  return (
    <>
      <span className="font-mono font-semibold">{code}</span>
      {hasEnded && <span className="block text-text-muted">{t('ended')}</span>}
    </>
  )
}

function Terms({ percentage, minimumMinor, country, isForOne }: Code) {
  const t = useTranslations('operator-codes')
  const format = useFormatter()
  return [
    t('percent', { percentage }),
    minimumMinor !== null && t('from', { amount: format.number(minimumMinor / 100, { minimumFractionDigits: 2 }) }),
    country,
    isForOne && t('forOne'),
  ]
    .filter(Boolean)
    .join(' · ')
}

function Uses({ used, held, maxUses }: Code) {
  const t = useTranslations('operator-codes')
  return (
    <>
      {maxUses === null ? used : t('usesOf', { used, max: maxUses })}
      {held > 0 && <span className="block text-text-muted">{t('held', { count: held })}</span>}
    </>
  )
}

function Dates({ startsAt, expiresAt }: Code) {
  const t = useTranslations('operator-codes')
  const format = useFormatter()
  // Days of UTC, as they were entered: a code ends when its last day is over.
  const day = (time: number) => format.dateTime(time, { dateStyle: 'medium', timeZone: 'UTC' })
  return [
    startsAt && t('startsOn', { day: day(Date.parse(startsAt)) }),
    expiresAt && t('endsOn', { day: day(Date.parse(expiresAt) - 1) }),
  ]
    .filter(Boolean)
    .join(' ')
}

function End({ code, hasEnded }: Code) {
  const t = useTranslations('operator-codes')
  const may = useMay()
  const { mutate, isPending } = useActing(endCode, { done: t('hasEnded', { code }), changes: [listCodes] })
  if (hasEnded || !may('codes.manage')) return null
  return (
    <Button size="sm" variant="outline" isPending={isPending} onClick={() => mutate({ params: { code } })}>
      {t('end')}
      <span className="sr-only">: {code}</span>
    </Button>
  )
}

const fields = ['code', 'percentage', 'minimumMinor', 'country', 'email', 'maxUses', 'startsOn', 'endsOn'] as const

/** Makes a code. */
export function NewCodeForm() {
  const t = useTranslations('operator-codes')
  const act = useAct()
  const { form, isPending, clear, errorOf } = useSentForm(fields, {
    send: (values) => act(createCode, { body: toCode(values) }),
    onSent: (_reply, { reset }) => reset(),
    changes: [listCodes],
  })

  return (
    <FormCard id="new-code" title={t('new')} form={form} columns="sm:grid-cols-2 lg:grid-cols-4">
      {fields.map((name) => (
        <Field key={name} label={t(`fields.${name}`)} error={errorOf(name)}>
          {name === 'country' ? (
            <Select
              name={name}
              options={[
                { value: '', label: t('everywhere') },
                ...countries.map((code) => ({ value: code, label: code })),
              ]}
            />
          ) : (
            <TextInput
              name={name}
              autoComplete="off"
              inputMode={numeric.has(name) ? 'decimal' : undefined}
              type={name === 'startsOn' || name === 'endsOn' ? 'date' : 'text'}
              onChange={() => clear(name)}
            />
          )}
        </Field>
      ))}
      <div className="sm:col-span-full">
        <FormProblem>{errorOf('form')}</FormProblem>
        <Button type="submit" isPending={isPending}>
          {t('create')}
        </Button>
      </div>
    </FormCard>
  )
}

const numeric = new Set<string>(['percentage', 'minimumMinor', 'maxUses'])

/** What is no number becomes 0, which the server rejects at its field. */
function toCode(form: Record<(typeof fields)[number], string>): NewCode {
  const { code, percentage, minimumMinor, country, email, maxUses, startsOn, endsOn } = form
  return {
    code,
    percentage: numberOf(percentage) ?? 0,
    minimumMinor: minimumMinor.trim() === '' ? null : Math.round((numberOf(minimumMinor) ?? 0) * 100),
    country: isCountryCode(country) ? country : null,
    email: email.trim() || null,
    maxUses: maxUses.trim() === '' ? null : (numberOf(maxUses) ?? 0),
    startsOn: startsOn || null,
    endsOn: endsOn || null,
  }
}

function numberOf(text: string) {
  const number = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && Number.isFinite(number) ? number : null
}
