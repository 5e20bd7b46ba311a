import type { Clock } from '#server/platform/clock.ts'

export interface FixedClock extends Clock {
  /** Moves on by a number of milliseconds, written with the constants of time.ts. */
  advance(ms: number): void
}

/** A clock that stands still until it is moved. */
export function fixedClock(start = '2026-06-15T12:00:00Z'): FixedClock {
  let now = new Date(start).getTime()
  return {
    now: () => new Date(now),
    advance(ms) {
      now += ms
    },
  }
}
