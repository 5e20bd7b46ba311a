import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { href, Link } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { deleteAccount } from '#contract/accounts/calls.ts'
import { deleteReasons, type DeleteReason } from '#contract/accounts/delete-reasons.ts'
import { DeletionForm } from '#contract/accounts/schemas.ts'
import { DELETION_DAYS, DELETION_REMARKS_MAX_LENGTH } from '#contract/limits.ts'
import { call } from '#web/api/call.ts'
import { useApiForm } from '#web/api/forms/use-api-form.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Field, FieldGroup } from '#web/ui/forms/field.tsx'
import { PasswordInput } from '#web/ui/forms/password-input.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { AlertDialog } from '#web/ui/overlays/lazy-overlay.tsx'
import { endSessionBy } from '#web/features/accounts/session.ts'
import { PauseDialog } from './pause-dialog.tsx'
import { useUser } from '#web/features/accounts/use-user.ts'

/** Offers a pause, asks for reason and password, and deletes the account once confirmed (ACC-13, ACC-17). */
export function DeleteAccountForm({ offer, onClose }: { offer: ReactNode; onClose: () => void }) {
  const t = useTranslations('deletion.delete')
  const form = useDeletion()
  const ground = useRef<HTMLFormElement>(null)
  // The button that opened the form is gone.
  useEffect(() => ground.current?.focus(), [])
  return (
    <form
      ref={ground}
      tabIndex={-1}
      aria-label={t('title')}
      method="post"
      onSubmit={form.submit}
      noValidate
      className="flex w-full flex-col gap-6 rounded-md outline-none"
    >
      <PauseInstead />
      <FormProblem>{form.problem}</FormProblem>
      <FieldGroup label={t('reason')} error={form.errorOf('reason')}>
        <RadioGroup
          name="reason"
          options={deleteReasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
          value={form.reason}
          onValueChange={(reason) => form.setValue('reason', reason)}
        />
      </FieldGroup>
      {form.reason && <Hint reason={form.reason} />}
      {form.reason === 'price' && offer}
      <Field label={t('remarks')} error={form.errorOf('remarks')}>
        <Textarea {...form.register('remarks')} rows={3} maxLength={DELETION_REMARKS_MAX_LENGTH} />
      </Field>
      <Consequences />
      <Field label={t('password')} error={form.errorOf('password')}>
        <PasswordInput
          {...form.register('password')}
          autoComplete="current-password"
          revealLabel={t('reveal')}
          hideLabel={t('hide')}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger" disabled={!form.isReady}>
          {t('submit')}
        </Button>
        <Button variant="outline" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
      <AlertDialog {...form.question} />
    </form>
  )
}

/** State of the form. A valid one opens the question, whose answer sends it. */
function useDeletion() {
  const t = useTranslations('deletion.delete')
  const common = useTranslations('common')
  const [asked, setAsked] = useState<DeletionForm | null>(null)
  const { watch, ...form } = useApiForm({
    schema: DeletionForm,
    defaultValues: { reason: null, remarks: '', password: '' },
    send: async (values) => setAsked(values),
  })
  const remove = useMutation({
    mutationFn: (body: DeletionForm) =>
      endSessionBy(() => call(deleteAccount, { body }), { path: href('/account-deleted') }),
    onError(error) {
      setAsked(null)
      form.showError(error)
    },
  })
  return {
    ...form,
    reason: watch('reason'),
    question: {
      open: asked !== null,
      onOpenChange: () => setAsked(null),
      title: t('ask'),
      description: t('askText', { days: DELETION_DAYS }),
      confirmLabel: t('confirm'),
      cancelLabel: common('cancel'),
      tone: 'danger' as const,
      isPending: remove.isPending || remove.isSuccess,
      onConfirm: () => asked && remove.mutate(asked),
    },
  }
}

/** The alternative, before everything else. */
function PauseInstead() {
  const t = useTranslations('deletion')
  const [isAsking, setIsAsking] = useState(false)
  if (useUser()?.is_paused) return null
  return (
    <Alert
      title={t('pause.title')}
      actions={
        <Button variant="outline" size="sm" onClick={() => setIsAsking(true)}>
          {t('delete.pauseInstead')}
        </Button>
      }
    >
      {t('pause.text')}
      <PauseDialog open={isAsking} onOpenChange={setIsAsking} />
    </Alert>
  )
}

/** What may help with the reason that was chosen. */
function Hint({ reason }: { reason: DeleteReason }) {
  const t = useTranslations('deletion.delete')
  if (reason === 'other') return null
  const linkTo = (path: string) => (chunks: ReactNode) => (
    <Link to={path} className="font-semibold text-accent-text underline">
      {chunks}
    </Link>
  )
  return (
    <p role="status" className="-mt-3 text-sm text-text-muted">
      {t.rich(`hints.${reason}`, { service: linkTo(href('/service')), search: linkTo(href('/members')) })}
    </p>
  )
}

function Consequences() {
  const t = useTranslations('deletion.delete')
  const count = useUser()?.credits ?? 0
  return (
    <div>
      <h4 className="mb-1 font-medium">{t('what')}</h4>
      <ul className="flex list-disc flex-col gap-1 ps-5 text-sm text-text-muted">
        <li>{t('now')}</li>
        <li>{t('days', { days: DELETION_DAYS })}</li>
        <li>{t('then')}</li>
        {count > 0 && <li>{t('credits', { count })}</li>}
      </ul>
    </div>
  )
}
