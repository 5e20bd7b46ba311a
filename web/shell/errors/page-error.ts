import { isRouteErrorResponse } from 'react-router'
import type { ErrorParams } from '#contract/errors.ts'
import { isMissingChunk } from './stale-chunks.ts'
import { ApiError, isApiErrorCode, type ApiErrorCode } from '#web/api/api-error.ts'

interface PageError {
  status: number
  /** Undefined for an unexpected error: its message is for the log, not for visitors. */
  code?: ApiErrorCode | undefined
  params?: ErrorParams | undefined
}

/** Reads what the error page shows from anything that a route can throw. The status defaults to 500. */
export function readPageError(error: unknown): PageError {
  if (error instanceof ApiError) return { status: error.status || 503, code: error.code, params: error.params }
  // A page's code could not be fetched: there is no connection, or the server has another version.
  if (isMissingChunk(error)) return { status: 503, code: 'request.unreachable' }
  if (!isRouteErrorResponse(error)) return { status: 500 }
  // Written by `asRouteError`; a loader may also throw a bare status.
  const { code, params } = (error.data || {}) as { code?: unknown; params?: ErrorParams }
  return { status: error.status, code: isApiErrorCode(code) ? code : undefined, params }
}
