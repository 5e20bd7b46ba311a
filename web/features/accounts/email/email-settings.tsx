import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type SubmitEvent } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { changeEmail } from '#contract/accounts/calls.ts'
import { MAIL_CHANGE_LINK_HOURS } from '#contract/limits.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { NewEmailFields } from './new-email-fields.tsx'
import { userQuery } from '#web/features/accounts/queries.ts'
import { useFields } from '#web/features/accounts/login/use-fields.ts'
import { useUser } from '#web/features/accounts/use-user.ts'

/**
 * Changes the email address: asks for the new one and the password (ACC-14). A button opens the form, which
 * is there at once for an address that is not confirmed: it may be mistyped.
 */
export function EmailSettings() {
  const t = useTranslations('accounts.emailSettings')
  const user = useUser()
  const isHydrated = useIsHydrated()
  const [isUnconfirmed] = useState(user?.status === 'not_confirmed')
  const [isOpenedHere, setIsOpenedHere] = useState(false)
  if (isUnconfirmed || isOpenedHere) return <ChangeEmailForm isOpenedHere={isOpenedHere} />
  return (
    <div className="flex flex-col items-start gap-3 py-4 last:pb-0">
      <PendingAlert />
      <Button
        variant="outline"
        size="sm"
        aria-expanded={false}
        disabled={!isHydrated}
        onClick={() => setIsOpenedHere(true)}
      >
        {t('submit')}
      </Button>
    </div>
  )
}

/** `isOpenedHere`: by a press, which goes on in the first field. */
function ChangeEmailForm({ isOpenedHere }: { isOpenedHere: boolean }) {
  const t = useTranslations('accounts')
  const user = useUser()
  const client = useQueryClient()
  const isHydrated = useIsHydrated()
  const fields = useFields(['email', 'password'])
  const { formRef, values, validityOf, show, showFailure, errorOf } = fields
  const { mutate, isPending } = useMutation({
    async mutationFn(body: { email: string; password: string }) {
      await call(changeEmail, { body })
      await client.invalidateQueries({ queryKey: userQuery().queryKey })
    },
    onSuccess: () => formRef.current?.reset(),
    onError: showFailure,
  })
  useEffect(() => {
    if (isOpenedHere) formRef.current?.querySelector('input')?.focus()
  }, [isOpenedHere, formRef])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isPending) return
    const { email, password } = values()
    const isValid = validityOf('email').valid
    show({
      ...(!isValid && { email: { code: 'accounts.new_email_invalid' } }),
      ...(!password && { password: { code: 'accounts.password_required' } }),
    })
    if (isValid && password) mutate({ email: email.trim(), password })
  }

  return (
    <form method="post" ref={formRef} onSubmit={submit} noValidate className="flex flex-col gap-5 py-3">
      <div>
        <h3 className="font-medium">{t('emailSettings.title')}</h3>
        <p className="text-sm text-text-muted">
          {t(user?.status === 'not_confirmed' ? 'emailSettings.leadUnconfirmed' : 'emailSettings.lead')}
        </p>
      </div>
      <FormProblem>{errorOf('form')}</FormProblem>
      <PendingAlert />
      <NewEmailFields fields={fields} />
      <Button type="submit" variant="outline" className="sm:self-start" disabled={!isHydrated} isPending={isPending}>
        {t('emailSettings.submit')}
      </Button>
    </form>
  )
}

/** Says that a link was mailed to the new address, or that the mail came back. */
function PendingAlert() {
  const t = useTranslations('accounts')
  const user = useUser()
  const email = user?.pending_email
  if (!email) return null
  if (user.is_email_rejected)
    return (
      <Alert tone="warning" isLive title={t('activation.cameBackTitle')}>
        {t('activation.cameBack', { email })}
      </Alert>
    )
  return (
    <Alert tone="info" isLive title={t('emailSettings.pendingTitle')}>
      {t('emailSettings.pending', { email, hours: MAIL_CHANGE_LINK_HOURS })}
    </Alert>
  )
}
