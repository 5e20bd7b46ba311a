import { SECOND } from '#contract/time.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * Suggestions that run at the same time in this process. Each runs statements one after the other for up to two seconds, so that
 * more of them would take the connections that searches and messages need.
 */
const MAX_RUNNING = 4
const RETRY_AFTER_SECONDS = (2 * SECOND) / SECOND

/** Lets each member run one search at a time that takes long, and all members together a few. */
export class BusySearches {
  readonly #maxRunning: number
  readonly #running = new Set<number>()

  constructor({ maxRunning = MAX_RUNNING }: { maxRunning?: number } = {}) {
    this.#maxRunning = maxRunning
  }

  /** @throws AppError `request.too_many` (the member), `request.busy` (the process), both with `{seconds}` */
  async run<Result>(userId: number, search: () => Promise<Result>) {
    const params = { seconds: RETRY_AFTER_SECONDS }
    if (this.#running.has(userId)) throw new AppError('request.too_many', { params })
    if (this.#running.size >= this.#maxRunning) throw new AppError('request.busy', { params })
    this.#running.add(userId)
    try {
      return await search()
    } finally {
      this.#running.delete(userId)
    }
  }
}
