import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { HOUR } from '#contract/time.ts'
import type { Context } from '#server/platform/context.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'

/** Longer than any sign-up or upload takes. */
const ORPHAN_MS = HOUR

/** Defines the job of a slice that deletes the files of a storage key unless a row has them. */
export function defineClearFiles(name: string) {
  return defineJob(name, z.object({ storageKey: z.string() }), 'background', { isNeverDropped: true })
}

/**
 * Returns the key of files that are stored next. The job deletes them later unless a row has them by then, so
 * that a crash before its commit leaves no files.
 */
export async function newStorageKey(
  { jobs, db, clock }: Pick<Context, 'jobs' | 'db' | 'clock'>,
  clearFiles: ReturnType<typeof defineClearFiles>,
) {
  const storageKey = randomBytes(16).toString('hex')
  await jobs.enqueue(db, clearFiles, { storageKey }, { runAt: new Date(clock.now().getTime() + ORPHAN_MS) })
  return storageKey
}
