import type { Log } from './log.ts'
import type { Tx } from './postgres/tx.ts'

/** An event with a typed payload; slices declare theirs in `events.ts`. */
export interface DefinedEvent<Payload> {
  name: string
  /** Carries the payload's type only; never set. */
  payload?: Payload
}

/** Events emitted in a transaction that has not committed yet. */
export interface Pending {
  events: Events
  queue: { event: DefinedEvent<unknown>; payload: unknown }[]
}

/** Defines an event: `defineEvent<{ userId: number }>('account.created')`. */
export function defineEvent<Payload>(name: string): DefinedEvent<Payload> {
  return { name }
}

type Within = (tx: Tx, payload: never) => Promise<void>
type After = (payload: never) => void | Promise<void>

/** Delivers events between slices, within this process. */
export class Events {
  readonly #log: Log
  readonly #within = new Map<string, Within[]>()
  readonly #after = new Map<string, After[]>()
  readonly #running = new Set<Promise<void>>()

  constructor({ log }: { log: Log }) {
    this.#log = log
  }

  /** Runs the listener in the emitter's transaction and can roll it back: for rows that change together. */
  within<Payload>(event: DefinedEvent<Payload>, listener: (tx: Tx, payload: Payload) => Promise<void>) {
    append(this.#within, event.name, listener)
  }

  /** Runs the listener after commit: for notifications that may be lost. What must not be lost is a job. */
  after<Payload>(event: DefinedEvent<Payload>, listener: (payload: Payload) => void | Promise<void>) {
    append(this.#after, event.name, listener)
  }

  /** Delivers an event of a change that is already committed. */
  publish<Payload>(event: DefinedEvent<Payload>, payload: Payload) {
    this.deliver([{ event, payload }])
  }

  /** Runs the `within` listeners of an event. Called by `emit`. */
  async runWithin<Payload>(tx: Tx, event: DefinedEvent<Payload>, payload: Payload) {
    for (const listener of this.#within.get(event.name) ?? []) await listener(tx, payload as never)
  }

  /** Starts the `after` listeners of events without waiting for them. */
  deliver(queue: Pending['queue']) {
    for (const { event, payload } of queue) {
      for (const listener of this.#after.get(event.name) ?? [])
        this.#start(event.name, () => listener(payload as never))
    }
  }

  /** Waits for the listeners that are still running, and for those that they start. */
  async drain() {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  #start(name: string, run: () => void | Promise<void>) {
    const work = (async () => run())()
      .catch((error: unknown) => this.#log.error({ err: error, event: name }, 'event listener failed'))
      .finally(() => this.#running.delete(work))
    this.#running.add(work)
  }
}

function append<Listener>(map: Map<string, Listener[]>, name: string, listener: Listener) {
  map.set(name, [...(map.get(name) ?? []), listener])
}
