import type { Context } from '#server/platform/context.ts'
import { isConstraintViolation } from '#server/platform/postgres/db.ts'
import { insertMessages, isPlain, type PlainMessage } from './send-batch-query.ts'
import { insertMessage, type NewMessage, type SentRow } from './send-query.ts'

/** Statements under way before messages wait for each other. */
const LANES = 1
/** Messages in one statement. */
const BATCH = 64
/** A statement that takes longer waits for a lock. It must not hold up the messages of others. */
const STUCK_MS = 100

interface Waiting {
  message: PlainMessage
  /** Public ids of both members. */
  members: readonly [string, string]
  resolve: (row: Promise<SentRow | null> | SentRow | null) => void
  reject: (error: unknown) => void
}

/**
 * Stores messages. Those that arrive while others are being stored share the next statement, so that the cost of a message
 * falls as their number grows, and a message alone waits for nothing.
 */
export class MessageWriter {
  readonly #db: Context['db']
  #waiting: Waiting[] = []
  #busyLanes = 0
  #isScheduled = false

  constructor({ db }: Pick<Context, 'db'>) {
    this.#db = db
  }

  /** As `insertMessage`. `senderProfileId` is the sender's public id. */
  insert(message: NewMessage, { senderProfileId }: { senderProfileId: string }): Promise<SentRow | null> {
    if (!isPlain(message)) return insertMessage(this.#db, message)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ message, members: [senderProfileId, message.profileId], resolve, reject })
      this.#schedule()
    })
  }

  /** Begins when the requests that have arrived by now are read, without waiting for others: they share a statement. */
  #schedule() {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#startNext()
    })
  }

  #startNext() {
    while (this.#busyLanes < LANES && this.#waiting.length > 0) this.#start(this.#nextBatch())
  }

  /** Removes waiting messages from the queue that have no member in common. A message never passes one of the same members. */
  #nextBatch() {
    const members = new Set<string>()
    const batch: Waiting[] = []
    const later: Waiting[] = []
    for (const waiting of this.#waiting) {
      const isFree = batch.length < BATCH && !waiting.members.some((member) => members.has(member))
      if (isFree) batch.push(waiting)
      else later.push(waiting)
      for (const member of waiting.members) members.add(member)
    }
    this.#waiting = later
    return batch
  }

  #start(batch: Waiting[]) {
    this.#busyLanes += 1
    let isBusy = true
    const free = () => {
      if (!isBusy) return
      isBusy = false
      this.#busyLanes -= 1
      this.#schedule()
    }
    const deadline = setTimeout(free, STUCK_MS)
    void this.#store(batch).finally(() => {
      clearTimeout(deadline)
      free()
    })
  }

  async #store(batch: Waiting[]) {
    const [first] = batch
    try {
      if (first && batch.length === 1) return first.resolve(await insertMessage(this.#db, first.message))
      const rows = await insertMessages(
        this.#db,
        batch.map(({ message }) => message),
      )
      for (const [index, { resolve }] of batch.entries()) resolve(rows[index] ?? null)
    } catch (error) {
      if (batch.length > 1 && isConstraintViolation(error)) return this.#storeEach(batch)
      for (const { reject } of batch) reject(error)
    }
  }

  /** Sends each by itself: one of them lost against a concurrent statement, and undid all. */
  async #storeEach(batch: Waiting[]) {
    for (const { message, resolve } of batch) {
      const stored = insertMessage(this.#db, message)
      resolve(stored)
      await stored.catch(() => {})
    }
  }
}
