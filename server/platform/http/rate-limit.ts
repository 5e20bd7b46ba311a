import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import type { Config } from '#server/platform/config.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { MINUTE } from '#contract/time.ts'

/** Addresses whose counts are held in the process; the least recently used are dropped first. */
const MAX_ADDRESSES = 20_000

/**
 * Limits the requests of each address (IPv6 by its /64 network) to all routes bound after this call. A route with
 * `config.rateLimit` has its own count and limit instead. The counts are held in the process, or in Redis for all nodes
 * together; while Redis is down no request is rejected.
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
    cache: MAX_ADDRESSES,
    ...(redis && { redis, nameSpace: 'rate-limit:' }),
    skipOnError: true,
    // Files of the web app are cheap, and a page loads dozens of them.
    allowList: (request) => request.url.startsWith('/assets/'),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('request.too_many', { params: { seconds: Math.ceil(ttl / 1000) } }),
    addHeaders: noHeaders,
    addHeadersOnExceeding: noHeaders,
  })
}

/** The error has the time to wait as a param, and how many requests are left is not disclosed. */
const noHeaders = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }

function openRedis(url: string, log: Log) {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0, connectTimeout: 500 })
  redis.on('error', (error: Error) => log.warn({ err: error, part: 'rate-limit' }, 'redis connection failed'))
  return redis
}
