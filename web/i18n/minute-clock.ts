import { MINUTE } from '#contract/time.ts'

/** A clock that ticks every minute while it has a listener; relative times on the page follow it. */
export function createMinuteClock() {
  let now = new Date()
  return {
    now: () => now,
    /** Calls `onTick` every minute. Returns a function that stops it. */
    subscribe(onTick: () => void) {
      const timer = setInterval(() => {
        now = new Date()
        onTick()
      }, MINUTE)
      return () => clearInterval(timer)
    },
  }
}
