import type { FastifyInstance } from 'fastify'
import { REALTIME_PATH } from '#contract/realtime-protocol.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * Answers a request for a socket on any path but that of the socket with 404. Without this, @fastify/websocket would open
 * the socket and close it again. It runs after the rate limiter, so such requests are counted.
 */
export function rejectOtherUpgrades(app: FastifyInstance) {
  app.addHook('preParsing', async (request, reply) => {
    if (!request.ws || request.routeOptions.url === REALTIME_PATH) return
    void reply.header('connection', 'close')
    throw new AppError('request.not_found')
  })
}
