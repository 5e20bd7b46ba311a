import { isConstraintViolation } from './db.ts'
import { wasUndone } from './faults.ts'

/** Statements under way before inputs wait for each other. */
const LANES = 1
/** Inputs of one statement. */
const BATCH = 64
/** A statement that takes longer waits for a lock: by default. It must not delay inputs with other keys. */
const STUCK_MS = 100

interface Statements<Input, Result> {
  /** Returns a result for each input, in their order. */
  write(inputs: readonly Input[]): Promise<Result[]>
  /** Keys that two inputs of one statement must not share. An input never passes one that has its key. */
  keysOf?(input: Input): readonly string[]
  /** After how many milliseconds the next inputs no longer wait for a statement. */
  stuckMs?: number
}

interface Waiting<Input, Result> {
  input: Input
  keys: readonly string[]
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Writes inputs of many requests. Those that arrive while others are being written share the next statement,
 * so that the cost of one falls as their number grows, and one that comes alone waits for nothing. Source:
 * docs/decisions/0034-messages-share-a-statement.md.
 */
export class SharedStatements<Input, Result> {
  readonly #statements: Statements<Input, Result>
  #waiting: Waiting<Input, Result>[] = []
  /** Keys of the inputs that are being written. */
  readonly #busyKeys = new Set<string>()
  #busyLanes = 0
  #isScheduled = false

  constructor(statements: Statements<Input, Result>) {
    this.#statements = statements
  }

  /** Returns the result of the input. */
  write(input: Input): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, keys: this.#statements.keysOf?.(input) ?? [], resolve, reject })
      this.#schedule()
    })
  }

  /** Starts after the requests that have arrived are read, without waiting: they share a statement. */
  #schedule() {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#startNext()
    })
  }

  #startNext() {
    while (this.#busyLanes < LANES) {
      const batch = this.#nextBatch()
      if (batch.length === 0) return
      this.#start(batch)
    }
  }

  /** Dequeues inputs that share no key with each other or with those being written. */
  #nextBatch() {
    const busyKeys = new Set(this.#busyKeys)
    const batch: Waiting<Input, Result>[] = []
    const later: Waiting<Input, Result>[] = []
    for (const waiting of this.#waiting) {
      const isFree = batch.length < BATCH && !waiting.keys.some((key) => busyKeys.has(key))
      if (isFree) batch.push(waiting)
      else later.push(waiting)
      for (const key of waiting.keys) busyKeys.add(key)
    }
    this.#waiting = later
    return batch
  }

  #start(batch: Waiting<Input, Result>[]) {
    const keys = batch.flatMap((waiting) => waiting.keys)
    for (const key of keys) this.#busyKeys.add(key)
    this.#busyLanes += 1
    let isBusy = true
    const free = () => {
      if (!isBusy) return
      isBusy = false
      this.#busyLanes -= 1
      this.#schedule()
    }
    const deadline = setTimeout(free, this.#statements.stuckMs ?? STUCK_MS)
    void this.#write(batch).finally(() => {
      clearTimeout(deadline)
      for (const key of keys) this.#busyKeys.delete(key)
      free()
      // Inputs may have waited for the keys of a statement whose lane was given to others.
      this.#schedule()
    })
  }

  async #write(batch: Waiting<Input, Result>[]) {
    try {
      const results = await this.#statements.write(batch.map(({ input }) => input))
      // There is a result for each input.
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      if (batch.length > 1 && isConstraintViolation(error)) return this.#writeEach(batch)
      if (batch.length > 1 && wasUndone(error)) return this.#writeAllAlone(batch)
      for (const { reject } of batch) reject(error)
    }
  }

  /** Writes each by itself: one of them lost against a concurrent statement, and undid all. */
  async #writeEach(batch: Waiting<Input, Result>[]) {
    for (const waiting of batch) await this.#write([waiting])
  }

  /** Writes each by itself and all at once: one of them waits for a lock, or cannot be written. */
  async #writeAllAlone(batch: Waiting<Input, Result>[]) {
    await Promise.all(batch.map((waiting) => this.#write([waiting])))
  }
}
