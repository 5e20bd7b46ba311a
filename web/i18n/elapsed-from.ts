import { MINUTE } from '#contract/time.ts'

/**
 * Returns the instant from which the time until now is named: within the last minute `now` itself, which
 * reads 'now'. The page's clock ticks once a minute, so seconds would soon be wrong, and what came after the
 * tick would lie in the future.
 */
export function elapsedFrom(instant: Date, now: Date) {
  return now.getTime() - instant.getTime() < MINUTE ? now : instant
}
