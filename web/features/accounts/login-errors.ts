import type { ErrorParams } from '#contract/errors.ts'
import { ApiError, type ApiErrorCode } from '#web/api/api-error.ts'

export const loginFields = ['email', 'password'] as const
export type LoginField = (typeof loginFields)[number]

interface LoginError {
  code: ApiErrorCode
  params?: ErrorParams | undefined
}

/** Errors of the log-in form: at a field, or above the form. */
export type LoginErrors = { [Place in LoginField | 'form']?: LoginError | undefined }

/**
 * Returns the errors that the browser's own validation finds, in the codes of the server. It saves the schema, and zod with
 * it; the server validates everything again.
 */
export function inputErrors(validity: Record<LoginField, Pick<ValidityState, 'valid'>>): LoginErrors {
  return {
    ...(!validity.email.valid && { email: { code: 'accounts.email_invalid' } }),
    ...(!validity.password.valid && { password: { code: 'request.invalid' } }),
  }
}

/** Places the error of a failed log-in at the fields that the server names, or else above the form. */
export function replyErrors(error: unknown): LoginErrors {
  if (!(error instanceof ApiError)) return { form: { code: 'request.failed' } }
  const named = loginFields.flatMap((field) => {
    const fieldError = error.fields[field]
    return fieldError ? [[field, fieldError] as const] : []
  })
  return named.length > 0 ? Object.fromEntries(named) : { form: { code: error.code, params: error.params } }
}
