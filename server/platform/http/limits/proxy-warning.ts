import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/platform/config.ts'
import type { Log } from '#server/platform/log.ts'

/**
 * Warns once per process in production when `X-Forwarded-For` comes from an address that is not trusted.
 * Behind such a proxy all visitors share its address, so its rate limits apply to all of them together.
 */
export function warnAboutUntrustedProxy(app: FastifyInstance, { config, log }: { config: Config; log: Log }) {
  if (config.mode !== 'production') return
  let hasWarned = false
  app.addHook('onRequest', async ({ headers, ips = [] }) => {
    // With a trusted proxy `ips` holds its address and those that it forwarded.
    if (hasWarned || !headers['x-forwarded-for'] || ips.length > 1) return
    hasWarned = true
    log.warn('X-Forwarded-For comes from an address that is not trusted: behind a proxy, set TRUST_PROXY')
  })
}
