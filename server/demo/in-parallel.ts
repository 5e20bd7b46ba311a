import { setTimeout as sleep } from 'node:timers/promises'
import type { OnProgress } from '#server/platform/progress.ts'

/** Enough to keep two cores and the database busy. */
const CONCURRENCY = 6
/** After each item of a gentle step: the database, which has no low priority, rests too. */
const PAUSE_MS = 10

/** How the demo is filled. */
export interface FillOptions {
  onProgress: OnProgress
  signal: AbortSignal
  /** One at a time with pauses, for a site that serves requests meanwhile. */
  isGentle?: boolean
}

export interface GroupOptions extends FillOptions {
  /** The demo members of the group. */
  emails: ReadonlySet<string>
}

/** Runs a function for each item, a few at a time, with progress. Stops at the first error or the signal. */
export async function inParallel<Item>(
  items: readonly Item[],
  { step, onProgress, signal, isGentle = false }: FillOptions & { step: string },
  run: (item: Item) => Promise<void>,
) {
  if (items.length === 0) return
  const queue = items.values()
  let done = 0
  onProgress({ step, done, total: items.length })
  async function work() {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      signal.throwIfAborted()
      await run(next.value)
      done += 1
      onProgress({ step, done, total: items.length })
      if (isGentle) await sleep(PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: isGentle ? 1 : CONCURRENCY }, work))
}
