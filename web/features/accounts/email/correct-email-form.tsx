import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, useEffect, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { correctEmail } from '#contract/accounts/calls.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useFields } from '#web/features/accounts/login/use-fields.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { NewEmailFields } from './new-email-fields.tsx'

/** Corrects a mistyped, unconfirmed address. Asks for the password when the server requires it (ACC-24). */
export function CorrectEmailForm({ onSaved }: { onSaved: (email: string) => void }) {
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
