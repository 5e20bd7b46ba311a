import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LOGGED_OUT_COOKIE } from '#contract/limits.ts'
import type { Context } from '#server/platform/context.ts'
import { endSession } from '#server/features/accounts/service.ts'
import { CLEARED_AT_LOG_OUT, clearSessionCookie, sessionHashOf } from './session-cookie.ts'

/**
 * Ends the session of a browser that logged out offline, before anything else of its first request (ACC-11).
 * Scripts cannot delete the session cookie: the web app sets another (`web/features/accounts/session.ts`).
 */
export function endUnsentLogOuts(app: FastifyInstance, context: Pick<Context, 'config' | 'db' | 'realtime'>) {
  // The limits of an address are checked before this hook, and the member is identified after it.
  app.addHook('preParsing', async (request, reply) => {
    if (request.cookies[LOGGED_OUT_COOKIE] === undefined || !isLimited(request)) return
    const { config } = context
    await endSession(context, { sessionHash: sessionHashOf(config, request) })
    clearSessionCookie(config, reply)
    void reply.clearCookie(LOGGED_OUT_COOKIE, { path: '/' })
    void reply.header('clear-site-data', CLEARED_AT_LOG_OUT)
  })
}

/**
 * Whether a request has passed the limits of its address: each log-out asks the database. Others wait for the
 * next request, as nothing of a member is in their replies.
 */
function isLimited({ is404, url, routeOptions }: FastifyRequest) {
  return !is404 && !url.startsWith('/assets/') && routeOptions.config.rateLimit !== false
}
