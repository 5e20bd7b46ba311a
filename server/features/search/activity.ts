import { ONLINE_MS } from '#contract/limits.ts'
import { MINUTE, SECOND } from '#contract/time.ts'
import { ACTIVITY_FLUSH_MS, onlineSince } from '#server/features/profiles/rules.ts'
import type { Context } from '#server/platform/context.ts'
import { processEnded } from '#server/platform/postgres/node-lease.ts'
import { presenceChanged } from './events.ts'
import { findActiveSince, findAway, storeActivity } from './queries.ts'

export type Activity = ReturnType<typeof createActivity>

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

/**
 * Tracks in memory which members are active, and stores it in batches: each about once per `ONLINE_MS`, so
 * that reads cause no writes. A crash loses only some minutes of activity. Publishes who went online or
 * offline by what the database knows of all nodes. A process that starts, or learns that another has ended,
 * adopts the online members, so that those who left with that process go offline.
 */
export function createActivity({ db, clock, log, events }: Pick<Context, 'db' | 'clock' | 'log' | 'events'>) {
  const entries = new Map<number, ActivityEntry>()
  let timer: NodeJS.Timeout | undefined
  let early: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  /** Members who were active since then are adopted with the next write. */
  let adoptSince: Date | null = null

  /** Records activity of a member: an authenticated request or an open socket. */
  function touch(userId: number) {
    const seenAt = clock.now().getTime()
    const entry = entries.get(userId)
    if (entry) entry.seenAt = seenAt
    else entries.set(userId, { seenAt, storedAt: null })
  }

  /** Records an open socket. A member who was inactive is stored soon, so that others see it at once. */
  function connected(userId: number) {
    touch(userId)
    if (entries.get(userId)?.storedAt !== null || early) return
    early = setTimeout(() => {
      early = undefined
      void flush()
    }, CONNECTED_FLUSH_MS).unref()
  }

  /** Writes the due entries; with `everything` also those written less than `ONLINE_MS` ago. */
  function flush({ everything = false } = {}) {
    writing = writing.then(() => write(everything))
    return writing
  }

  async function write(everything: boolean) {
    const now = clock.now()
    const due = [...entries].filter(([, entry]) => isDue(entry, now.getTime(), everything))
    try {
      if (due.length > 0) await writeDue(due, now)
      await adoptActive()
      await removeIdle(now)
    } catch (error) {
      // The entries stay due and are written with the next batch.
      log.warn({ err: error, members: due.length }, 'activity could not be written')
    }
  }

  async function writeDue(due: [number, ActivityEntry][], now: Date) {
    const activity = due.map(([userId, entry]) => ({ userId, at: new Date(entry.seenAt), entry }))
    const arrived = await storeActivity(db, { activity, onlineSince: onlineSince(now) })
    for (const { entry, at } of activity) entry.storedAt = at.getTime()
    if (arrived.length > 0) events.publish(presenceChanged, { userIds: arrived, isOnline: true })
  }

  async function adoptActive() {
    const since = adoptSince
    if (!since) return
    // Tried once, as it reads every row of the search.
    adoptSince = null
    for (const { userId, lastActiveAt } of await findActiveSince(db, since)) {
      const at = lastActiveAt.getTime()
      if (!entries.has(userId)) entries.set(userId, { seenAt: at, storedAt: at })
    }
  }

  /** Adopts the members of other processes with the write that follows. */
  function adopt() {
    adoptSince = new Date(onlineSince(clock.now()).getTime() - UNNOTICED_MS)
  }

  function isDue({ seenAt, storedAt }: ActivityEntry, now: number, everything: boolean) {
    if (storedAt === null) return true
    return seenAt > storedAt && (everything || now - storedAt >= ONLINE_MS - MARGIN_MS)
  }

  /** Removes stored entries of members who are no longer online, at least as far as this node knows. */
  async function removeIdle(now: Date) {
    const since = onlineSince(now)
    const idle = [...entries].flatMap(([userId, { seenAt, storedAt }]) =>
      storedAt !== null && storedAt >= seenAt && seenAt < since.getTime() ? [userId] : [],
    )
    if (idle.length === 0) return
    const away = await findAway(db, { userIds: idle, onlineSince: since })
    for (const userId of idle) entries.delete(userId)
    if (away.length > 0) events.publish(presenceChanged, { userIds: away, isOnline: false })
  }

  return {
    touch,
    connected,
    flush,
    start() {
      adopt()
      events.after(processEnded, () => {
        adopt()
        return flush()
      })
      timer = setInterval(() => void flush(), ACTIVITY_FLUSH_MS)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      clearTimeout(early)
      await flush({ everything: true })
    },
  }
}
