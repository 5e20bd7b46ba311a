import type { FastifyInstance } from 'fastify'
import { LOGGED_OUT_COOKIE } from '#contract/limits.ts'
import type { Context } from '#server/platform/context.ts'
import { endSession } from '#server/features/accounts/service.ts'
import { CLEARED_AT_LOG_OUT, clearSessionCookie, sessionHashOf } from './session-cookie.ts'

/**
 * Ends the session of a browser that logged out offline, before anything else of its first request (ACC-11).
 * Scripts cannot delete the session cookie: the web app sets another (`web/features/accounts/session.ts`).
 */
export function endUnsentLogOuts(app: FastifyInstance, context: Pick<Context, 'config' | 'db' | 'realtime'>) {
  app.addHook('onRequest', async (request, reply) => {
    if (request.cookies[LOGGED_OUT_COOKIE] === undefined) return
    const { config } = context
    await endSession(context, { sessionHash: sessionHashOf(config, request) })
    clearSessionCookie(config, reply)
    void reply.clearCookie(LOGGED_OUT_COOKIE, { path: '/' })
    void reply.header('clear-site-data', CLEARED_AT_LOG_OUT)
  })
}
