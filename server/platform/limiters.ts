import { Redis } from 'ioredis'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRedis } from 'rate-limiter-flexible'
import { SECOND } from '#contract/time.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'

/** Counts events of keys, for all nodes together. Counts expire `durationMs` after a key's first one. */
export type Limiter = RateLimiterPostgres | RateLimiterRedis

interface LimiterOptions {
  /** Prefix of the keys; each limiter has its own. */
  name: string
  /** Has the columns `key`, `points` and `expire`; its owner deletes expired rows. */
  table: string
  /** Counts above this are over the limit. */
  points: number
  durationMs: number
}

export type Limiters = ReturnType<typeof createLimiters>

interface Deps {
  config: Pick<Config, 'redisUrl'>
  pool: pg.Pool
  log: Log
}

/** Creates limiters that count in Redis if it is set, or in a table, also while Redis is down. */
export function createLimiters({ config, pool, log }: Deps) {
  const redis = config.redisUrl ? openRedis(config.redisUrl, log) : null

  const limiters = new Map<string, Limiter>()

  /** Returns the limiter of a name, and creates it the first time. */
  function of(options: LimiterOptions): Limiter {
    const limiter = limiters.get(options.name) ?? create(options)
    limiters.set(options.name, limiter)
    return limiter
  }

  function create({ name, table, points, durationMs }: LimiterOptions): Limiter {
    const options = { keyPrefix: name, points, duration: durationMs / SECOND }
    const inPostgres = new RateLimiterPostgres({
      ...options,
      storeClient: pool,
      storeType: 'pool',
      tableName: table,
      tableCreated: true,
      clearExpiredByTimeout: false,
    })
    if (!redis) return inPostgres
    return new RateLimiterRedis({
      ...options,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: inPostgres,
    })
  }

  return { of, close: () => redis?.disconnect() }
}

function openRedis(url: string, log: Log) {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0, connectTimeout: 500 })
  redis.on('error', (error: Error) => log.warn({ err: error, part: 'limiters' }, 'redis connection failed'))
  return redis
}
