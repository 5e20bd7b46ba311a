import { ONLINE_MS } from '#contract/limits.ts'
import { MINUTE, SECOND } from '#contract/time.ts'
import { ACTIVITY_FLUSH_MS, onlineSince } from '#server/features/profiles/rules.ts'
import type { Context } from '#server/platform/context.ts'
import { processEnded } from '#server/platform/postgres/node-lease.ts'
import { presenceChanged } from './events.ts'
import { findActiveSince, findAway, storeActivity } from './queries.ts'

/** After a member connects, so that those who connect together are stored together. */
const CONNECTED_FLUSH_MS = 1 * SECOND

/** So much earlier than a member would count as offline is the activity stored again: a batch may be late. */
const MARGIN_MS = ACTIVITY_FLUSH_MS

/** Longer than others take to learn that a process has ended: members may have gone offline meanwhile. */
const UNNOTICED_MS = 1 * MINUTE

interface ActivityEntry {
  seenAt: number
  /** What was stored of it. Null until the first write of this process. */
  storedAt: number | null
}

type Deps = Pick<Context, 'db' | 'clock' | 'log' | 'events'>

/**
 * Tracks in memory which members are active, and stores it in batches: each about once per `ONLINE_MS`, so
 * that reads cause no writes. A crash loses only some minutes of activity. Publishes who went online or
 * offline by what the database knows of all nodes. A process that starts, or learns that another has ended,
 * adopts the online members, so that those who left with that process go offline.
 */
export class Activity {
  readonly #deps: Deps
  readonly #entries = new Map<number, ActivityEntry>()
  #timer: NodeJS.Timeout | undefined
  #early: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #isStopped = false
  /** Members who were active since then are adopted with the next write. */
  #adoptSince: Date | null = null

  constructor(deps: Deps) {
    this.#deps = deps
  }

  start() {
    this.#adopt()
    this.#deps.events.after(processEnded, () => {
      this.#adopt()
      return this.flush()
    })
    this.#timer = setInterval(() => void this.flush(), ACTIVITY_FLUSH_MS).unref()
  }

  /**
   * Writes once more. Sockets, the lease and then the database are closed later: what they bring is not
   * written.
   */
  async stop() {
    clearInterval(this.#timer)
    clearTimeout(this.#early)
    const last = this.flush({ everything: true })
    this.#isStopped = true
    await last
  }

  /** Records activity of a member: an authenticated request or an open socket. */
  touch(userId: number) {
    const seenAt = this.#deps.clock.now().getTime()
    const entry = this.#entries.get(userId)
    if (entry) entry.seenAt = seenAt
    else this.#entries.set(userId, { seenAt, storedAt: null })
  }

  /** Records an open socket. A member who was inactive is stored soon, so that others see it at once. */
  connected(userId: number) {
    this.touch(userId)
    if (this.#isStopped || this.#entries.get(userId)?.storedAt !== null || this.#early) return
    this.#early = setTimeout(() => {
      this.#early = undefined
      void this.flush()
    }, CONNECTED_FLUSH_MS).unref()
  }

  /** Writes the due entries; with `everything` also those written less than `ONLINE_MS` ago. */
  flush({ everything = false } = {}) {
    if (this.#isStopped) return this.#writing
    this.#writing = this.#writing.then(() => this.#write(everything))
    return this.#writing
  }

  async #write(everything: boolean) {
    const now = this.#deps.clock.now()
    const due = [...this.#entries].filter(([, entry]) => isDue(entry, { now: now.getTime(), everything }))
    try {
      if (due.length > 0) await this.#writeDue(due, now)
      await this.#adoptActive()
      await this.#removeIdle(now)
    } catch (error) {
      // The entries stay due and are written with the next batch.
      this.#deps.log.warn({ err: error, members: due.length }, 'activity could not be written')
    }
  }

  async #writeDue(due: [number, ActivityEntry][], now: Date) {
    const { db, events } = this.#deps
    const activity = due.map(([userId, entry]) => ({ userId, at: new Date(entry.seenAt), entry }))
    const arrived = await storeActivity(db, { activity, onlineSince: onlineSince(now) })
    for (const { entry, at } of activity) entry.storedAt = at.getTime()
    if (arrived.length > 0) events.publish(presenceChanged, { userIds: arrived, isOnline: true })
  }

  /** Adopts the members of other processes with the write that follows. */
  #adopt() {
    this.#adoptSince = new Date(onlineSince(this.#deps.clock.now()).getTime() - UNNOTICED_MS)
  }

  async #adoptActive() {
    const since = this.#adoptSince
    if (!since) return
    // Tried once, as it reads every row of the search.
    this.#adoptSince = null
    for (const { userId, lastActiveAt } of await findActiveSince(this.#deps.db, since)) {
      const at = lastActiveAt.getTime()
      if (!this.#entries.has(userId)) this.#entries.set(userId, { seenAt: at, storedAt: at })
    }
  }

  /** Removes stored entries of members who are no longer online, at least as far as this node knows. */
  async #removeIdle(now: Date) {
    const { db, events } = this.#deps
    const since = onlineSince(now)
    const idle = [...this.#entries].flatMap(([userId, { seenAt, storedAt }]) =>
      storedAt !== null && storedAt >= seenAt && seenAt < since.getTime() ? [userId] : [],
    )
    if (idle.length === 0) return
    const away = await findAway(db, { userIds: idle, onlineSince: since })
    for (const userId of idle) this.#entries.delete(userId)
    if (away.length > 0) events.publish(presenceChanged, { userIds: away, isOnline: false })
  }
}

function isDue({ seenAt, storedAt }: ActivityEntry, { now, everything }: { now: number; everything: boolean }) {
  if (storedAt === null) return true
  return seenAt > storedAt && (everything || now - storedAt >= ONLINE_MS - MARGIN_MS)
}
