import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ErrorCode, ErrorParams } from '#contract/errors.ts'
import { MINUTE, SECOND } from '#contract/time.ts'
import { AppError } from '#server/platform/errors.ts'
import { isForeignKeyViolation } from '#server/platform/postgres/db.ts'
import { DatabaseUnavailable } from '#server/platform/postgres/faults.ts'

/** When a client may retry after a database error: most outages are a restart that takes a second. */
export const RETRY_AFTER_SECONDS = 1
/** An outage fails every request; one line in this time is enough to see it. */
const LOG_OUTAGE_EVERY_MS = 10 * SECOND
let outageLoggedAt = -LOG_OUTAGE_EVERY_MS

/** Maps Fastify's own errors to codes of the contract. */
const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_REQ_FILE_TOO_LARGE: 'request.too_large',
  FST_FILES_LIMIT: 'request.invalid',
  FST_FIELDS_LIMIT: 'request.invalid',
  FST_PARTS_LIMIT: 'request.invalid',
}

/** Answers an AppError with its code and status. Any other error is a bug: logged once, answered with 500. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = toErrorReply(error, request)
    const seconds = secondsToWait(status, body.error.params)
    if (seconds) void reply.header('retry-after', seconds)
    return reply.code(status).header('cache-control', 'no-store').send(body)
  })
}

/** Answers paths without a route. Call it after `registerRateLimit`: these requests are counted too. */
export function answerUnknownPaths(app: FastifyInstance) {
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, () => {
    throw new AppError('request.not_found')
  })
}

/** Seconds after which a retry of a request that failed with 503 can succeed. */
const UNAVAILABLE_RETRY_S = 5

/** Returns the seconds after which a retry can succeed: from the params, or a guess during an overload. */
export function secondsToWait(status: number, { seconds, minutes }: ErrorParams = {}) {
  if (typeof seconds === 'number') return seconds
  if (typeof minutes === 'number') return (minutes * MINUTE) / SECOND
  return status === 503 ? UNAVAILABLE_RETRY_S : null
}

/** Returns status and body for a thrown error, and logs it if it is a bug. */
export function toErrorReply(error: unknown, request: FastifyRequest) {
  const { status, code, params, fields } = toAppError(error)
  if (error instanceof DatabaseUnavailable) logOutage(error, request)
  // Rare enough to be seen, in case the row was not deleted but never there.
  else if (isForeignKeyViolation(error)) request.log.warn({ err: error }, 'a request named a row that is gone')
  // An overload is no bug, and a line for each rejected request would fill the log.
  else if (status >= 500 && code !== 'request.busy') request.log.error({ err: error }, 'request failed')
  return { status, body: { error: { code, params, fields, requestId: request.id } } }
}

function logOutage(error: DatabaseUnavailable, request: FastifyRequest) {
  const now = performance.now()
  if (now < outageLoggedAt + LOG_OUTAGE_EVERY_MS) return
  outageLoggedAt = now
  request.log.warn({ err: error }, 'requests fail because the database is unavailable')
}

/**
 * Turns any error into an AppError; Fastify's client errors keep a 4xx status. Who acts on a member that is
 * erased at that moment is answered as a moment later.
 */
export function toAppError(error: unknown) {
  if (error instanceof AppError) return error
  if (error instanceof DatabaseUnavailable)
    return new AppError('request.unavailable', { params: { seconds: RETRY_AFTER_SECONDS }, cause: error })
  if (isForeignKeyViolation(error)) return new AppError('profiles.not_found', { cause: error })
  const { code = '', statusCode = 500 } = error as { code?: string; statusCode?: number }
  const appCode = fastifyCodes[code]
  if (appCode) return new AppError(appCode, { cause: error })
  return new AppError(statusCode >= 400 && statusCode < 500 ? 'request.invalid' : 'request.failed', { cause: error })
}
