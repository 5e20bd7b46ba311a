import { normalizeIP } from '@fastify/rate-limit'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Redis } from 'ioredis'
import { SECOND } from '#contract/time.ts'
import type { Config } from '#server/platform/config.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { openRedis, scaleRate, type Rate } from './rate-limit.ts'

/** How often a call may be made, by one member and from one network. Each rate is counted on its own. */
export interface Quotas {
  /** Calls with the same name share their counts. */
  name: string
  perMember: readonly Rate[]
  /** By IPv4 address or IPv6 /64 network. */
  perAddress: readonly Rate[]
}

interface Caller {
  userId: number | null
  ip: string
}

/**
 * Counts the calls of members and addresses against quotas, whether a call comes by HTTP or from a page that
 * is rendered here. The counts are held in the process, or in Redis for all nodes together; while Redis is
 * down each node counts for itself.
 */
export class QuotaCounter {
  readonly #config: Pick<Config, 'requestsPerMinute'>
  readonly #redis: Redis | null
  readonly #limiters = new Map<string, RateLimiterAbstract>()

  constructor({ config, log }: { config: Pick<Config, 'redisUrl' | 'requestsPerMinute'>; log: Log }) {
    this.#config = config
    this.#redis = config.redisUrl ? openRedis(config.redisUrl, log) : null
  }

  /**
   * Counts one call.
   * @throws AppError `request.too_many` with `{seconds}` until the next call is accepted
   */
  async count({ name, perMember, perAddress }: Quotas, { userId, ip }: Caller) {
    const address = normalizeIP(ip)
    const counts = [
      ...(userId === null ? [] : perMember.map((rate) => this.#consume(`${name}:member`, rate, String(userId)))),
      ...perAddress.map((rate) => this.#consume(`${name}:address`, rate, address)),
    ]
    const waits = await Promise.all(counts)
    const seconds = Math.max(...waits)
    if (seconds > 0) throw new AppError('request.too_many', { params: { seconds } })
  }

  close() {
    this.#redis?.disconnect()
  }

  /** Returns the seconds to wait, or 0 if the call is accepted. */
  async #consume(name: string, rate: Rate, key: string) {
    try {
      await this.#limiterOf(name, rate).consume(key)
      return 0
    } catch (rejection) {
      if (rejection instanceof RateLimiterRes) return Math.max(1, Math.ceil(rejection.msBeforeNext / SECOND))
      throw rejection
    }
  }

  #limiterOf(name: string, rate: Rate) {
    const keyPrefix = `quota:${name}:${rate.timeWindow}`
    const cachedLimiter = this.#limiters.get(keyPrefix)
    if (cachedLimiter) return cachedLimiter
    const options = { keyPrefix, points: scaleRate(rate, this.#config).max, duration: rate.timeWindow / SECOND }
    const memory = new RateLimiterMemory(options)
    const limiter = this.#redis
      ? new RateLimiterRedis({ ...options, storeClient: this.#redis, insuranceLimiter: memory })
      : memory
    this.#limiters.set(keyPrefix, limiter)
    return limiter
  }
}
