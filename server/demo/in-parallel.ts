import type { OnProgress } from '#server/platform/progress.ts'

/** Enough to keep two cores and the database busy. */
const CONCURRENCY = 6

interface ParallelOptions {
  step: string
  onProgress: OnProgress
  signal: AbortSignal
}

/** Runs a function for each item, a few at a time, and reports progress. Stops at the first error or at the signal. */
export async function inParallel<Item>(
  items: readonly Item[],
  { step, onProgress, signal }: ParallelOptions,
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
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
}
