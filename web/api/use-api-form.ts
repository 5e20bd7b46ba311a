import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm, type DefaultValues, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { earlyInput, clearEarlyInput } from './early-input.ts'
import { codeOfIssue, placeErrors } from './form-errors.ts'

interface ApiFormOptions<Input extends FieldValues, Output> {
  schema: z.ZodType<Output, Input>
  /** One for each field of the form: an error at any other field is shown above the form. */
  defaultValues: DefaultValues<Input>
  /** Sends the validated values. An error that it throws is shown at the fields that the server names, or above the form. */
  send: (values: Output) => Promise<unknown>
}

/**
 * Manages a form over a contract schema, which validates here as it does on the server; the errors of both have the same
 * texts.
 *
 *     const form = useApiForm({ schema: ProfileEdit, defaultValues: { city: '' }, send: saveProfile })
 *     <form method="post" onSubmit={form.submit} noValidate>
 *       {form.problem && <Alert tone="danger">{form.problem}</Alert>}
 *       <Field label={t('city')} error={form.errorOf('city')}>
 *         <TextInput {...form.register('city')} />
 *       </Field>
 *       <Button type="submit" disabled={!form.isReady} isPending={form.isSending}>…</Button>
 *
 * It also returns everything that react-hook-form does, such as `control`, `watch` and `setValue`.
 */
export function useApiForm<Input extends FieldValues, Output>({
  schema,
  defaultValues,
  send,
}: ApiFormOptions<Input, Output>) {
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

  const showError = (error: unknown) => showServerError(form, { error, fields: Object.keys(defaultValues), errorText })

  async function sendAndShow(values: Output) {
    try {
      await send(values)
    } catch (error) {
      showError(error)
    }
  }

  /**
   * Registers a field so that its error disappears with the next change. react-hook-form would remove it when the field loses
   * the focus, and a submit button would move away under the press that causes this.
   */
  const register: typeof form.register = (name, options) =>
    form.register(name, {
      ...options,
      onChange(event: unknown) {
        form.clearErrors(name)
        return options?.onChange?.(event)
      },
    })

  function textOf({ type, message }: { type?: unknown; message?: unknown }) {
    return type === 'server' && typeof message === 'string' ? message : errorText.ofCode(codeOfIssue(message))
  }

  return {
    ...form,
    register,
    submit: form.handleSubmit(sendAndShow),
    showError,
    isSending: isSubmitting,
    /** False before hydration, when the browser would submit the form as a plain page. */
    isReady: isHydrated,
    /** Returns the text of the error at a field, or undefined. */
    errorOf(name: Path<Input>) {
      const { error } = form.getFieldState(name, form.formState)
      return error && textOf(error)
    },
    /** Text of the error above the form, or undefined. */
    problem: errors.root && textOf(errors.root),
  }
}

interface ServerError {
  error: unknown
  /** Names of the form's fields. */
  fields: string[]
  errorText: ReturnType<typeof useErrorText>
}

/** Shows an error of the server and moves the focus to the first field that it names. */
function showServerError<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  { error, fields, errorText }: ServerError,
) {
  const placed = placeErrors(error, fields)
  for (const [index, [name, { code, params }]] of placed.fields.entries()) {
    form.setError(
      // A key of the default values is a path of the form.
      name as Path<Input>,
      { type: 'server', message: errorText.ofCode(code, params) },
      { shouldFocus: index === 0 },
    )
  }
  if (!placed.form) return
  form.setError('root', { type: 'server', message: errorText.ofCode(placed.form.code, placed.form.params) })
}
