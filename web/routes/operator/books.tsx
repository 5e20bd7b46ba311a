import { useSearchParams } from 'react-router'
import { exportVat } from '#contract/operator/money/calls.ts'
import { loading, type Loading } from '#web/api/load.ts'
import { useLoaded } from '#web/api/use-cached.ts'
import { DayTable, VatTable } from '#web/features/operator/money/day-table.tsx'
import { MoneyTabs } from '#web/features/operator/money/money-tabs.tsx'
import { daysQuery, vatQuery } from '#web/features/operator/money/queries.ts'
import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { FilterBar } from '#web/features/operator/ui/filter-bar.tsx'
import { fileUrl } from '#web/features/operator/ui/list-pages.tsx'
import { Section } from '#web/features/operator/ui/section.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import type { Route } from './+types/books'

const load = loading(async ({ query, request }: Loading<Route.LoaderArgs>) => {
  const { searchParams } = new URL(request.url)
  await Promise.all([query(daysQuery(searchParams)), query(vatQuery(searchParams))])
})
export const loader = load
export const clientLoader = load

/** Sums of each day, and the VAT of a quarter (OPER-15). */
export default function BooksPage() {
  const t = useTranslations('operator-money')
  const [search] = useSearchParams()
  const { from, to, days } = useLoaded(daysQuery(search))
  const { year, quarter, rows } = useLoaded(vatQuery(search))
  const file = fileUrl(exportVat.path, { year: String(year), quarter: String(quarter) })
  return (
    <>
      <ConsoleTitle title={t('tabs.books')} />
      <MoneyTabs />
      <FilterBar download={file}>
        <Field label={t('filters.from')}>
          <TextInput name="from" type="date" defaultValue={from} required />
        </Field>
        <Field label={t('filters.to')}>
          <TextInput name="to" type="date" defaultValue={to} required />
        </Field>
        <Field label={t('books.year')}>
          <TextInput name="year" type="number" min={2020} max={2100} defaultValue={year} required />
        </Field>
        <Field label={t('books.quarter')}>
          <Select
            name="quarter"
            defaultValue={String(quarter)}
            options={['1', '2', '3', '4'].map((value) => ({
              value,
              label: t('books.quarterName', { quarter: value }),
            }))}
          />
        </Field>
      </FilterBar>
      <p className="text-sm text-text-muted">{t('books.note')}</p>
      <Section title={t('books.days')}>
        <DayTable days={days} />
      </Section>
      <Section title={t('books.vat')}>
        <VatTable rows={rows} />
      </Section>
    </>
  )
}
