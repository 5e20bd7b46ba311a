import type { Context } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { findRemovedCopies } from '#server/features/moderation/jobs.ts'
import { banImage } from '#server/features/moderation/known-images.ts'
import { blocksImage, type CaseContent } from '#server/features/moderation/rules.ts'
import { raiseSignal } from '#server/features/moderation/signals/raise-signal.ts'
import type { Violation } from '#contract/moderation/cases.ts'
import { findCopies, findSentCopies, fingerprintOf } from './image-queries.ts'

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

/** Raises a signal for each other photo near an image that a case removed: a person removes those too. */
export async function raiseCopies(
  { database, transaction, clock }: Pick<Context, 'database' | 'transaction' | 'clock'>,
  { caseId }: { caseId: number },
) {
  await database.runLong(async (db) => {
    const images = await db.selectFrom('knownImages').select('fingerprint').where('caseId', '=', caseId).execute()
    for (const { fingerprint } of images) {
      const photos = (await findCopies(db, fingerprint)).map(({ userId, photoId }) => ({
        userId,
        content: { type: 'photo' as const, photoId },
      }))
      const sent = (await findSentCopies(db, fingerprint)).map(({ userId, ...place }) => ({
        userId,
        content: { type: 'message' as const, ...place },
      }))
      for (const { userId, content } of [...photos, ...sent])
        await transaction((tx) =>
          raiseSignal({ clock }, tx, { userId, signal: 'removed_image', content, data: {}, isUrgent: true }),
        )
    }
  })
}
