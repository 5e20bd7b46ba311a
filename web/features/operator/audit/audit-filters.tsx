import { useSearchParams } from 'react-router'
import { auditActs, auditSubjects } from '#contract/operator/acts.ts'
import { exportAudit } from '#contract/operator/audit/calls.ts'
import { useLoaded } from '#web/api/use-cached.ts'
import { operatorsQuery } from '#web/features/operator/team/queries.ts'
import { FilterBar } from '#web/features/operator/ui/filter-bar.tsx'
import { fileUrl } from '#web/features/operator/ui/list-pages.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { auditFilters } from './queries.ts'

/** Chooses whose acts are shown, which, and about what. */
export function AuditFilterBar() {
  const t = useTranslations('operator-acts')
  const [search] = useSearchParams()
  const { operators } = useLoaded(operatorsQuery())
  const { before: _place, ...filters } = auditFilters(search)
  return (
    <FilterBar download={fileUrl(exportAudit.path, { ...filters, format: 'csv' })}>
      <Field label={t('filters.actor')}>
        <Select
          name="actor"
          defaultValue={filters.actor ?? ''}
          placeholder={t('filters.all')}
          options={operators.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      <Field label={t('filters.act')}>
        <Select
          name="act"
          defaultValue={filters.act ?? ''}
          placeholder={t('filters.all')}
          options={auditActs.map((act) => ({ value: act, label: t(`acts.${act}`) }))}
        />
      </Field>
      <Field label={t('filters.kind')}>
        <Select
          name="subjectKind"
          defaultValue={filters.subjectKind ?? ''}
          placeholder={t('filters.all')}
          options={auditSubjects.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
        />
      </Field>
      <Field label={t('filters.subject')}>
        <TextInput name="subject" defaultValue={filters.subject ?? ''} autoComplete="off" spellCheck={false} />
      </Field>
    </FilterBar>
  )
}
