import { ONLINE_MS } from '#contract/limits.ts'
import { ACTIVITY_FLUSH_MS } from '#server/features/profiles/rules.ts'
import type { Context } from '#server/platform/context.ts'
import { storeActivity } from './queries.ts'

export type Activity = ReturnType<typeof createActivity>

interface Trace {
  seenAt: number
  /** Null until the first write of this process. */
  writtenAt: number | null
}

/**
 * Remembers in memory who is active, and writes it down in batches: each member at most once in `ONLINE_MS`, so that
 * reading costs nobody a write. A lost process loses minutes of "last active", nothing else.
 */
export function createActivity({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>) {
  const traces = new Map<number, Trace>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  /** A sign of life: an authenticated request or an open socket. */
  function touch(userId: number) {
    const seenAt = clock.now().getTime()
    const trace = traces.get(userId)
    if (trace) trace.seenAt = seenAt
    else traces.set(userId, { seenAt, writtenAt: null })
  }

  /** Writes what is due; with `everything` also what was written less than `ONLINE_MS` ago. */
  function flush({ everything = false } = {}) {
    writing = writing.then(() => write(everything))
    return writing
  }

  async function write(everything: boolean) {
    const now = clock.now().getTime()
    forget(now)
    const due = [...traces].filter(([, trace]) => isDue(trace, now, everything))
    if (due.length === 0) return
    const seen = due.map(([userId, { seenAt }]) => ({ userId, at: new Date(seenAt) }))
    try {
      await storeActivity(db, seen)
      for (const [, trace] of due) trace.writtenAt = now
    } catch (error) {
      // Kept, and tried again with the next batch.
      log.warn({ err: error, members: due.length }, 'activity could not be written')
    }
  }

  function isDue({ seenAt, writtenAt }: Trace, now: number, everything: boolean) {
    if (writtenAt === null) return true
    return seenAt > writtenAt && (everything || now - writtenAt >= ONLINE_MS)
  }

  /** Who has gone quiet and is written down needs no memory. */
  function forget(now: number) {
    for (const [userId, { seenAt, writtenAt }] of traces)
      if (writtenAt !== null && writtenAt >= seenAt && now - writtenAt >= ONLINE_MS) traces.delete(userId)
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
