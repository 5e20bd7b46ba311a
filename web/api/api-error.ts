import type { ErrorBody } from '#contract/error-body.ts'
import { errorStatus, type ErrorCode, type ErrorParams } from '#contract/errors.ts'

/** The server's codes, and the one that only a client can give: nobody answered. */
export type ApiErrorCode = ErrorCode | 'request.unreachable'

interface Refusal extends Omit<ErrorBody['error'], 'code' | 'requestId'> {
  code: ApiErrorCode
}

/** A rejection of the API, or (status 0) no answer at all. Its sentence is the catalogue's `errors.<code>`. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly status: number
  readonly params: ErrorParams
  readonly fields: Record<string, { code: ErrorCode; params?: ErrorParams | undefined }>

  constructor(status: number, { code, params, fields }: Refusal, options?: ErrorOptions) {
    super(code, options)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.params = params ?? {}
    this.fields = fields ?? {}
  }
}

/** Reads the body of a rejection; a proxy's HTML page or a broken body becomes `request.failed`. */
export function apiErrorFrom(status: number, body: unknown) {
  return new ApiError(status, isErrorBody(body) ? body.error : { code: 'request.failed' })
}

/** Told by its code, not by the schema: every page can fail, but not every page should carry the schemas for it. */
function isErrorBody(body: unknown): body is ErrorBody {
  const { error } = (body ?? {}) as { error?: { code?: unknown } }
  return isApiErrorCode(error?.code)
}

export function isApiErrorCode(value: unknown): value is ApiErrorCode {
  return value === 'request.unreachable' || (typeof value === 'string' && Object.hasOwn(errorStatus, value))
}
