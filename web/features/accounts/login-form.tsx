import { useQueryClient } from '@tanstack/react-query'
import { href, Link, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { logIn, LoginForm as LoginSchema } from '#contract/accounts.ts'
import { call } from '#web/api/call.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput } from '#web/ui/forms/password-input.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { startSession } from './session.ts'

/** Email and password; goes on to the members (SHELL-15). */
export function LoginForm() {
  const t = useTranslations('accounts')
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useApiForm({
    schema: LoginSchema,
    defaultValues: { email: '', password: '' },
    async send(body) {
      const { user } = await call(logIn, { body })
      startSession(queryClient, user)
      await navigate(href('/members'), { replace: true })
    },
  })

  return (
    <form method="post" onSubmit={form.submit} noValidate className="flex flex-col gap-5">
      {form.problem && (
        <Alert tone="danger" isLive>
          {form.problem}
        </Alert>
      )}
      <Field label={t('fields.email')} error={form.errorOf('email')}>
        <TextInput {...form.register('email')} type="email" autoComplete="username" inputMode="email" />
      </Field>
      <Field label={t('fields.password')} error={form.errorOf('password')}>
        <PasswordInput
          {...form.register('password')}
          autoComplete="current-password"
          revealLabel={t('fields.revealPassword')}
          hideLabel={t('fields.hidePassword')}
        />
      </Field>
      <Button type="submit" size="lg" disabled={!form.isReady} isWide isPending={form.isSending}>
        {t('login.submit')}
      </Button>
      <p className="text-center text-text-muted">
        {t.rich('login.noAccount', {
          link: (chunks) => (
            <Link to={href('/signup')} prefetch="intent" className="font-semibold text-accent-text underline">
              {chunks}
            </Link>
          ),
        })}
      </p>
    </form>
  )
}
