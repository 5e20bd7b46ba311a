import { useMutation } from '@tanstack/react-query'
import { useId, useState, type ReactNode, type SubmitEvent } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { PASSKEY_NAME_MAX_LENGTH } from '#contract/limits.ts'
import type { FormError } from '#web/api/forms/form-errors.ts'
import { useFields, type FieldsErrors } from '#web/features/accounts/login/use-fields.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput } from '#web/ui/forms/password-input.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'

type FieldName = 'old' | 'new' | 'repeat' | 'password' | 'code' | 'name'

interface SecurityFormProps<Name extends FieldName> {
  fields: readonly Name[]
  submitLabel: string
  /** Help below a field. */
  help?: Partial<Record<Name, string>>
  startValues?: Partial<Record<Name, string>>
  /** What is sent; an error is shown at the fields that the server names, or above the form. */
  send: (values: Record<Name, string>) => Promise<unknown>
  /** Returns a text of its own for an error that does not come from the server. */
  textOf?: (error: unknown) => string | undefined
  children?: ReactNode
}

/** A short form of the security settings: passwords, a code, a name. The server checks what is entered. */
export function SecurityForm<Name extends FieldName>(props: SecurityFormProps<Name>) {
  const { fields, submitLabel, help, startValues, children } = props
  const { formRef, submit, isSending, problem, errorOf, clear } = useSecurityForm(props)
  return (
    <form ref={formRef} method="post" onSubmit={submit} noValidate className="flex flex-col gap-5">
      {children}
      <FormProblem>{problem}</FormProblem>
      {fields.map((name) => (
        <SecurityField
          key={name}
          name={name}
          error={errorOf(name)}
          help={help?.[name]}
          startValue={startValues?.[name]}
          onChange={() => clear(name)}
        />
      ))}
      <Button type="submit" isWide isPending={isSending}>
        {submitLabel}
      </Button>
    </form>
  )
}

function useSecurityForm<Name extends FieldName>({ fields, send, textOf }: SecurityFormProps<Name>) {
  const { formRef, values, show, showFailure, clear, errorOf } = useFields(fields)
  const [ownProblem, setOwnProblem] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onError(error) {
      const own = textOf?.(error)
      if (own) setOwnProblem(own)
      else showFailure(error)
    },
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isPending) return
    const entered = values()
    const empty = fields.filter((name) => entered[name].trim() === '')
    const errors: FieldsErrors<Name> = {}
    for (const name of empty) errors[name] = { code: emptyCodeOf(name) }
    setOwnProblem(undefined)
    show(errors)
    if (empty.length === 0) mutate(entered)
  }

  return { formRef, submit, problem: ownProblem ?? errorOf('form'), isSending: isPending, clear, errorOf }
}

/** Returns the error of a field that is empty. */
function emptyCodeOf(name: FieldName): FormError['code'] {
  if (name === 'code') return 'accounts.code_required'
  return name === 'name' ? 'accounts.passkey_name_required' : 'accounts.password_required'
}

interface SecurityFieldProps {
  name: FieldName
  error: string | undefined
  help: string | undefined
  startValue: string | undefined
  onChange: () => void
}

function SecurityField({ name, error, help, startValue, onChange }: SecurityFieldProps) {
  const t = useTranslations('security')
  const tAccounts = useTranslations('accounts')
  const id = useId()
  const common = { id, name, onChange, required: true }
  return (
    <Field label={t(`fields.${name}`)} error={error} description={help}>
      {name === 'code' ? (
        <TextInput {...common} autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} />
      ) : name === 'name' ? (
        <TextInput {...common} autoComplete="off" maxLength={PASSKEY_NAME_MAX_LENGTH} defaultValue={startValue} />
      ) : (
        <PasswordInput
          {...common}
          autoComplete={name === 'new' || name === 'repeat' ? 'new-password' : 'current-password'}
          revealLabel={tAccounts('fields.revealPassword')}
          hideLabel={tAccounts('fields.hidePassword')}
        />
      )}
    </Field>
  )
}
