import type { Clock } from '#server/platform/clock.ts'

export interface FixedClock extends Clock {
  /** Advances by milliseconds, written with the constants of time.ts. */
  advance(ms: number): void
}

/** Returns a clock that changes only by `advance`. */
export function fixedClock(start = '2026-06-15T12:00:00Z'): FixedClock {
  let now = new Date(start).getTime()
  return {
    now: () => new Date(now),
    advance(ms) {
      now += ms
    },
  }
}
