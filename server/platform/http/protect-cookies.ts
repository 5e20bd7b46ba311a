import type { FastifyInstance } from 'fastify'

/**
 * Forbids shared caches to store a reply that sets a cookie or clears stored data, whatever its route allows:
 * a cache would change the cookies of all who get the copy.
 */
export function protectCookies(app: FastifyInstance) {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const isPersonal = reply.hasHeader('set-cookie') || reply.hasHeader('clear-site-data')
    const caching = String(reply.getHeader('cache-control') ?? '')
    if (isPersonal && !/\b(?:private|no-store)\b/.test(caching)) void reply.header('cache-control', 'no-store')
    done()
  })
}
