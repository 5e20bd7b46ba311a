import type { ControlMessage, Resume } from '#contract/realtime-protocol-schemas.ts'
import type { Clock } from '#server/platform/clock.ts'
import { newPublicId } from '#server/platform/ids.ts'
import type { Connection } from './connection.ts'
import { ResumeBuffer, type ResumeBudget } from './resume-buffer.ts'

interface StreamOptions {
  clock: Clock
  budget: ResumeBudget
  subscribed: Promise<void> | undefined
  /** Whether events of other nodes arrive. */
  isLive: () => boolean
}

const NOT_LIVE = encode({ type: 'not_live' })

/** The events of one user on this node: the connections, and what a broken one may have missed. */
export class Stream {
  /** Oldest first. An array is replaced, never changed. */
  connections: readonly Connection[] = []
  /** When the last connection was closed, in milliseconds; null while there is one. */
  disconnectedAt: number | null = null
  readonly #clock: Clock
  /** Numbers are valid only within an epoch; a stream that was removed and created again has another one. */
  #epoch = newPublicId()
  #seq = 0
  readonly #recent: ResumeBuffer
  readonly #isLive: () => boolean
  /** Resolves when events of other nodes arrive; undefined from then on. */
  #subscribed: Promise<void> | undefined

  constructor({ clock, budget, subscribed, isLive }: StreamOptions) {
    this.#clock = clock
    this.#isLive = isLive
    this.#recent = new ResumeBuffer(budget)
    this.#subscribed = subscribed?.then(() => {
      this.#subscribed = undefined
    })
  }

  /** Numbers an event, stores it for reconnecting clients and sends it. `event` is JSON, encoded once. */
  deliver(event: string) {
    this.#seq += 1
    const text = encodeEvent(this.#seq, event)
    this.#recent.add({ seq: this.#seq, sentAt: this.#clock.now().getTime(), text })
    this.#broadcast(text)
  }

  /** Sends an event without a number; a reconnecting client does not get it. */
  deliverTransient(event: string) {
    this.#broadcast(encodeEvent(null, event))
  }

  /** Replays the events that the client has missed, or sends a reset. It receives all events from then on. */
  resume(connection: Connection, position: Resume) {
    // A client fetches after the greeting. An event between that and the subscription would be lost.
    if (this.#subscribed) void this.#subscribed.then(() => this.#greet(connection, position))
    else this.#greet(connection, position)
  }

  #greet(connection: Connection, { epoch, after }: Resume) {
    connection.isResumed = true
    const isFirstVisit = epoch === null
    const oldestSeq = this.#recent.oldest?.seq ?? this.#seq + 1
    const canReplay = epoch === this.#epoch && after <= this.#seq && after >= oldestSeq - 1
    const type = isFirstVisit || canReplay ? 'hello' : 'reset'
    connection.send(encode({ type, epoch: this.#epoch, seq: canReplay ? after : this.#seq }))
    if (!this.#isLive()) connection.send(NOT_LIVE)
    if (!canReplay) return
    for (const { text } of this.#recent.after(after)) connection.send(text)
  }

  /** Informs the clients that events of other nodes arrive no longer. */
  announceLoss() {
    this.#broadcast(NOT_LIVE)
  }

  /** Starts a new epoch because events may have been lost, and sends the clients a reset. */
  restart() {
    this.#epoch = newPublicId()
    this.#seq = 0
    this.#recent.clear()
    this.#broadcast(encode({ type: 'reset', epoch: this.#epoch, seq: 0 }))
    if (!this.#isLive()) this.#broadcast(NOT_LIVE)
  }

  /** Removes remembered events that were sent before an instant in milliseconds. */
  removeEventsBefore(instant: number) {
    this.#recent.removeBefore(instant)
  }

  /** Removes all remembered events, before the stream itself is removed. */
  clear() {
    this.#recent.clear()
  }

  #broadcast(text: string) {
    for (const connection of this.connections) if (connection.isResumed) connection.send(text)
  }
}

function encodeEvent(seq: number | null, event: string) {
  return `{"type":"event","seq":${seq},"event":${event}}`
}

function encode(message: ControlMessage) {
  return JSON.stringify(message)
}
