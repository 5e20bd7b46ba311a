import { useSearchParams } from 'react-router'
import { caseKinds } from '#contract/moderation/cases.ts'
import { FilterBar } from '#web/features/operator/ui/filter-bar.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { caseFilters } from './queries.ts'

/** Chooses which cases are listed. */
export function CaseFilterBar() {
  const t = useTranslations('operator-cases')
  const [search] = useSearchParams()
  const { status = 'open', kind = '' } = caseFilters(search)
  return (
    <FilterBar>
      <Field label={t('filters.status')}>
        <Select
          name="status"
          defaultValue={status}
          options={(['open', 'decided'] as const).map((value) => ({ value, label: t(`statuses.${value}`) }))}
        />
      </Field>
      <Field label={t('filters.kind')}>
        <Select
          name="kind"
          defaultValue={kind}
          placeholder={t('filters.all')}
          options={caseKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
      </Field>
    </FilterBar>
  )
}
