import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CLIENT_MESSAGE_MAX_BYTES, REALTIME_PATH } from '#contract/realtime.ts'
import { AppError } from './errors.ts'
import type { Identify, Viewer } from './http.ts'
import type { Realtime } from './realtime.ts'

/** Lets members open their socket. Register before the routes that follow it. */
export async function serveRealtime(
  app: FastifyInstance,
  { realtime, identify }: { realtime: Realtime; identify: Identify },
) {
  const viewers = new WeakMap<FastifyRequest, Viewer>()
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
    async preValidation(request) {
      refuseForeignPage(request)
      const viewer = await identify(request)
      if (!viewer) throw new AppError('authentication_required')
      viewers.set(request, viewer)
    },
    handler: (socket, request) => {
      const viewer = viewers.get(request)
      if (viewer) realtime.attach(socket, viewer)
    },
  })
}

/**
 * Browsers let any page open a socket to any site and send the cookies along, but they always name the page's origin.
 * So a socket needs an origin, and ours.
 */
function refuseForeignPage({ headers: { origin = '' }, host }: FastifyRequest) {
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw new AppError('request.forbidden_origin')
}
