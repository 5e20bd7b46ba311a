import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm, type DefaultValues, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { ErrorParams } from '#contract/errors.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { earlyInput, clearEarlyInput } from './early-input.ts'
import { codeOfIssue, placeErrors, unshownError } from './form-errors.ts'

interface ApiFormOptions<Input extends FieldValues, Output> {
  schema: z.ZodType<Output, Input>
  /** One for each field of the form. */
  defaultValues: DefaultValues<Input>
  /** Sends the validated values. Its errors are shown at the fields that the server names, or above them. */
  send: (values: Output) => Promise<unknown>
}

/**
 * Manages a form over a contract schema, which validates here as on the server; errors have the same texts.
 * The error of a field for which the screen does not call `errorOf` is shown above the form.
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
  const isReady = useIsHydrated()
  const errorText = useErrorText()
  const showError = (error: unknown) => showServerError(form, { error, fields: Object.keys(defaultValues), errorText })
  useClearErrorOnChange(form)
  return {
    ...form,
    submit: form.handleSubmit((values) => send(values).catch(showError)),
    showError,
    isSending: form.formState.isSubmitting,
    /** False before hydration, when the browser would submit the form as a plain page. */
    isReady,
    ...useErrorTexts(form, errorText),
  }
}

type Form<Input extends FieldValues, Output> = UseFormReturn<Input, unknown, Output>

/**
 * Removes the error of a field with its next change. react-hook-form would do so when the field loses the
 * focus, and the submit button would move away under the press; fields of a `Controller` would keep it.
 */
function useClearErrorOnChange<Input extends FieldValues, Output>({ watch, clearErrors }: Form<Input, Output>) {
  useEffect(() => {
    const { unsubscribe } = watch((_values, { name, type }) => {
      if (name && type === 'change') clearErrors(name)
    })
    return unsubscribe
  }, [watch, clearErrors])
}

/** Words the errors of a form, and remembers which fields the screen shows them for. */
function useErrorTexts<Input extends FieldValues, Output>(
  form: Form<Input, Output>,
  errorText: ReturnType<typeof useErrorText>,
) {
  const [shown] = useState(() => new Set<string>())
  const { errors } = form.formState
  // An error comes after its screen was rendered, so the fields of the screen are known by then.
  const problem = errors.root ?? unshownError(errors, shown)

  function textOf({ type, message }: { type?: unknown; message?: unknown }, params?: ErrorParams) {
    return type === 'server' && typeof message === 'string' ? message : errorText.ofCode(codeOfIssue(message), params)
  }

  return {
    /** Returns the text of a field's error, or undefined. `params`: values for an error found here. */
    errorOf(name: Path<Input>, params?: ErrorParams) {
      shown.add(name)
      const { error } = form.getFieldState(name, form.formState)
      return error && textOf(error, params)
    },
    /** Text of the error above the form: of the whole form, or of a field that no screen shows. */
    problem: problem && textOf(problem),
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
  form: Form<Input, Output>,
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
