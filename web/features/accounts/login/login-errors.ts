import type { FormError } from '#web/api/forms/form-errors.ts'

type Validity = Pick<ValidityState, 'valid' | 'valueMissing'>

/**
 * Returns the errors that the browser's own validation finds in the log-in form, in the codes of the server.
 * It saves the schema, and zod with it; the server validates everything again.
 */
export function inputErrors({
  email,
  password,
}: {
  email: Validity
  password: Validity
}): Partial<Record<'email' | 'password', FormError>> {
  return {
    ...(!email.valid && { email: { code: email.valueMissing ? 'accounts.email_required' : 'accounts.email_invalid' } }),
    ...(!password.valid && { password: { code: 'accounts.password_required' } }),
  }
}
