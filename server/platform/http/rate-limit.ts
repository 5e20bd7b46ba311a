import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import type { Config } from '#server/platform/config.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { MINUTE } from '#contract/time.ts'

/** Addresses that are remembered in the process; the ones heard of longest ago are forgotten first. */
const REMEMBERED_ADDRESSES = 20_000

/**
 * Counts the requests of each address (IPv6 by its /64 network) and refuses what goes beyond the limit, for all routes
 * bound after this. A route with `config.rateLimit` has its own count and limit instead. The counts are in the process,
 * or in Redis for all nodes together; while Redis is away nobody is refused.
 */
export async function registerRateLimit(
  app: FastifyInstance,
  { config, log }: { config: Pick<Config, 'redisUrl' | 'requestsPerMinute'>; log: Log },
) {
  const redis = config.redisUrl ? openRedis(config.redisUrl, log) : null
  if (redis) app.addHook('onClose', () => redis.disconnect())
  await app.register(rateLimit, {
    max: config.requestsPerMinute,
    timeWindow: MINUTE,
    cache: REMEMBERED_ADDRESSES,
    ...(redis && { redis, nameSpace: 'rate-limit:' }),
    skipOnError: true,
    // The files of the web app: they change nothing, cost nothing and come by the dozen.
    allowList: (request) => request.url.startsWith('/assets/'),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('request.too_many', { params: { seconds: Math.ceil(ttl / 1000) } }),
    addHeaders: silent,
    addHeadersOnExceeding: silent,
  })
}

/** The refusal itself says how long to wait; nobody needs to see how much is left. */
const silent = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }

function openRedis(url: string, log: Log) {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0, connectTimeout: 500 })
  redis.on('error', (error: Error) => log.warn({ err: error, part: 'rate-limit' }, 'redis connection failed'))
  return redis
}
