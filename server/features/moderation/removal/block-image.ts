import type { Context } from '#server/platform/context.ts'
import { DatabaseUnavailable } from '#server/platform/postgres/faults.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { findRemovedCopies } from '#server/features/moderation/jobs.ts'
import { banImage } from '#server/features/moderation/known-images.ts'
import { blocksImage, type CaseContent } from '#server/features/moderation/rules.ts'
import { raiseSignal } from '#server/features/moderation/signals/raise-signal.ts'
import type { Violation } from '#contract/moderation/cases.ts'
import { copyImage } from './find-image.ts'
import { findCopies, findSentCopies, fingerprintOf, isRaised, type ImageCopy } from './image-queries.ts'

interface Removed {
  caseId: number
  content: CaseContent
  violation: Violation
}

/**
 * Prevents further uploads of an image that a decision removes for good, and has copies of it looked for. To
 * be called before the image is removed.
 * Source: MOD-32.
 */
export async function blockImage(
  { clock, jobs }: Pick<Context, 'clock' | 'jobs'>,
  tx: Tx,
  { caseId, content, violation }: Removed,
) {
  if (!blocksImage(violation)) return
  const fingerprint = await fingerprintOf(tx, { caseId, content })
  if (fingerprint === null) return
  await banImage({ tx, clock }, { fingerprint, caseId })
  await jobs.enqueue(tx, findRemovedCopies, { caseId })
}

type RaiseDeps = Pick<Context, 'database' | 'transaction' | 'clock' | 'db' | 'storage' | 'jobs'>

/**
 * Raises a signal for each other photo near an image that a case removed: a person removes those too. Each
 * has a copy of its image, because operators can see neither private photos nor those of conversations. One
 * that fails does not stop the others: the job is repeated, and leaves out what was raised.
 * @throws AggregateError with the failures, after all others were raised
 */
export async function raiseCopies(context: RaiseDeps, { caseId }: { caseId: number }) {
  const failures: unknown[] = []
  await context.database.runLong(async (db) => {
    const images = await db.selectFrom('knownImages').select('fingerprint').where('caseId', '=', caseId).execute()
    for (const { fingerprint } of images) {
      for (const match of [...(await findCopies(db, fingerprint)), ...(await findSentCopies(db, fingerprint))]) {
        try {
          if (!(await isRaised(db, { caseId, ...match }))) await raiseCopy(context, match)
        } catch (error) {
          if (error instanceof DatabaseUnavailable) throw error
          failures.push(error)
        }
      }
    }
  })
  if (failures.length > 0)
    throw new AggregateError(failures, `not raised: ${failures.length} copies of a removed image`)
}

async function raiseCopy(context: RaiseDeps, match: ImageCopy) {
  const { userId, content } = match
  const copy = await copyImage(context, match)
  const raised = { userId, signal: 'removed_image' as const, content, copy, data: {}, isUrgent: true }
  await context.transaction((tx) => raiseSignal(context, tx, raised))
}
