import { SECOND } from '#contract/time.ts'

/** Members whose pages refetch, per second: with four requests each, a node serves others meanwhile. */
const RESTARTS_PER_SECOND = 250
const BATCH = 25
const BATCH_INTERVAL_MS = (BATCH / RESTARTS_PER_SECOND) * SECOND

/** Restarts the streams of many users, a few at a time, so that their clients do not fetch all at once. */
export class StreamRestarts {
  readonly #restart: (userId: number) => void
  readonly #waiting = new Set<number>()
  #timer: NodeJS.Timeout | undefined

  constructor(restart: (userId: number) => void) {
    this.#restart = restart
  }

  /** Begins at once. A user who is still waiting is restarted once. */
  add(userIds: Iterable<number>) {
    for (const userId of userIds) this.#waiting.add(userId)
    if (!this.#timer) this.#restartSome()
  }

  stop() {
    clearTimeout(this.#timer)
    this.#waiting.clear()
  }

  #restartSome() {
    let left = BATCH
    for (const userId of this.#waiting) {
      if (left === 0) break
      left -= 1
      this.#waiting.delete(userId)
      this.#restart(userId)
    }
    this.#timer = this.#waiting.size > 0 ? setTimeout(() => this.#restartSome(), BATCH_INTERVAL_MS).unref() : undefined
  }
}
