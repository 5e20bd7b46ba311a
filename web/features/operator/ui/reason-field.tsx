import { useTranslations } from '#web/i18n/intl.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import type { ActFields } from './act-dialog.tsx'

/** Why the operator acts: for the audit log. */
export function ReasonField({ fields }: { fields: Pick<ActFields<'reason'>, 'errorOf' | 'clear'> }) {
  const t = useTranslations('operator.reason')
  return (
    <Field label={t('label')} description={t('help')} error={fields.errorOf('reason')}>
      <Textarea name="reason" rows={2} required onChange={() => fields.clear('reason')} />
    </Field>
  )
}
