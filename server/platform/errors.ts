import { errorStatus, type ErrorCode, type ErrorParams } from '#contract/errors.ts'

interface Details {
  params?: ErrorParams
  /** Errors of single inputs, by their key in the request body. */
  fields?: Record<string, { code: ErrorCode; params?: ErrorParams }>
  cause?: unknown
}

/**
 * An expected error, answered with its code and status; its text is in the catalogues. Any other thrown error
 * is a bug: it is logged once and answered with 500.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly params: Details['params']
  readonly fields: Details['fields']

  constructor(code: ErrorCode, { params, fields, cause }: Details = {}) {
    super(code, { cause })
    this.name = 'AppError'
    this.code = code
    this.status = errorStatus[code]
    this.params = params
    this.fields = fields
  }
}

/** Creates an error that belongs to one input of the form. */
export function fieldError(field: string, code: ErrorCode, params?: ErrorParams) {
  return new AppError(code, { fields: { [field]: { code, ...(params && { params }) } }, ...(params && { params }) })
}

/** Returns whether an error of the system has one of these codes, such as `ENOENT`. */
export function hasCode(error: unknown, ...codes: string[]) {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code)
}
