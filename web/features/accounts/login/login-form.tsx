import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState, type SubmitEvent } from 'react'
import { href, useSearchParams } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { logIn } from '#contract/accounts/calls.ts'
import type { User } from '#contract/accounts/schemas.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useContinueTo } from '#web/api/use-continue-to.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput } from '#web/ui/forms/password-input.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { targetAfterLogin } from './login-target.ts'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { Link } from '#web/api/link.tsx'
import { inputErrors, loginFields, replyErrors, type LoginErrors, type LoginField } from './login-errors.ts'
import { PasskeyLogin } from './passkey-login.tsx'
import { startSession } from '#web/features/accounts/session.ts'
import { spendSuggestedEmail } from '#web/features/accounts/email/suggested-email.ts'

const CodeStep = lazy(async () => ({ default: (await import('./code-step.tsx')).CodeStep }))

/** Email and password, then a code if needed, or a passkey; continues to the page that asked (SHELL-15). */
export function LoginForm() {
  const isHydrated = useIsHydrated()
  const finish = useFinish()
  const [needsCode, setNeedsCode] = useState(false)
  if (needsCode) {
    return (
      <Suspense>
        <CodeStep onLoggedIn={finish} onBack={() => setNeedsCode(false)} />
      </Suspense>
    )
  }
  return (
    <div className="flex flex-col gap-5">
      <PasswordLogin isReady={isHydrated} onLoggedIn={finish} onCodeRequired={() => setNeedsCode(true)} />
      <PasskeyLogin isReady={isHydrated} onLoggedIn={finish} />
      <SignupLink />
    </div>
  )
}

/** Returns the function that makes the tab the member's and goes on. */
function useFinish() {
  const continueTo = useContinueTo()
  const [search] = useSearchParams()
  const queryClient = useQueryClient()
  return async (user: User) => {
    startSession(queryClient, user)
    await continueTo(targetAfterLogin(search), { replace: true })
  }
}

interface PasswordLoginProps {
  isReady: boolean
  onLoggedIn: (user: User) => Promise<unknown>
  onCodeRequired: () => void
}

function PasswordLogin(props: PasswordLoginProps) {
  const t = useTranslations('accounts')
  const { email, password, errorOf, clearError, submit, isSending, isLocked } = useLogin(props)
  const [suggestedEmail] = useState(spendSuggestedEmail)
  const problem = errorOf('form')

  return (
    <form method="post" onSubmit={submit} noValidate className="flex flex-col gap-5">
      <FormProblem>{problem}</FormProblem>
      {isLocked && (
        <p role="status" className="-mt-2 text-text-muted">
          {t.rich('login.locked', {
            link: (chunks) => (
              <Link to={href('/reset-password')} className="font-semibold text-accent-text underline">
                {chunks}
              </Link>
            ),
          })}
        </p>
      )}
      <Field label={t('fields.email')} error={errorOf('email')}>
        <TextInput
          ref={email}
          name="email"
          defaultValue={suggestedEmail}
          type="email"
          autoComplete="username webauthn"
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
      <Link to={href('/reset-password')} className="-mt-3 self-end font-semibold text-accent-text underline">
        {t('login.forgot')}
      </Link>
      {/* Before hydration a press would send the form as a plain page. */}
      <Button type="submit" size="lg" disabled={!props.isReady} isWide isPending={isSending}>
        {t('login.submit')}
      </Button>
    </form>
  )
}

function SignupLink() {
  const t = useTranslations('accounts')
  return (
    <p className="text-center text-text-muted">
      {t.rich('login.noAccount', {
        link: (chunks) => (
          <Link to={href('/signup')} prefetch="intent" className="font-semibold text-accent-text underline">
            {chunks}
          </Link>
        ),
      })}
    </p>
  )
}

/** State of the form. The inputs are uncontrolled, so that what was typed before hydration stays. */
function useLogin({ onLoggedIn, onCodeRequired }: Omit<PasswordLoginProps, 'isReady'>) {
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
      await onLoggedIn(user)
    },
    onError(error) {
      if (error instanceof ApiError && error.code === 'accounts.code_required') onCodeRequired()
      else show(replyErrors(error))
    },
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isPending || !email.current || !password.current) return
    const localErrors = inputErrors({ email: email.current.validity, password: password.current.validity })
    show(localErrors)
    if (Object.keys(localErrors).length === 0) mutate({ email: email.current.value, password: password.current.value })
  }

  return {
    email,
    password,
    submit,
    isSending: isPending,
    /** The reset of the password ends the lock, which others may have caused. */
    isLocked: errors.form?.code === 'accounts.login_locked',
    clearError: (field: LoginField) => setErrors((shown) => ({ ...shown, [field]: undefined })),
    errorOf(place: keyof LoginErrors) {
      const error = errors[place]
      return error && errorText.ofCode(error.code, error.params)
    },
  }
}
