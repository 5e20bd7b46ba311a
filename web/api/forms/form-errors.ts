import type { ErrorParams } from '#contract/errors.ts'
import { ApiError, isApiErrorCode, type ApiErrorCode } from '#web/api/api-error.ts'

export interface FormError {
  code: ApiErrorCode
  params?: ErrorParams | undefined
}

/** Where the errors of a failed form are shown: at its fields, in the server's order, or above the form. */
export interface PlacedErrors<Name extends string> {
  fields: [name: Name, error: FormError][]
  form: FormError | null
}

/**
 * Places the error of a failed form at the fields that the server names. One that names none of the form's
 * fields, or is not of the API, is shown above the form.
 */
export function placeErrors<Name extends string>(error: unknown, names: readonly Name[]): PlacedErrors<Name> {
  if (!(error instanceof ApiError)) return { fields: [], form: { code: 'request.failed' } }
  const fields = Object.entries(error.fields).flatMap(([key, fieldError]): PlacedErrors<Name>['fields'] => {
    const name = names.find((each) => each === key)
    return name === undefined ? [] : [[name, fieldError]]
  })
  return { fields, form: fields.length > 0 ? null : { code: error.code, params: error.params } }
}

/** Errors of a form by field, as react-hook-form has them. */
export type FieldErrors = Record<string, { type?: unknown; message?: unknown } | undefined>

/** Returns the first error at a field that the screen does not show, or undefined: no error stays silent. */
export function unshownError(errors: FieldErrors, shown: ReadonlySet<string>) {
  return Object.entries(errors).find(([name, error]) => error && name !== 'root' && !shown.has(name))?.[1]
}

/** The error code of a schema's issue: messages of contract schemas are codes; zod's are not for members. */
export function codeOfIssue(message: unknown): ApiErrorCode {
  return isApiErrorCode(message) ? message : 'request.invalid'
}
