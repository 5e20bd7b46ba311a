import { sql } from 'kysely'
import type { PoseName, SelfieRejectionReason } from '#contract/profiles/verification.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import type { StoredState } from './verification-rules.ts'

/** Columns whose values the contract or this slice validated when they were written. */
interface Fields {
  state: StoredState
  pose: PoseName
  rejection: SelfieRejectionReason | null
}

/** Returns a member's last attempt. */
export async function findVerification(db: Queryable, userId: number) {
  const row = await db
    .selectFrom('verifications')
    .select(['publicId', 'state', 'pose', 'poseUntil', 'rejection', 'sentAt', 'storageKey'])
    .where('userId', '=', userId)
    .$narrowType<Fields>()
    .executeTakeFirst()
  return row ?? null
}

/** Returns whether a member has a main photo that others see. */
export async function hasMainPhoto(db: Queryable, userId: number) {
  return (await findMainPhoto(db, userId)) !== null
}

/** Returns the public id of a member's main photo. */
export async function findMainPhoto(db: Queryable, userId: number) {
  const row = await db
    .selectFrom('profiles')
    .innerJoin('photos', 'photos.id', 'profiles.mainPhotoId')
    .select('photos.publicId')
    .where('profiles.userId', '=', userId)
    .where('photos.status', '=', 'active')
    .executeTakeFirst()
  return row?.publicId ?? null
}

/** Locks a member's attempts until the transaction ends, and returns the last one. */
export async function lockVerification(tx: Tx, userId: number) {
  await tx.selectFrom('profiles').select('userId').where('userId', '=', userId).forNoKeyUpdate().execute()
  return findVerification(tx, userId)
}

interface NewAttempt {
  userId: number
  publicId: string
  pose: PoseName
  poseUntil: Date
}

/** Starts an attempt. What was decided about the last one stays until a selfie is sent. */
export async function startAttempt(tx: Tx, { userId, ...attempt }: NewAttempt) {
  await tx
    .insertInto('verifications')
    .values({ userId, ...attempt, state: 'asked' })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ ...attempt, sentAt: null }))
    .execute()
}

interface Selfie {
  userId: number
  storageKey: string
  isExplicit: boolean
  sentAt: Date
}

export async function storeSelfie(tx: Tx, { userId, ...selfie }: Selfie) {
  const fresh = { state: 'waiting', rejection: null, decidedAt: null, claimedBy: null, claimedUntil: null }
  await tx
    .updateTable('verifications')
    .set({ ...selfie, ...fresh })
    .where('userId', '=', userId)
    .execute()
}

interface Ended {
  userId: number
  state: StoredState
  rejection?: SelfieRejectionReason | null
  photoIds?: string[]
  decidedAt?: Date
}

/** Ends an attempt: the row has no selfie any more. */
export async function endAttempt(tx: Tx, { userId, ...ended }: Ended) {
  await tx
    .updateTable('verifications')
    .set({ ...ended, storageKey: null, claimedBy: null, claimedUntil: null })
    .where('userId', '=', userId)
    .execute()
}

export async function deleteAttempt(tx: Tx, userId: number) {
  await tx.deleteFrom('verifications').where('userId', '=', userId).execute()
}

/** Sets or clears the badge. */
export async function setVerifiedAt(tx: Tx, { userId, verifiedAt }: { userId: number; verifiedAt: Date | null }) {
  await tx.updateTable('profiles').set({ verifiedAt }).where('userId', '=', userId).execute()
}

/** Returns the photos that an operator saw when the member was verified; null for others. */
export async function findSeenPhotos(db: Queryable, userId: number) {
  const row = await db
    .selectFrom('verifications')
    .select('photoIds')
    .where('userId', '=', userId)
    .where('state', '=', 'approved')
    .executeTakeFirst()
  return row?.photoIds ?? null
}

export async function isSelfieKeyUsed(db: Queryable, storageKey: string) {
  const rows = await db.selectFrom('verifications').select('userId').where('storageKey', '=', storageKey).execute()
  return rows.length > 0
}

/** Returns the members whose selfie has waited since before a time. */
export async function findUndecided(db: Queryable, { before }: { before: Date }) {
  const rows = await db
    .selectFrom('verifications')
    .select('userId')
    .where('state', '=', 'waiting')
    .where('sentAt', '<', before)
    .execute()
  return rows.map(({ userId }) => userId)
}

/** A selfie that waits, of a member who has neither left nor been banned. */
const waits = sql`v.state = 'waiting' and u.deleted_at is null and u.disabled_at is null`

/** How many selfies wait, and since when the oldest does. */
export async function countSelfies(db: Queryable) {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*)::int as count, min(v.sent_at) as oldest
    from verifications v join users u on u.id = v.user_id
    where ${waits}`.execute(db)
  return rows[0] ?? { count: 0, oldest: null }
}

export interface SelfieRow {
  publicId: string
  userId: number
  pose: PoseName
  isExplicit: boolean
  sentAt: Date
  profileId: string
  name: string
  birthDate: string
  photos: { id: string; width: number; height: number }[]
}

interface Claim {
  actorId: string
  now: Date
  until: Date
  limit: number
  /** Photos beside a selfie. */
  photoLimit: number
}

/** Gives an operator the oldest selfies that no other one has; locked ones are passed over. */
export async function claimOldest(tx: Tx, { actorId, now, until, limit, photoLimit }: Claim) {
  const { rows } = await sql<SelfieRow>`
    with first as (
      select v.user_id
      from verifications v join users u on u.id = v.user_id
      where ${waits} and (v.claimed_until is null or v.claimed_until <= ${now} or v.claimed_by = ${actorId})
      order by v.sent_at
      limit ${limit}
      for update of v skip locked
    ),
    taken as (
      update verifications set claimed_by = ${actorId}, claimed_until = ${until}
      from first where verifications.user_id = first.user_id
      returning verifications.*
    )
    select t.public_id, t.user_id, t.pose, t.is_explicit, t.sent_at, p.public_id as profile_id, p.name, p.birth_date,
      coalesce(shown.photos, '[]') as photos
    from taken t
    join profiles p on p.user_id = t.user_id
    cross join lateral (
      select json_agg(json_build_object('id', ph.public_id, 'width', ph.width, 'height', ph.height)
        order by ph.id is distinct from p.main_photo_id, ph.position, ph.id) as photos
      from (
        select * from photos
        where user_id = t.user_id and visibility = 'public' and status = 'active'
        order by id is distinct from p.main_photo_id, position, id
        limit ${photoLimit}
      ) ph
    ) shown
    order by t.sent_at`.execute(tx)
  return rows
}

/** Returns the member of an attempt. */
export async function findOwner(db: Queryable, publicId: string) {
  const row = await db.selectFrom('verifications').select('userId').where('publicId', '=', publicId).executeTakeFirst()
  return row?.userId ?? null
}

/** Returns who has taken a selfie, and until when. */
export function findClaim(tx: Tx, userId: number) {
  return tx
    .selectFrom('verifications')
    .select(['claimedBy', 'claimedUntil'])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Returns the recipient of the mail about a decision; null once the account is not to get it any more. */
export async function findMailRecipient(db: Queryable, userId: number) {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('profiles as p', 'p.userId', 'u.id')
    .select(['u.siteId', 'u.email', 'u.language', 'p.name'])
    .where('u.id', '=', userId)
    .where('u.confirmedAt', 'is not', null)
    .where('u.deletedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}
