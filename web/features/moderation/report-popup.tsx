import { useState } from 'react'
import X from 'lucide-react/icons/x'
import { useTranslations } from '#web/i18n/intl.tsx'
import { REPORT_TEXT_MAX_LENGTH, PHOTO_MAX_BYTES, PHOTO_MAX_MEGABYTES, REPORT_ATTACHMENTS } from '#contract/limits.ts'
import { reportReasons } from '#contract/moderation/report-reasons.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Field, FieldGroup } from '#web/ui/forms/field.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { Dialog } from '#web/ui/overlays/lazy-overlay.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { FilePreview } from '#web/ui/forms/file-preview.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { useFocusAfterRemoval } from '#web/ui/hooks/use-focus-after-removal.ts'
import { emptyReport, needsText, type ReportDialogProps, type ReportValues, rejectAttachment } from './report-form.ts'
import { useReport } from './use-report.ts'

/** The body of ReportDialog, loaded with the first report: the form, then the receipt (MOD-5). */
export function ReportPopup({
  member,
  photoId = null,
  message = null,
  open,
  onOpenChange,
  onBlocked,
}: ReportDialogProps) {
  const t = useTranslations('reports')
  const common = useTranslations('common')
  const { sent, send, resend } = useReport({ profileId: member.id, photoId, message, open, onBlocked })
  const [values, setValues] = useState(emptyReport)
  const { name, gender } = member
  const title = message ? 'messageTitle' : photoId === null ? 'title' : 'photoTitle'

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={sent ? t('done.title') : t(title, { name })}
      closeLabel={common('close')}
      // What is written and attached would be lost by a press beside it.
      staysOpen={!sent && (values.text.trim() !== '' || values.files.length > 0)}
    >
      {sent ? (
        <div className="flex flex-col gap-4">
          {/* The form with the focus is gone. Screen readers read what takes the focus. */}
          <p ref={focusElement} tabIndex={-1} className="outline-none">
            {t('done.text', { reference: sent.receipt.id })}
          </p>
          {sent.isBlocked && <p>{t('done.blocked', { name, gender })}</p>}
          {sent.failed.length > 0 && (
            <Alert
              tone="warning"
              actions={
                <Button size="sm" isPending={resend.isPending} onClick={() => resend.mutate(sent)}>
                  {t('done.retry')}
                </Button>
              }
            >
              {t('done.failed', { count: sent.failed.length })}
            </Alert>
          )}
          <p className="text-sm text-text-muted">{t('done.danger')}</p>
          <Button onClick={() => onOpenChange(false)}>{common('close')}</Button>
        </div>
      ) : (
        <ReportForm
          name={name}
          values={values}
          onChange={setValues}
          isPending={send.isPending}
          onSubmit={() => send.mutate(values)}
        />
      )}
    </Dialog>
  )
}

function focusElement(element: HTMLElement | null) {
  element?.focus()
}

interface ReportFormProps {
  name: string
  values: ReportValues
  onChange: (values: ReportValues) => void
  isPending: boolean
  onSubmit: () => void
}

function ReportForm({ name, values, onChange, isPending, onSubmit }: ReportFormProps) {
  const t = useTranslations('reports')
  const errorText = useErrorText()
  const [isChecked, setIsChecked] = useState(false)
  const change = (part: Partial<ReportValues>) => onChange({ ...values, ...part })
  const lacksText = needsText(values)

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        setIsChecked(true)
        if (values.reason && !lacksText) onSubmit()
        // The button is below both on a phone, and the error may be out of view.
        else event.currentTarget.querySelector<HTMLElement>(values.reason ? 'textarea' : 'input')?.focus()
      }}
    >
      <p className="text-text-muted">{t('lead', { name })}</p>
      <FieldGroup label={t('reason')} error={isChecked && !values.reason && t('reasonRequired')}>
        <RadioGroup
          options={reportReasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
          value={values.reason}
          onValueChange={(reason) => change({ reason })}
        />
      </FieldGroup>
      <Field
        label={t('text')}
        hint={values.reason !== 'other' && t('optional')}
        description={t('textHelp')}
        error={isChecked && lacksText && errorText.ofCode('moderation.report_text_required')}
      >
        <Textarea
          dir="auto"
          value={values.text}
          maxLength={REPORT_TEXT_MAX_LENGTH}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
      </Field>
      <ReportAttachments files={values.files} onFilesChange={(files) => change({ files })} />
      <Checkbox
        label={t('block', { name })}
        description={t('blockHelp')}
        checked={values.isBlocking}
        onChange={(event) => change({ isBlocking: event.currentTarget.checked })}
      />
      <Button type="submit" variant="danger" isPending={isPending}>
        {t('submit')}
      </Button>
    </form>
  )
}

interface Props {
  files: readonly File[]
  onFilesChange: (files: File[]) => void
}

/** Chooses the screenshots of a report, one at a time. A file that cannot be one is rejected at once. */
function ReportAttachments({ files, onFilesChange }: Props) {
  const t = useTranslations('reports')
  const box = useFocusAfterRemoval<HTMLDivElement>(files.length)
  const [error, setError] = useState<ReturnType<typeof rejectAttachment>>(null)

  function add([file]: File[]) {
    if (!file) return
    const rejection = rejectAttachment(file, { maxBytes: PHOTO_MAX_BYTES })
    setError(rejection)
    if (!rejection) onFilesChange([...files, file])
  }

  return (
    <FieldGroup
      label={t('attachments')}
      hint={t('optional')}
      error={error && t(error, { megabytes: PHOTO_MAX_MEGABYTES })}
    >
      <div ref={box} tabIndex={-1} className="flex flex-col gap-3 outline-none">
        {files.length > 0 && (
          <ul aria-label={t('attachments')} className="flex flex-wrap gap-3">
            {files.map((file, index) => (
              <li
                key={`${index} ${file.name}`}
                className="relative size-24 overflow-hidden rounded-md bg-surface-muted"
              >
                <FilePreview file={file} className="size-full object-cover" />
                <IconButton
                  label={t('remove', { file: file.name })}
                  variant="shade"
                  size="sm"
                  className="absolute end-1 top-1"
                  onClick={() => onFilesChange(files.filter((each) => each !== file))}
                >
                  <X />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        {files.length < REPORT_ATTACHMENTS && (
          <FileDrop
            label={t('attach')}
            hint={t('attachHint', { megabytes: PHOTO_MAX_MEGABYTES, count: REPORT_ATTACHMENTS })}
            accept="image/jpeg,image/png,image/webp"
            onChoose={add}
          />
        )}
      </div>
    </FieldGroup>
  )
}
