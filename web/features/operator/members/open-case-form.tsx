import { useState } from 'react'
import { useNavigate } from 'react-router'
import { REMOVAL_PLACE_MAX_LENGTH } from '#contract/limits.ts'
import { reportReasons } from '#contract/moderation/report-reasons.ts'
import { getMember } from '#contract/operator/members/calls.ts'
import { getWaiting, listCases, openCase } from '#contract/operator/moderation/calls.ts'
import { casePath } from '#web/features/operator/cases/queries.ts'
import { useReasonText } from '#web/features/operator/cases/use-case-texts.ts'
import { ActDialog } from '#web/features/operator/ui/act-dialog.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'

const changes = [getMember, listCases, getWaiting]

/** Opens a case about what the operator noticed, and leads to it. */
export function OpenCaseForm({ memberId }: { memberId: string }) {
  const t = useTranslations('operator-members.openCase')
  const reasonText = useReasonText()
  const navigate = useNavigate()
  // Of this form, until it has succeeded: sent twice it opens one case.
  const [clientId, setClientId] = useState(() => crypto.randomUUID())
  return (
    <ActDialog
      endpoint={openCase}
      label={t('title')}
      text={t('text')}
      submit={t('submit')}
      close={t('cancel')}
      done={t('done')}
      changes={changes}
      names={['reason', 'photo', 'note']}
      inputOf={({ reason, photo, note }) => ({
        params: { memberId },
        body: { clientId, reason: reportReasons.find((each) => each === reason) ?? 'other', photo, note },
      })}
      onSuccess={({ reference }) => {
        setClientId(crypto.randomUUID())
        void navigate(casePath(reference, undefined))
      }}
    >
      {(fields) => (
        <>
          <Field label={t('reason')} error={fields.errorOf('reason')}>
            <Select
              name="reason"
              defaultValue="other"
              options={reportReasons.map((value) => ({ value, label: reasonText(value) }))}
              onChange={() => fields.clear('reason')}
            />
          </Field>
          <Field label={t('photo')} description={t('photoHelp')} error={fields.errorOf('photo')}>
            <TextInput
              name="photo"
              autoComplete="off"
              maxLength={REMOVAL_PLACE_MAX_LENGTH}
              onChange={() => fields.clear('photo')}
            />
          </Field>
          <Field label={t('note')} description={t('noteHelp')} error={fields.errorOf('note')}>
            <Textarea name="note" rows={3} required onChange={() => fields.clear('note')} />
          </Field>
        </>
      )}
    </ActDialog>
  )
}
