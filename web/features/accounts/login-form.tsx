import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type SubmitEvent } from 'react'
import { href, Link, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { logIn } from '#contract/accounts.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput } from '#web/ui/forms/password-input.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { inputErrors, loginFields, replyErrors, type LoginErrors, type LoginField } from './login-errors.ts'
import { startSession } from './session.ts'

/** Email and password; goes on to the members (SHELL-15). */
export function LoginForm() {
  const t = useTranslations('accounts')
  const isHydrated = useIsHydrated()
  const { email, password, errorOf, clearError, submit, isSending } = useLogin()
  const problem = errorOf('form')

  return (
    <form method="post" onSubmit={submit} noValidate className="flex flex-col gap-5">
      {problem && (
        <Alert tone="danger" isLive>
          {problem}
        </Alert>
      )}
      <Field label={t('fields.email')} error={errorOf('email')}>
        <TextInput
          ref={email}
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          onChange={() => clearError('email')}
        />
      </Field>
      <Field label={t('fields.password')} error={errorOf('password')}>
        <PasswordInput
          ref={password}
          name="password"
          autoComplete="current-password"
          required
          revealLabel={t('fields.revealPassword')}
          hideLabel={t('fields.hidePassword')}
          onChange={() => clearError('password')}
        />
      </Field>
      {/* Before hydration a press would send the form as a plain page. */}
      <Button type="submit" size="lg" disabled={!isHydrated} isWide isPending={isSending}>
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

/** State of the form. The inputs are uncontrolled, so that what was typed before hydration stays. */
function useLogin() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const errorText = useErrorText()
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [errors, setErrors] = useState<LoginErrors>({})

  /** Shows the errors and moves the focus to the first field that has one. */
  function show(next: LoginErrors) {
    setErrors(next)
    const first = loginFields.find((field) => next[field])
    if (first) ({ email, password })[first].current?.focus()
  }

  const { mutate, isPending } = useMutation({
    async mutationFn(body: Record<LoginField, string>) {
      const { user } = await call(logIn, { body })
      startSession(queryClient, user)
      await navigate(href('/members'), { replace: true })
    },
    onError: (error) => show(replyErrors(error)),
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isPending || !email.current || !password.current) return
    const found = inputErrors({ email: email.current.validity, password: password.current.validity })
    show(found)
    if (Object.keys(found).length === 0) mutate({ email: email.current.value, password: password.current.value })
  }

  return {
    email,
    password,
    submit,
    isSending: isPending,
    clearError: (field: LoginField) => setErrors((shown) => ({ ...shown, [field]: undefined })),
    errorOf(place: keyof LoginErrors) {
      const error = errors[place]
      return error && errorText.ofCode(error.code, error.params)
    },
  }
}
