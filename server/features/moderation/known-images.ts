import { sql, type RawBuilder } from 'kysely'
import { SAME_IMAGE_DIGITS } from '#contract/limits.ts'
import type { Context } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

/** Condition: a fingerprint belongs to the same image as another one, perhaps resized or compressed. */
export function isSameImage(column: string, fingerprint: string | RawBuilder<unknown>) {
  return sql<boolean>`bit_count(${sql.ref(column)}::bit(64) # ${fingerprint}::bit(64)) <= ${SAME_IMAGE_DIGITS}`
}

/** Returns whether an operator removed this image for good, so that it cannot be uploaded (MOD-8). */
export async function isRemovedImage(db: Queryable, fingerprint: string | null) {
  if (fingerprint === null) return false
  const row = await db
    .selectFrom('knownImages')
    .select('id')
    .where('cause', '=', 'removed')
    .where(isSameImage('fingerprint', fingerprint))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Prevents further uploads of an image and of those near it. `caseId`: of the decision that removes it. */
export async function banImage(
  { tx, clock }: { tx: Tx } & Pick<Context, 'clock'>,
  { fingerprint, caseId = null }: { fingerprint: string; caseId?: number | null },
) {
  await tx
    .insertInto('knownImages')
    .values({ id: newId(clock), fingerprint, cause: 'removed', caseId, createdAt: clock.now() })
    .onConflict((conflict) => conflict.columns(['fingerprint', 'caseId']).where('cause', '=', 'removed').doNothing())
    .execute()
}

/** Ends what a decision blocked, when it is reversed. An image that another one blocks too stays blocked. */
export async function allowImage(tx: Tx, caseId: number) {
  await tx.deleteFrom('knownImages').where('caseId', '=', caseId).execute()
}

/** Returns a ban of another member who had this image, or null. */
export async function findBanOfImage(
  db: Queryable,
  { fingerprint, userId }: { fingerprint: string | null; userId: number },
) {
  if (fingerprint === null) return null
  const row = await db
    .selectFrom('moderationFingerprints as f')
    .innerJoin('moderationCases as c', 'c.id', 'f.caseId')
    .select('f.caseId')
    .where('f.trait', '=', 'photo')
    .where('c.subjectId', 'is distinct from', userId)
    // In this order: the hash of another trait is no image.
    .where(sql<boolean>`case when f.trait = 'photo' then ${isSameImage('f.hash', fingerprint)} end`)
    .limit(1)
    .executeTakeFirst()
  return row?.caseId ?? null
}
