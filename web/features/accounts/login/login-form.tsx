import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState, type SubmitEvent } from 'react'
import { href, useSearchParams } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { logIn } from '#contract/accounts/calls.ts'
import type { User } from '#contract/accounts/schemas.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { targetAfterLogin } from './login-target.ts'
import { useFocusAfterRemoval } from '#web/ui/hooks/use-focus-after-removal.ts'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { Link } from '#web/api/link.tsx'
import { inputErrors } from './login-errors.ts'
import { LoginProblem } from './login-problem.tsx'
import { PasswordField } from './password-field.tsx'
import { PasskeyLogin } from './passkey-login.tsx'
import { useContinueAsMember } from './use-continue-as-member.ts'
import { useFields } from './use-fields.ts'
import { spendSuggestedEmail, suggestEmail } from '#web/features/accounts/email/suggested-email.ts'
import { useIsSignupOpen } from '#web/features/settings/use-settings.ts'

const CodeStep = lazy(async () => ({ default: (await import('./code-step.tsx')).CodeStep }))

/** Email and password, then a code if needed, or a passkey; continues to the page that asked (SHELL-15). */
export function LoginForm() {
  const isHydrated = useIsHydrated()
  const finish = useFinish()
  const [needsCode, setNeedsCode] = useState(false)
  const start = useFocusAfterRemoval<HTMLDivElement>(needsCode ? 1 : 0)
  if (needsCode) {
    return (
      <Suspense>
        <CodeStep onLoggedIn={finish} onBack={() => setNeedsCode(false)} />
      </Suspense>
    )
  }
  return (
    <div ref={start} tabIndex={-1} className="flex flex-col gap-5 outline-none">
      <PasswordLogin isReady={isHydrated} onLoggedIn={finish} onCodeRequired={() => setNeedsCode(true)} />
      <PasskeyLogin isReady={isHydrated} onLoggedIn={finish} />
      <SignupLink />
    </div>
  )
}

/** Returns the function that makes the tab the member's and goes on. */
function useFinish() {
  const continueAsMember = useContinueAsMember()
  const [search] = useSearchParams()
  return (user: User) => continueAsMember(user, targetAfterLogin(search))
}

interface PasswordLoginProps {
  isReady: boolean
  onLoggedIn: (user: User) => Promise<unknown>
  onCodeRequired: () => void
}

function PasswordLogin(props: PasswordLoginProps) {
  const t = useTranslations('accounts')
  const { formRef, errorOf, clear, submit, isSending, problem, failure, isLocked } = useLogin(props)
  const [suggestedEmail] = useState(spendSuggestedEmail)

  return (
    <form method="post" ref={formRef} onSubmit={submit} noValidate className="flex flex-col gap-5">
      <LoginProblem text={problem} error={failure} />
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
          name="email"
          defaultValue={suggestedEmail}
          type="email"
          autoComplete="username webauthn"
          inputMode="email"
          required
          onChange={() => clear('email')}
        />
      </Field>
      <PasswordField
        name="password"
        label={t('fields.password')}
        error={errorOf('password')}
        autoComplete="current-password"
        onChange={() => clear('password')}
      />
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
  if (!useIsSignupOpen()) return null
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

/** State of the form. */
function useLogin({ onLoggedIn, onCodeRequired }: Omit<PasswordLoginProps, 'isReady'>) {
  const { formRef, values, validityOf, show, showFailure, clear, errorOf } = useFields(['email', 'password'])
  const { mutate, isPending, error } = useMutation({
    async mutationFn(body: { email: string; password: string }) {
      const { user } = await call(logIn, { body })
      await onLoggedIn(user)
    },
    onError(problem) {
      if (!(problem instanceof ApiError) || problem.code !== 'accounts.code_required') return showFailure(problem)
      // For the way back.
      suggestEmail(values().email)
      onCodeRequired()
    },
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isPending) return
    const localErrors = inputErrors({ email: validityOf('email'), password: validityOf('password') })
    show(localErrors)
    if (Object.keys(localErrors).length === 0) mutate(values())
  }

  const problem = errorOf('form')
  return {
    formRef,
    submit,
    isSending: isPending,
    problem,
    failure: error,
    /** The reset of the password ends the lock, which others may have caused. */
    isLocked: problem !== undefined && error instanceof ApiError && error.code === 'accounts.login_locked',
    clear,
    errorOf,
  }
}
