import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ServerResponse } from 'node:http'
import { CLIENT_MESSAGE_MAX_BYTES, REALTIME_PATH } from '#contract/realtime.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Identify, Viewer } from '#server/platform/http/routes.ts'
import type { Realtime } from './hub.ts'

/** Lets members open their socket. Register before the routes that follow it. */
export async function serveRealtime(
  app: FastifyInstance,
  { realtime, identify }: { realtime: Realtime; identify: Identify },
) {
  const admitted = new WeakMap<FastifyRequest, { viewer: Viewer; response: ServerResponse }>()
  await app.register(websocket, {
    options: { maxPayload: CLIENT_MESSAGE_MAX_BYTES, perMessageDeflate: false, clientTracking: false },
    // Its own would close the sockets without saying why.
    preClose: (done: () => void) => done(),
  })
  app.addHook('preClose', () => realtime.close())
  app.route({
    method: 'GET',
    url: REALTIME_PATH,
    websocket: true,
    schema: { hide: true },
    async preValidation(request, reply) {
      rejectForeignOrigin(request)
      const viewer = await identify(request)
      if (!viewer) throw new AppError('authentication_required')
      admitted.set(request, { viewer, response: reply.raw })
    },
    handler: (socket, request) => {
      const entry = admitted.get(request)
      if (!entry) return socket.terminate()
      // The answer that was never sent would stay with the connection, and the whole request with it: 4 KB a socket.
      entry.response.detachSocket(request.raw.socket)
      realtime.attach(socket, entry.viewer)
    },
  })
}

/**
 * Browsers let any page open a socket to any site and send the cookies along, but they always name the page's origin.
 * So a socket needs an origin, and ours.
 */
function rejectForeignOrigin({ headers: { origin = '' }, host }: FastifyRequest) {
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw new AppError('request.forbidden_origin')
}
