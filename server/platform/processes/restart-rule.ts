import { SECOND } from '#contract/time.ts'

/** A process that ends sooner after its start waits before it is started again. */
const SHORT_LIFE_MS = 10 * SECOND
const PAUSE_MS = 1 * SECOND
/** After so many ends in a row before the work has begun, the process is not started again. */
const MAX_FAILURES = 5

/**
 * Decides when one process is started again. Each has its own: several that end once, for the same cause, say
 * nothing about whether one of them starts.
 */
export class RestartRule {
  #failures = 0
  #shortLives = 0

  /** Returns after which pause it is started again; null when it does not start at all. */
  ended({ lifeMs, wasReady }: { lifeMs: number; wasReady: boolean }) {
    this.#failures = wasReady ? 0 : this.#failures + 1
    this.#shortLives = lifeMs < SHORT_LIFE_MS ? this.#shortLives + 1 : 0
    if (this.#failures >= MAX_FAILURES) return null
    return PAUSE_MS * Math.min(this.#shortLives, MAX_FAILURES)
  }
}
