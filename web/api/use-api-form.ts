import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm, type DefaultValues, type FieldValues, type Path } from 'react-hook-form'
import type { z } from 'zod'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { ApiError, isApiErrorCode } from './api-error.ts'
import { earlyInput, clearEarlyInput } from './early-input.ts'

interface Wish<Input extends FieldValues, Output> {
  schema: z.ZodType<Output, Input>
  defaultValues: DefaultValues<Input>
  /** Sends the checked values. What it throws is shown: at the fields that the server names, else above the form. */
  send: (values: Output) => Promise<unknown>
}

/**
 * A form over a contract schema: checked by the same rules here and on the server, worded by the same catalogue.
 *
 *     const form = useApiForm({ schema: LoginForm, defaultValues: { email: '', password: '' }, send: logInWith })
 *     <form method="post" onSubmit={form.submit} noValidate>
 *       {form.problem && <Alert tone="danger">{form.problem}</Alert>}
 *       <Field label={t('email')} error={form.errorOf('email')}>
 *         <TextInput {...form.register('email')} type="email" autoComplete="email" />
 *       </Field>
 *       <Button type="submit" disabled={!form.isReady} isPending={form.isSending}>…</Button>
 *
 * `control`, `watch`, `setValue` and the rest of react-hook-form are there too.
 */
export function useApiForm<Input extends FieldValues, Output>({ schema, defaultValues, send }: Wish<Input, Output>) {
  const [startValues] = useState<DefaultValues<Input>>(() =>
    Object.assign({}, defaultValues, earlyInput(Object.keys(defaultValues))),
  )
  useEffect(() => clearEarlyInput, [])
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues: startValues,
    mode: 'onTouched',
  })
  const isHydrated = useIsHydrated()
  const errorText = useErrorText()
  const { errors, isSubmitting } = form.formState

  async function sendAndShow(values: Output) {
    try {
      await send(values)
    } catch (error) {
      showError(error)
    }
  }

  /** At the fields that the server names, else above the form. */
  function showError(error: unknown) {
    const named = error instanceof ApiError ? Object.entries(error.fields) : []
    for (const [index, [name, { code, params }]] of named.entries()) {
      // A field that the form does not have shows its error above the form instead, see `problem`.
      form.setError(
        name as Path<Input>,
        { type: 'server', message: errorText.ofCode(code, params) },
        { shouldFocus: index === 0 },
      )
    }
    if (named.length === 0) form.setError('root', { type: 'server', message: errorText(error) })
  }

  /**
   * As react-hook-form's own, and a rejection goes with the first change of its field. Else it would go when the field is
   * left, and the button would move away under the very press that leaves it.
   */
  const register: typeof form.register = (name, options) =>
    form.register(name, {
      ...options,
      onChange(event: unknown) {
        form.clearErrors(name)
        return options?.onChange?.(event)
      },
    })

  /** Contract schemas word their issues as codes; anything else that zod says is not for people. */
  function wording({ type, message }: { type?: unknown; message?: unknown }) {
    if (type === 'server' && typeof message === 'string') return message
    return errorText.ofCode(isApiErrorCode(message) ? message : 'request.invalid')
  }

  return {
    ...form,
    register,
    submit: form.handleSubmit(sendAndShow),
    showError,
    isSending: isSubmitting,
    /** Before that a press would send the form as a plain page, so its button waits. */
    isReady: isHydrated,
    /** The sentence at one field, or undefined. */
    errorOf(name: Path<Input>) {
      const { error } = form.getFieldState(name, form.formState)
      return error && wording(error)
    },
    /** The sentence above the form, or undefined. */
    problem: errors.root && wording(errors.root),
  }
}
