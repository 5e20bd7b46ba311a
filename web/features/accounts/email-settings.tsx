import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { useTranslations } from 'use-intl'
import { changeEmail } from '#contract/accounts.ts'
import { MAIL_CHANGE_LINK_HOURS } from '#contract/limits.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { PasswordField } from './password-field.tsx'
import { userQuery } from './queries.ts'
import { useFields } from './use-fields.ts'
import { useUser } from './use-user.ts'

/** Changes the email address: asks for the new one and the password (ACC-14). */
export function EmailSettings() {
  const t = useTranslations('accounts')
  const user = useUser()
  const client = useQueryClient()
  const isHydrated = useIsHydrated()
  const { formRef, values, show, showFailure, clear, errorOf } = useFields(['email', 'password'])
  const { mutate, isPending } = useMutation({
    async mutationFn(body: { email: string; password: string }) {
      await call(changeEmail, { body })
      await client.invalidateQueries({ queryKey: userQuery().queryKey })
    },
    onSuccess: () => formRef.current?.reset(),
    onError: showFailure,
  })
  const problem = errorOf('form')
  const pending = user?.pending_email

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isPending) return
    const entered = values()
    const email = formRef.current?.elements.namedItem('email')
    const isValid = email instanceof HTMLInputElement && email.validity.valid
    show({
      ...(!isValid && { email: { code: 'accounts.new_email_invalid' } }),
      ...(!entered.password && { password: { code: 'accounts.password_required' } }),
    })
    if (isValid && entered.password) mutate({ email: entered.email.trim(), password: entered.password })
  }

  return (
    <form method="post" ref={formRef} onSubmit={submit} noValidate className="flex flex-col gap-5 py-3">
      <div>
        <h3 className="font-medium">{t('emailSettings.title')}</h3>
        <p className="text-sm text-text-muted">{t('emailSettings.lead')}</p>
      </div>
      {problem && (
        <Alert tone="danger" isLive>
          {problem}
        </Alert>
      )}
      {pending && (
        <Alert tone="info" isLive title={t('emailSettings.pendingTitle')}>
          {t('emailSettings.pending', { email: pending, hours: MAIL_CHANGE_LINK_HOURS })}
        </Alert>
      )}
      <Field label={t('emailSettings.newEmail')} error={errorOf('email')}>
        <TextInput
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          required
          onChange={() => clear('email')}
        />
      </Field>
      <PasswordField
        name="password"
        label={t('emailSettings.password')}
        error={errorOf('password')}
        autoComplete="current-password"
        onChange={() => clear('password')}
      />
      <Button type="submit" className="self-start" disabled={!isHydrated} isPending={isPending}>
        {t('emailSettings.submit')}
      </Button>
    </form>
  )
}
