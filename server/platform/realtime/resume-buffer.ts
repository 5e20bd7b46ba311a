/** Latest events of one user that a reconnecting client can still get, and their bytes. */
export const MAX_RECENT_EVENTS = 128
export const MAX_RECENT_BYTES = 256 * 1024
/** Bytes of the remembered events of all users on this node. */
const MAX_TOTAL_BYTES = 64 * 1024 * 1024

interface RecentEvent {
  seq: number
  /** In milliseconds. */
  sentAt: number
  text: string
}

/**
 * Limits the bytes that all buffers of a node hold together. The buffer whose latest event is the oldest is
 * emptied first: a client that reconnects to it is reset and fetches everything again.
 */
export class ResumeBudget {
  readonly #maxBytes: number
  /** Those that hold events, the one with the oldest latest event first. */
  readonly #buffers = new Set<ResumeBuffer>()
  #bytes = 0

  constructor({ maxBytes = MAX_TOTAL_BYTES }: { maxBytes?: number } = {}) {
    this.#maxBytes = maxBytes
  }

  /** Counts an added event, and empties the oldest buffers until all fit. */
  add(buffer: ResumeBuffer, bytes: number) {
    this.#bytes += bytes
    this.#buffers.delete(buffer)
    this.#buffers.add(buffer)
    for (const oldest of this.#buffers) {
      if (this.#bytes <= this.#maxBytes) return
      oldest.clear()
    }
  }

  remove(buffer: ResumeBuffer, bytes: number) {
    this.#bytes -= bytes
    if (buffer.oldest === undefined) this.#buffers.delete(buffer)
  }
}

/** The latest events of one user, limited in number and bytes: the oldest are removed first. */
export class ResumeBuffer {
  readonly #budget: ResumeBudget
  /** Oldest first. */
  #events: (RecentEvent & { bytes: number })[] = []
  #bytes = 0

  constructor(budget: ResumeBudget) {
    this.#budget = budget
  }

  get oldest(): RecentEvent | undefined {
    return this.#events[0]
  }

  after(seq: number): RecentEvent[] {
    return this.#events.filter((event) => event.seq > seq)
  }

  add(event: RecentEvent) {
    const bytes = Buffer.byteLength(event.text)
    this.#events.push({ ...event, bytes })
    this.#bytes += bytes
    this.#budget.add(this, bytes)
    while (this.#events.length > MAX_RECENT_EVENTS || this.#bytes > MAX_RECENT_BYTES) this.#removeOldest()
  }

  removeBefore(instant: number) {
    while (this.#events[0] && this.#events[0].sentAt < instant) this.#removeOldest()
  }

  clear() {
    const bytes = this.#bytes
    this.#events = []
    this.#bytes = 0
    this.#budget.remove(this, bytes)
  }

  #removeOldest() {
    const bytes = this.#events.shift()?.bytes ?? 0
    this.#bytes -= bytes
    this.#budget.remove(this, bytes)
  }
}
