import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'

/** Addresses whose counts are held; the least recently used are dropped first. */
const MAX_ADDRESSES = 20_000

/**
 * Counts in the process, by a clock that only counts on: with the plugin's own store, whose windows begin at
 * a time of day, addresses would be rejected for as long as the clock of the machine is set back.
 */
export class CountStore implements FastifyRateLimitStore {
  /** By size: a cache with `max` takes the memory for all of them at once, in each of the routes' stores. */
  readonly #counts = new LRUCache<string, { current: number; startedAt: number }>({
    maxSize: MAX_ADDRESSES,
    sizeCalculation: () => 1,
  })

  incr(key: string, callback: Parameters<FastifyRateLimitStore['incr']>[1], windowMs: number) {
    const now = performance.now()
    const stored = this.#counts.get(key)
    const count = stored && now - stored.startedAt < windowMs ? stored : { current: 0, startedAt: now }
    count.current += 1
    this.#counts.set(key, count)
    callback(null, { current: count.current, ttl: windowMs - (now - count.startedAt) })
  }

  /** Of a route with a limit of its own. */
  child() {
    return new CountStore()
  }
}
