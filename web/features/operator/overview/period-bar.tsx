import { useSearchParams } from 'react-router'
import { numberPeriods } from '#contract/operator/overview/periods.ts'
import { FilterBar } from '#web/features/operator/ui/filter-bar.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'

interface PeriodBarProps {
  /** Sites to choose from; default: no choice. */
  sites?: readonly { id: number; name: string }[]
  /** Default true. */
  hasDays?: boolean
}

/** Chooses the days and the site of numbers. */
export function PeriodBar({ sites, hasDays = true }: PeriodBarProps) {
  const t = useTranslations('operator-overview.numbers')
  const [search] = useSearchParams()
  return (
    <FilterBar>
      {hasDays && (
        <Field label={t('days')}>
          <Select
            name="days"
            defaultValue={search.get('days') ?? '30'}
            options={numberPeriods.map((value) => ({ value, label: t('period', { days: Number(value) }) }))}
          />
        </Field>
      )}
      {sites && (
        <Field label={t('site')}>
          <Select
            name="site"
            defaultValue={search.get('site') ?? ''}
            placeholder={t('allSites')}
            options={sites.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        </Field>
      )}
    </FilterBar>
  )
}
