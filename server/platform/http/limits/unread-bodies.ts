import type { FastifyInstance } from 'fastify'

/**
 * Discards the rest of a body that an answer did not wait for, such as an upload that was rejected. Closing
 * the connection at once would take the answer away from a client that is still sending. A client that goes
 * on for longer than `discardMs` is disconnected.
 */
export function discardUnreadBodies(app: FastifyInstance, { discardMs }: { discardMs: number }) {
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    done()
    if (raw.complete || raw.readableEnded || raw.destroyed) return
    const timer = setTimeout(() => raw.destroy(), discardMs).unref()
    raw.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer))
    raw.unpipe()
    raw.resume()
  })
}
