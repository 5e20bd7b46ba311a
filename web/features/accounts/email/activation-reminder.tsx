import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, useEffect, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from '#web/i18n/intl.tsx'
import { resendActivation, correctEmail } from '#contract/accounts/calls.ts'
import type { User } from '#contract/accounts/schemas.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { cx } from '#web/ui/cx.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { Dialog } from '#web/ui/overlays/lazy-overlay.tsx'
import { ApiError } from '#web/api/api-error.ts'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { userQuery } from '#web/features/accounts/queries.ts'
import { useFields } from '#web/features/accounts/login/use-fields.ts'
import { NewEmailFields } from './new-email-fields.tsx'

interface Props {
  user: User
  /** Shown as a dialog, which it is once after the sign-up on a phone (ACC-8). */
  isDialog: boolean
  onDialogClose: () => void
}

/** Asks the member to confirm the email, until which others cannot answer them (ACC-8). */
export function ActivationReminder({ user, isDialog, onDialogClose }: Props) {
  const t = useTranslations('accounts.activation')
  const common = useTranslations('common')
  if (isDialog)
    return (
      <Dialog open onOpenChange={(open) => !open && onDialogClose()} title={t('title')} closeLabel={common('close')}>
        <Reminder user={user} />
      </Dialog>
    )
  return (
    <Alert
      tone="warning"
      title={t('title')}
      className="mb-6 max-md:p-3 max-md:text-sm max-[22.5rem]:px-2 max-[22.5rem]:[&>svg]:hidden"
    >
      <Reminder user={user} isShortOnPhone />
    </Alert>
  )
}

/** On a phone the alert is two rows, the title and the buttons; its text comes with the form. */
function Reminder({ user, isShortOnPhone = false }: { user: User; isShortOnPhone?: boolean }) {
  const t = useTranslations('accounts.activation')
  const toast = useToast()
  const errorText = useErrorText()
  const [isCorrecting, setIsCorrecting] = useState(false)
  const resend = useMutation({
    mutationFn: () => call(resendActivation, {}),
    onSuccess: ({ email }) => toast.show({ tone: 'success', title: t('sent', { email }) }),
    onError: (error) => toast.show({ tone: 'danger', title: errorText(error) }),
  })
  const look = isShortOnPhone ? 'max-md:border-0 max-md:bg-transparent max-md:px-0 max-md:underline' : undefined
  function showSaved(email: string) {
    setIsCorrecting(false)
    toast.show({ tone: 'success', title: t('sent', { email }) })
  }
  return (
    <>
      <p className={cx('break-words', isShortOnPhone && !isCorrecting && 'max-md:sr-only')}>
        {t('text', { email: user.pending_email ?? user.email })}
      </p>
      <div className={cx('flex flex-wrap', isShortOnPhone ? 'gap-x-3 md:mt-3 md:gap-2' : 'mt-3 gap-2')}>
        <Button
          variant="outline"
          size="sm"
          className={look}
          isPending={resend.isPending}
          onClick={() => resend.mutate()}
        >
          {t('resend')}
        </Button>
        <Button
          variant="outline"
          size="sm"
          className={look}
          aria-expanded={isCorrecting}
          onClick={() => setIsCorrecting(!isCorrecting)}
        >
          {t('wrongEmail')}
        </Button>
      </div>
      {isCorrecting && <CorrectEmailForm onSaved={showSaved} />}
    </>
  )
}

/** Corrects a mistyped, unconfirmed address. Asks for the password when the server requires it (ACC-24). */
function CorrectEmailForm({ onSaved }: { onSaved: (email: string) => void }) {
  const t = useTranslations('accounts')
  const client = useQueryClient()
  const [needsPassword, setNeedsPassword] = useState(false)
  const fields = useFields(['email', 'password'])
  const { formRef, values, validityOf, show, showFailure, errorOf } = fields
  const { mutate, isPending } = useMutation({
    async mutationFn({ email, password }: { email: string; password: string }) {
      const { email: saved } = await call(correctEmail, { body: { email, ...(password && { password }) } })
      await client.invalidateQueries({ queryKey: userQuery().queryKey })
      return saved
    },
    onSuccess: onSaved,
    onError(error) {
      // Its field has to be there before it can take the focus.
      if (error instanceof ApiError && error.fields['password']) flushSync(() => setNeedsPassword(true))
      showFailure(error)
    },
  })
  // Follows the press that opened the form, or the one that sent it without the password.
  useEffect(() => {
    const name = needsPassword ? 'password' : 'email'
    formRef.current?.querySelector<HTMLInputElement>(`input[name=${name}]`)?.focus()
  }, [formRef, needsPassword])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isPending) return
    const { email, password } = values()
    const isValid = validityOf('email').valid
    show(isValid ? {} : { email: { code: 'accounts.new_email_invalid' } })
    if (isValid) mutate({ email: email.trim(), password })
  }

  return (
    <form ref={formRef} onSubmit={submit} noValidate className="mt-3 flex max-w-form flex-col gap-4">
      <FormProblem>{errorOf('form')}</FormProblem>
      <NewEmailFields fields={fields} hasPassword={needsPassword} />
      <Button type="submit" size="sm" className="self-start" isPending={isPending}>
        {t('activation.saveEmail')}
      </Button>
    </form>
  )
}
