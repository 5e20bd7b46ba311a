import { useRef, useState } from 'react'
import { placeErrors, type FormError } from '#web/api/forms/form-errors.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'

export type FieldsErrors<Name extends string> = { [Place in Name | 'form']?: FormError | undefined }

/**
 * The errors of a short form, at its fields or above it. The inputs are uncontrolled, so that text typed
 * before hydration stays; `formRef` is the form element, whose inputs have these names.
 */
export function useFields<Name extends string>(names: readonly Name[]) {
  const errorText = useErrorText()
  const formRef = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldsErrors<Name>>({})

  /** Shows errors and moves the focus to the first field that has one. */
  function show(next: FieldsErrors<Name>) {
    setErrors(next)
    const first = names.find((name) => next[name])
    const input = first && formRef.current?.elements.namedItem(first)
    if (input instanceof HTMLElement) input.focus()
  }

  return {
    formRef,
    show,
    showFailure(error: unknown) {
      const { fields, form } = placeErrors(error, names)
      show({ ...Object.fromEntries(fields), ...(form && { form }) })
    },
    clear: (name: Name) => setErrors((shown) => ({ ...shown, [name]: undefined })),
    /** Returns what the browser's own validation finds at a field. */
    validityOf(name: Name) {
      const input = formRef.current?.elements.namedItem(name)
      if (!(input instanceof HTMLInputElement)) throw new Error(`The form has no field ${name}.`)
      return input.validity
    },
    /** Returns what was entered. */
    values() {
      const data = new FormData(formRef.current ?? undefined)
      const entries = names.map((name) => {
        const value = data.get(name)
        return [name, typeof value === 'string' ? value : '']
      })
      return Object.fromEntries(entries) as Record<Name, string>
    },
    errorOf(place: Name | 'form') {
      const error: FormError | undefined = errors[place]
      return error && errorText.ofCode(error.code, error.params)
    },
  }
}
