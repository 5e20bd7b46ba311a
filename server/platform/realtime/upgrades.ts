import type { FastifyInstance } from 'fastify'
import { REALTIME_PATH } from '#contract/realtime-protocol.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * Answers upgrade requests on other paths with 404; @fastify/websocket would open and close the socket. Runs
 * after the rate limiter, so such requests are counted.
 */
export function rejectOtherUpgrades(app: FastifyInstance) {
  app.addHook('preParsing', async (request, reply) => {
    if (!request.ws || request.routeOptions.url === REALTIME_PATH) return
    void reply.header('connection', 'close')
    throw new AppError('request.not_found')
  })
}
