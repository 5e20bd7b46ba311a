import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ServerResponse } from 'node:http'
import { CLIENT_MESSAGE_MAX_BYTES, REALTIME_PATH } from '#contract/realtime-protocol.ts'
import { AppError } from '#server/platform/errors.ts'
import { isOwnOrigin } from '#server/platform/http/visitor/request-origin.ts'
import type { SocketOwner } from './connection.ts'
import type { Realtime } from './hub.ts'

type Identify = (request: FastifyRequest) => Promise<SocketOwner | null>

/** Serves the socket of logged-in users. Call it before other routes, as @fastify/websocket requires. */
export async function serveRealtime(
  app: FastifyInstance,
  { realtime, identify }: { realtime: Realtime; identify: Identify },
) {
  const admitted = new WeakMap<FastifyRequest, { owner: SocketOwner; response: ServerResponse }>()
  await app.register(websocket, {
    options: { maxPayload: CLIENT_MESSAGE_MAX_BYTES, perMessageDeflate: false, clientTracking: false },
    // The plugin's own would close the sockets without the code that makes clients reconnect.
    preClose: (done: () => void) => done(),
  })
  let isStopping = false
  app.addHook('preClose', () => {
    isStopping = true
    return realtime.closeSockets()
  })
  rejectOtherUpgrades(app)
  app.route({
    method: 'GET',
    url: REALTIME_PATH,
    websocket: true,
    schema: { hide: true },
    async preValidation(request, reply) {
      requireOwnOrigin(request)
      // Nothing would close it.
      if (isStopping) throw new AppError('request.unavailable')
      const owner = await identify(request)
      if (!owner) throw new AppError('authentication_required')
      if (!request.ws) throw new AppError('request.not_found')
      admitted.set(request, { owner, response: reply.raw })
    },
    handler: (socket, request) => {
      const entry = admitted.get(request)
      if (!entry || isStopping) return socket.terminate()
      // The unsent response would stay attached to the connection, with the request: 4 KB a socket.
      entry.response.detachSocket(request.raw.socket)
      realtime.attach(socket, entry.owner)
    },
  })
}

/**
 * Rejects a socket without an origin or from another site. Browsers let any page open a socket to any site
 * and send the cookies along, but they always send the page's origin.
 */
function requireOwnOrigin(request: FastifyRequest) {
  if (!isOwnOrigin(request)) throw new AppError('request.forbidden_origin')
}

/**
 * Answers upgrade requests on other paths with 404; @fastify/websocket would open and close the socket. Runs
 * after the rate limiter, so such requests are counted.
 */
function rejectOtherUpgrades(app: FastifyInstance) {
  app.addHook('preParsing', async (request, reply) => {
    if (!request.ws || request.routeOptions.url === REALTIME_PATH) return
    void reply.header('connection', 'close')
    throw new AppError('request.not_found')
  })
}
