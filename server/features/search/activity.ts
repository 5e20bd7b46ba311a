import { ONLINE_MS } from '#contract/limits.ts'
import { ACTIVITY_FLUSH_MS } from '#server/features/profiles/rules.ts'
import type { Context } from '#server/platform/context.ts'
import { storeActivity } from './queries.ts'

export type Activity = ReturnType<typeof createActivity>

interface ActivityEntry {
  seenAt: number
  /** Null until the first write of this process. */
  writtenAt: number | null
}

/**
 * Tracks in memory which members are active, and stores it in batches: each member at most once per `ONLINE_MS`, so
 * that read requests cause no writes. A crash loses a few minutes of activity, nothing else.
 */
export function createActivity({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>) {
  const entries = new Map<number, ActivityEntry>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  /** Records activity of a member: an authenticated request or an open socket. */
  function touch(userId: number) {
    const seenAt = clock.now().getTime()
    const entry = entries.get(userId)
    if (entry) entry.seenAt = seenAt
    else entries.set(userId, { seenAt, writtenAt: null })
  }

  /** Writes the due entries; with `everything` also those written less than `ONLINE_MS` ago. */
  function flush({ everything = false } = {}) {
    writing = writing.then(() => write(everything))
    return writing
  }

  async function write(everything: boolean) {
    const now = clock.now().getTime()
    removeIdle(now)
    const due = [...entries].filter(([, entry]) => isDue(entry, now, everything))
    if (due.length === 0) return
    const activity = due.map(([userId, { seenAt }]) => ({ userId, at: new Date(seenAt) }))
    try {
      await storeActivity(db, activity)
      for (const [, entry] of due) entry.writtenAt = now
    } catch (error) {
      // The entries stay due and are written with the next batch.
      log.warn({ err: error, members: due.length }, 'activity could not be written')
    }
  }

  function isDue({ seenAt, writtenAt }: ActivityEntry, now: number, everything: boolean) {
    if (writtenAt === null) return true
    return seenAt > writtenAt && (everything || now - writtenAt >= ONLINE_MS)
  }

  /** Removes stored entries of members who are no longer active. */
  function removeIdle(now: number) {
    for (const [userId, { seenAt, writtenAt }] of entries)
      if (writtenAt !== null && writtenAt >= seenAt && now - writtenAt >= ONLINE_MS) entries.delete(userId)
  }

  return {
    touch,
    flush,
    start() {
      timer = setInterval(() => void flush(), ACTIVITY_FLUSH_MS)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await flush({ everything: true })
    },
  }
}
