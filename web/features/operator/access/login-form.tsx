import { useState, type ReactNode } from 'react'
import { logInOperator } from '#contract/operator/access/calls.ts'
import type { CodeStep } from '#contract/operator/access/schemas.ts'
import { call } from '#web/api/call.ts'
import { useSentForm } from '#web/features/operator/ui/use-sent-form.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput } from '#web/ui/forms/password-input.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { CodeForm } from './code-form.tsx'
import { OperatorPasskeyLogin } from './passkey-login.tsx'

/** The console's log-in: password, then the code of the authenticator app (OPER-3); or a passkey. */
export function OperatorLogin() {
  const t = useTranslations('operator')
  return (
    <TwoSteps>
      {(onPassed) => (
        <>
          <PasswordForm
            names={['email', 'password']}
            submitLabel={t('login.submit')}
            send={(body) => call(logInOperator, { body })}
            onPassed={onPassed}
          />
          <OperatorPasskeyLogin />
        </>
      )}
    </TwoSteps>
  )
}

/** Shows a form and, once the server has accepted it, the form for the code. */
export function TwoSteps({ children }: { children: (onPassed: (step: CodeStep) => void) => ReactNode }) {
  const [step, setStep] = useState<CodeStep | null>(null)
  return step ? <CodeForm setup={step.setup} onBack={() => setStep(null)} /> : children(setStep)
}

interface PasswordFormProps {
  /** Without the address to choose a password. */
  names: readonly ('email' | 'password')[]
  submitLabel: string
  send: (values: { email: string; password: string }) => Promise<CodeStep>
  onPassed: (step: CodeStep) => void
}

export function PasswordForm({ names, submitLabel, send, onPassed }: PasswordFormProps) {
  const t = useTranslations('operator')
  const isHydrated = useIsHydrated()
  const { form, isPending, clear, errorOf } = useSentForm(names, { send, onSent: (step) => onPassed(step) })
  const isNew = !names.includes('email')

  return (
    <form {...form} className="flex flex-col gap-5">
      <FormProblem>{errorOf('form')}</FormProblem>
      {!isNew && (
        <Field label={t('login.email')} error={errorOf('email')}>
          <TextInput
            name="email"
            type="email"
            autoComplete="username"
            inputMode="email"
            required
            onChange={() => clear('email')}
          />
        </Field>
      )}
      <Field label={t(isNew ? 'invitation.password' : 'login.password')} error={errorOf('password')}>
        <PasswordInput
          name="password"
          autoComplete={isNew ? 'new-password' : 'current-password'}
          required
          revealLabel={t('login.reveal')}
          hideLabel={t('login.hide')}
          onChange={() => clear('password')}
        />
      </Field>
      {/* Before hydration a press would send the form as a plain page. */}
      <Button type="submit" disabled={!isHydrated} isWide isPending={isPending}>
        {submitLabel}
      </Button>
    </form>
  )
}
