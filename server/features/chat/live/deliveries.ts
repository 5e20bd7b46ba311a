import { SECOND } from '#contract/time.ts'
import type { Context } from '#server/platform/context.ts'
import { DatabaseUnavailable } from '#server/platform/postgres/faults.ts'
import { markDelivered, type Delivery } from '#server/features/chat/conversations/mark-queries.ts'

/** How long marks are collected: a sender sees 'delivered' at most this much later. */
const COLLECT_MS = 1 * SECOND
/** Marks stored by one statement. */
const BATCH = 1000
/** How long marks wait that could not be stored because the database is away. */
const RETRY_MS = 5 * SECOND

/**
 * Collects how far members' devices have received their conversations, and stores it in batches, so that an
 * arriving message costs no write. They wait while the database is down. What a crash loses is reported again
 * when the client reconnects.
 */
export class Deliveries {
  readonly #deps: Pick<Context, 'db' | 'log' | 'realtime'>
  readonly #waiting = new Map<string, Delivery>()
  #timer: NodeJS.Timeout | null = null
  #storing: Promise<void> = Promise.resolve()

  constructor(deps: Pick<Context, 'db' | 'log' | 'realtime'>) {
    this.#deps = deps
  }

  add(delivery: Delivery) {
    this.#collect(delivery, COLLECT_MS)
  }

  /** Stores what was collected, after what is being stored. */
  flush() {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const deliveries = [...this.#waiting.values()]
    this.#waiting.clear()
    this.#storing = this.#storing.then(async () => {
      for (let start = 0; start < deliveries.length; start += BATCH) {
        await this.#store(deliveries.slice(start, start + BATCH))
      }
    })
    return this.#storing
  }

  #collect(delivery: Delivery, storeAfterMs: number) {
    const key = `${delivery.userId} ${delivery.conversationId}`
    const earlier = this.#waiting.get(key)
    if (!earlier || earlier.seq < delivery.seq) this.#waiting.set(key, delivery)
    this.#timer ??= setTimeout(() => void this.flush(), storeAfterMs).unref()
  }

  async #store(deliveries: Delivery[]) {
    const { db, log, realtime } = this.#deps
    try {
      for (const { partnerId, isShown, conversationId, profileId, deliveredSeq, readSeq } of await markDelivered(
        db,
        deliveries,
      )) {
        const marks = { conversationId, profileId, deliveredSeq, readSeq }
        if (isShown) realtime.send(partnerId, { type: 'receipt', ...marks, unread: null })
      }
    } catch (error) {
      log.warn({ err: error, marks: deliveries.length }, 'delivered marks could not be stored')
      if (!(error instanceof DatabaseUnavailable)) return
      for (const delivery of deliveries) this.#collect(delivery, RETRY_MS)
    }
  }
}
