import type { ErrorBody } from '#contract/error-body.ts'
import type { ErrorCode, ErrorParams } from '#contract/errors.ts'

/** The server's codes, and the client's own code for a request without a reply. */
export type ApiErrorCode = ErrorCode | 'request.unreachable'

interface ErrorDetails extends Omit<ErrorBody['error'], 'code' | 'requestId'> {
  code: ApiErrorCode
}

/** An error reply of the API, or a request without a reply (status 0). Its text: `errors.<code>`. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly status: number
  readonly params: ErrorParams
  readonly fields: Record<string, { code: ErrorCode; params?: ErrorParams | undefined }>

  constructor(status: number, { code, params, fields }: ErrorDetails, options?: ErrorOptions) {
    super(code, options)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.params = params ?? {}
    this.fields = fields ?? {}
  }
}

/** Makes an error of an error reply; the HTML page of a proxy or a broken body becomes `request.failed`. */
export function apiErrorFrom(status: number, body: unknown) {
  return new ApiError(status, isErrorBody(body) ? body.error : { code: 'request.failed' })
}

/** Checks the code without the schema: every page needs this, and not every page should load schemas. */
function isErrorBody(body: unknown): body is ErrorBody {
  const { error } = (body ?? {}) as { error?: { code?: unknown } }
  return isApiErrorCode(error?.code)
}

/**
 * Whether a value has the form of a code. Every page needs this, so no page loads the list; a code without a
 * text is shown as `request.failed` (`web/i18n/use-call-error-text.ts`).
 */
export function isApiErrorCode(value: unknown): value is ApiErrorCode {
  return value === 'authentication_required' || (typeof value === 'string' && /^[a-z]+\.[a-z_]+$/.test(value))
}
