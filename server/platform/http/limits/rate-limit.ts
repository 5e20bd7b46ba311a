import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import type { Config } from '#server/platform/config.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { DEFAULT_REQUESTS_PER_MINUTE, MEMBERS_PER_ADDRESS } from '#contract/limits.ts'
import { MINUTE, SECOND } from '#contract/time.ts'
import { CountStore } from './count-store.ts'

/**
 * Limits the requests of each address (IPv6 by its /64 network) to all routes bound after this call. A route
 * with `config.rateLimit` has its own limit; one with `config.memberRate` alone that of several members.
 * Counts are in the process, or in Redis for all nodes; while Redis is down, all requests pass.
 */
export async function registerRateLimit(
  app: FastifyInstance,
  { config, log }: { config: Pick<Config, 'redisUrl' | 'requestsPerMinute'>; log: Log },
) {
  const redis = config.redisUrl ? openRedis(config.redisUrl, log) : null
  if (redis) app.addHook('onClose', () => redis.disconnect())
  // Before the plugin, whose hook reads the limit of the route.
  app.addHook('onRoute', ({ config: route }) => {
    if (route?.memberRate && !route.rateLimit) route.rateLimit = addressRate(route.memberRate, config)
  })
  await app.register(rateLimit, {
    max: config.requestsPerMinute,
    timeWindow: MINUTE,
    ...(redis ? { redis, nameSpace: 'rate-limit:' } : { store: CountStore }),
    skipOnError: true,
    // Files of the web app are cheap, and a page loads dozens of them. Without a count they have no headers.
    allowList: (request) => request.url.startsWith('/assets/'),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('request.too_many', { params: { seconds: Math.ceil(ttl / 1000) } }),
    enableDraftSpec: true,
  })
  addLimitHeaders(app)
}

/**
 * Sends the counts as `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10). The
 * plugin sets the three headers of an earlier draft, which do not name the time window.
 */
function addLimitHeaders(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const [limit, remaining, reset] = draftHeaders.map((name) => reply.getHeader(name))
    if (limit !== undefined) {
      for (const name of draftHeaders) void reply.removeHeader(name)
      const own = request.routeOptions.config.rateLimit
      const windowMs = typeof own === 'object' ? Number(own.timeWindow) : MINUTE
      const policy = typeof own === 'object' ? 'call' : 'address'
      void reply.header('ratelimit-policy', `"${policy}";q=${String(limit)};w=${windowMs / SECOND}`)
      void reply.header('ratelimit', `"${policy}";r=${String(remaining)};t=${String(reset)}`)
    }
    done()
  })
}

const draftHeaders = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'] as const

/** Requests that are accepted in a window. */
export interface Rate {
  max: number
  /** In milliseconds. */
  timeWindow: number
}

/** Returns the rate of an address, for requests of which one member may make so many. */
function addressRate({ max, timeWindow }: Rate, config: Pick<Config, 'requestsPerMinute'>) {
  return scaleRate({ max: max * MEMBERS_PER_ADDRESS, timeWindow }, config)
}

/**
 * Returns a rate for this installation. One that accepts more requests of an address than the default (many
 * members behind one address, a load test) accepts more of these in proportion; one that accepts fewer does
 * not go below them, because they are already what a person needs.
 */
export function scaleRate({ max, timeWindow }: Rate, { requestsPerMinute }: Pick<Config, 'requestsPerMinute'>): Rate {
  return { max: Math.ceil(max * Math.max(1, requestsPerMinute / DEFAULT_REQUESTS_PER_MINUTE)), timeWindow }
}

/** Opens a connection that fails at once while Redis is down. */
export function openRedis(url: string, log: Log) {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0, connectTimeout: 500 })
  redis.on('error', (error: Error) => log.warn({ err: error, part: 'rate-limit' }, 'redis connection failed'))
  return redis
}
