import { AppError } from './errors.ts'

const RETRY_AFTER_SECONDS = 2

/** Runs expensive work a few pieces at a time, in the order of the calls, and rejects what is too much. */
export class WorkQueue {
  readonly #maxRunning: number
  readonly #maxWaiting: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor({ maxRunning, maxWaiting }: { maxRunning: number; maxWaiting: number }) {
    this.#maxRunning = maxRunning
    this.#maxWaiting = maxWaiting
  }

  /** @throws AppError `request.busy` with `{seconds}`: too much waits already */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#maxRunning) this.#running += 1
    else await this.#waitForTurn()
    try {
      return await work()
    } finally {
      // The place goes to the next one, so that no newcomer takes it in between.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }

  async #waitForTurn() {
    if (this.#waiting.length >= this.#maxWaiting)
      throw new AppError('request.busy', { params: { seconds: RETRY_AFTER_SECONDS } })
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    await promise
  }
}
