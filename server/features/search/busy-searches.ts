import { SECOND } from '#contract/time.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * Suggestions at the same time in this process. Each runs statements in sequence for up to two seconds: more
 * of them would take the connections that searches and messages need.
 */
const MAX_RUNNING = 4
/** Of one member, the running one included. A member who moves a slider asks for several within a second. */
const MAX_OF_MEMBER = 8
const RETRY_AFTER_SECONDS = (2 * SECOND) / SECOND

interface Turns {
  count: number
  /** Ends with the last of them, and never fails. */
  last: Promise<unknown>
}

/** Runs long searches: those of one member in sequence, and of all members together a few at a time. */
export class BusySearches {
  readonly #maxRunning: number
  #running = 0
  readonly #turns = new Map<number, Turns>()

  constructor({ maxRunning = MAX_RUNNING }: { maxRunning?: number } = {}) {
    this.#maxRunning = maxRunning
  }

  /** @throws AppError `request.too_many` (the member), `request.busy` (the process), both with `{seconds}` */
  async run<Result>(userId: number, search: () => Promise<Result>): Promise<Result> {
    const turns = this.#turns.get(userId) ?? { count: 0, last: Promise.resolve() }
    if (turns.count >= MAX_OF_MEMBER)
      throw new AppError('request.too_many', { params: { seconds: RETRY_AFTER_SECONDS } })
    this.#turns.set(userId, turns)
    turns.count += 1
    const result = turns.last.then(() => this.#start(search))
    turns.last = result.catch(() => {})
    try {
      return await result
    } finally {
      turns.count -= 1
      if (turns.count === 0) this.#turns.delete(userId)
    }
  }

  async #start<Result>(search: () => Promise<Result>) {
    if (this.#running >= this.#maxRunning)
      throw new AppError('request.busy', { params: { seconds: RETRY_AFTER_SECONDS } })
    this.#running += 1
    try {
      return await search()
    } finally {
      this.#running -= 1
    }
  }
}
