import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { User } from '#contract/accounts/schemas.ts'
import { logInWithCode } from '#contract/accounts/security-calls.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { LoginProblem } from './login-problem.tsx'

interface CodeStepProps {
  onLoggedIn: (user: User) => Promise<unknown>
  onBack: () => void
}

/** Second step of a log-in: the code of the authenticator app, or a recovery code (ACC-22). */
export function CodeStep({ onLoggedIn, onBack }: CodeStepProps) {
  const t = useTranslations('login')
  const errorText = useErrorText()
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<unknown>(null)
  const [isEmpty, setIsEmpty] = useState(false)
  useEffect(() => input.current?.focus(), [])
  const { mutate, isPending } = useMutation({
    async mutationFn(code: string) {
      const { user } = await call(logInWithCode, { body: { code } })
      await onLoggedIn(user)
    },
    onError(problem) {
      setError(problem)
      input.current?.select()
    },
  })
  const isAtField = error instanceof ApiError && 'code' in error.fields
  const fieldError = isEmpty ? 'accounts.code_required' : isAtField && (error.fields['code']?.code ?? error.code)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isPending || !input.current) return
    const code = input.current.value.trim()
    setIsEmpty(code === '')
    if (code === '') input.current.focus()
    else mutate(code)
  }

  return (
    <form method="post" onSubmit={submit} noValidate className="flex flex-col gap-5">
      <div>
        <h2 className="text-xl font-bold">{t('code.heading')}</h2>
        <p className="text-text-muted">{t('code.text')}</p>
      </div>
      {error !== null && !isAtField && <LoginProblem text={errorText(error)} error={error} />}
      <Field label={t('code.label')} description={t('code.help')} error={fieldError && errorText.ofCode(fieldError)}>
        <TextInput
          ref={input}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          onChange={() => {
            setError(null)
            setIsEmpty(false)
          }}
        />
      </Field>
      <Button type="submit" size="lg" isWide isPending={isPending}>
        {t('code.submit')}
      </Button>
      <Button variant="ghost" isWide onClick={onBack}>
        {t('code.back')}
      </Button>
    </form>
  )
}
