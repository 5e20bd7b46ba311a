import type { Log } from './log.ts'
import type { Tx } from './postgres/tx.ts'

/** A named kind of news with a typed payload; slices declare theirs in `events.ts`. */
export interface DefinedEvent<Payload> {
  name: string
  /** Carries the payload's type only; never set. */
  payload?: Payload
}

export interface Pending {
  events: Events
  queue: { event: DefinedEvent<unknown>; payload: unknown }[]
}

/** Names a kind of news: `defineEvent<{ userId: UserId }>('account.created')`. */
export function defineEvent<Payload>(name: string): DefinedEvent<Payload> {
  return { name }
}

type Within = (tx: Tx, payload: never) => Promise<void>
type After = (payload: never) => void | Promise<void>

/** News between slices, in this process. */
export class Events {
  readonly #log: Log
  readonly #within = new Map<string, Within[]>()
  readonly #after = new Map<string, After[]>()
  readonly #running = new Set<Promise<void>>()

  constructor({ log }: { log: Log }) {
    this.#log = log
  }

  /** Runs in the emitter's transaction and can roll it back: for rows that must be true together with the fact. */
  within<Payload>(event: DefinedEvent<Payload>, listener: (tx: Tx, payload: Payload) => Promise<void>) {
    append(this.#within, event.name, listener)
  }

  /** Runs after commit: for sockets and other news whose loss does no harm. What must not be lost is a job. */
  after<Payload>(event: DefinedEvent<Payload>, listener: (payload: Payload) => void | Promise<void>) {
    append(this.#after, event.name, listener)
  }

  /** For facts that one statement has already committed. */
  publish<Payload>(event: DefinedEvent<Payload>, payload: Payload) {
    this.deliver([{ event, payload }])
  }

  async runWithin<Payload>(tx: Tx, event: DefinedEvent<Payload>, payload: Payload) {
    for (const listener of this.#within.get(event.name) ?? []) await listener(tx, payload as never)
  }

  deliver(queue: Pending['queue']) {
    for (const { event, payload } of queue) {
      for (const listener of this.#after.get(event.name) ?? [])
        this.#start(event.name, () => listener(payload as never))
    }
  }

  /** Waits for the listeners that are still at work; part of a graceful stop. */
  async drain() {
    await Promise.all(this.#running)
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
