import type { Context } from '#server/platform/context.ts'
import { SECOND } from '#contract/time.ts'
import { findViewer, type ViewerRow } from './session-queries.ts'

/** How long a viewer is served from memory. Only a bound: every change of one removes the entry at once. */
const KEEP_MS = 5 * SECOND
const MAX_ENTRIES = 20_000
/** Triggers announce here the accounts that changed or lost a session: a key, or nothing for many. */
const CHANNEL = 'viewers_changed'

interface Entry {
  row: ViewerRow
  /** On the clock of the process, which does not jump. */
  until: number
}

type Deps = Pick<Context, 'db' | 'clock' | 'notifications' | 'realtime'>

/**
 * Keeps the viewers of recent requests in memory, so that a page and its calls look up their session once. An
 * entry ends on this node with the call that ends the session; on every node with the notification that the
 * transaction sends which ended the session or changed the account, also one made in SQL. While notifications
 * cannot arrive, nothing is kept. Source: ACC-11, docs/decisions/0026-json-from-the-database.md.
 */
export class ViewerCache {
  readonly #deps: Deps
  /** By session hash in base64. */
  readonly #entries = new Map<string, Entry>()
  #isListening = false
  /** Counts removals: what was read before one may be outdated, and is not kept. */
  #removals = 0
  #unlisten = () => {}

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Begins to keep viewers. Without this call every `find` asks the database. */
  async start() {
    const { notifications, realtime } = this.#deps
    realtime.onSessionEnd((ended) =>
      'session' in ended ? this.#remove(ended.session) : this.#removeUser(ended.userId),
    )
    this.#unlisten = await notifications.listen({
      channel: CHANNEL,
      onNotification: (userId) => {
        if (userId) this.#removeUser(Number(userId))
        else this.#clear()
        // A change in the database may have ended sessions, or the account, whose sockets are open here.
        if (userId) realtime.checkSessionsOf(Number(userId))
        else realtime.checkAllSessions()
      },
      onGap: () => {
        this.#clear()
        this.#isListening = true
        realtime.checkAllSessions()
      },
      onLoss: () => this.#suspend(),
    })
  }

  stop() {
    this.#unlisten()
    this.#suspend()
  }

  /** Returns the member of a session; null when it has ended or the account is disabled or deleted. */
  async find(sessionHash: Buffer) {
    const { db, clock } = this.#deps
    const session = sessionHash.toString('base64')
    const entry = this.#entries.get(session)
    if (entry && entry.until > performance.now() && entry.row.sessionExpiresAt > clock.now()) return entry.row
    const removals = this.#removals
    const row = await findViewer(db, { sessionHash, now: clock.now() })
    if (row && this.#isListening && removals === this.#removals) this.#keep(session, row)
    return row
  }

  /** Asks the database, and removes the entry: for a call that may change what the viewer is. */
  findFresh(sessionHash: Buffer) {
    this.#remove(sessionHash.toString('base64'))
    return findViewer(this.#deps.db, { sessionHash, now: this.#deps.clock.now() })
  }

  #keep(session: string, row: ViewerRow) {
    // Maps are ordered by insertion: the first entry is the oldest.
    this.#entries.delete(session)
    const oldest = this.#entries.size >= MAX_ENTRIES ? this.#entries.keys().next().value : undefined
    if (oldest !== undefined) this.#entries.delete(oldest)
    this.#entries.set(session, { row, until: performance.now() + KEEP_MS })
  }

  #remove(session: string) {
    this.#removals += 1
    this.#entries.delete(session)
  }

  #removeUser(userId: number) {
    this.#removals += 1
    for (const [session, { row }] of this.#entries) if (row.userId === userId) this.#entries.delete(session)
  }

  #clear() {
    this.#removals += 1
    this.#entries.clear()
  }

  #suspend() {
    this.#isListening = false
    this.#clear()
  }
}
