import { placeErrors, type FormError } from '#web/api/forms/form-errors.ts'

export const loginFields = ['email', 'password'] as const
export type LoginField = (typeof loginFields)[number]

/** Errors of the log-in form: at a field, or above the form. */
export type LoginErrors = { [Place in LoginField | 'form']?: FormError | undefined }

/**
 * Returns the errors of the browser's own validation, in the codes of the server. It replaces the schema, and
 * zod with it; the server validates everything again.
 */
export function inputErrors(validity: Record<LoginField, Pick<ValidityState, 'valid' | 'valueMissing'>>): LoginErrors {
  return {
    ...(!validity.email.valid && {
      email: { code: validity.email.valueMissing ? 'accounts.email_required' : 'accounts.email_invalid' },
    }),
    ...(!validity.password.valid && { password: { code: 'accounts.password_required' } }),
  }
}

/** Returns the errors of a failed log-in. */
export function replyErrors(error: unknown): LoginErrors {
  const { fields, form } = placeErrors(error, loginFields)
  return { ...Object.fromEntries(fields), ...(form && { form }) }
}
