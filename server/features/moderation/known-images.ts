import { sql } from 'kysely'
import { SAME_IMAGE_DIGITS } from '#contract/limits.ts'
import type { Context } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

/** Condition: a fingerprint belongs to the same image as another one, perhaps resized or compressed. */
export function isSameImage(column: string, fingerprint: string) {
  return sql<boolean>`bit_count(${sql.ref(column)} # ${fingerprint}::bit(64)) <= ${SAME_IMAGE_DIGITS}`
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

/** Remembers the photos of a member who is banned, so that an upload of one by another account is noticed. */
export async function rememberPhotos({ tx, clock }: { tx: Tx } & Pick<Context, 'clock'>, userId: number) {
  await forgetPhotos(tx, userId)
  const photos = await tx
    .selectFrom('photos')
    .select('fingerprint')
    .where('userId', '=', userId)
    .where('fingerprint', 'is not', null)
    .$narrowType<{ fingerprint: string }>()
    .execute()
  const createdAt = clock.now()
  const images = photos.map((photo) => ({ ...photo, id: newId(clock), cause: 'banned', userId, createdAt }))
  if (images.length > 0) await tx.insertInto('knownImages').values(images).execute()
}

/** Ends what `rememberPhotos` did, when the ban ends. */
export async function forgetPhotos(tx: Tx, userId: number) {
  await tx.deleteFrom('knownImages').where('userId', '=', userId).execute()
}

/** Returns another member who was banned and had this image, or null. */
export async function bannedOwnerOf(
  db: Queryable,
  { fingerprint, userId }: { fingerprint: string | null; userId: number },
) {
  if (fingerprint === null) return null
  const row = await db
    .selectFrom('knownImages')
    .select('userId')
    .where('cause', '=', 'banned')
    .where('userId', '!=', userId)
    .where(isSameImage('fingerprint', fingerprint))
    .limit(1)
    .executeTakeFirst()
  return row?.userId ?? null
}
