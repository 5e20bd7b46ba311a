import { sql } from 'kysely'
import { INTIMATE_IMAGE } from '#contract/moderation/cases.ts'
import type { Gender } from '#contract/profiles/profile-field-schemas.ts'
import type { OwnPhoto, PhotoRejection } from '#contract/profiles/schemas.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

/** Locks an account against its erasure, before its photos as an erasure does. False once it is erased. */
export async function lockOwner(tx: Tx, userId: number) {
  const owner = await tx.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().executeTakeFirst()
  return owner !== undefined
}

/** Returns what operators did about a photo so far. */
export function reviewOf(tx: Tx, photoId: number) {
  return tx
    .selectFrom('photos')
    .select(['rejection', 'claimedBy', 'claimedUntil'])
    .$narrowType<{ rejection: PhotoRejection | null }>()
    .where('id', '=', photoId)
    .executeTakeFirstOrThrow()
}

export interface WaitingRow {
  id: number
  publicId: string
  userId: number
  width: number
  height: number
  visibility: OwnPhoto['visibility']
  explicitness: number | null
  createdAt: Date
  profileId: string
  name: string
  gender: Gender
  birthDate: string
  rejected: number
}

/** A photo that waits, of a member who has not left. */
const waits = sql`ph.status = 'pending' and u.deleted_at is null`

/** How many photos wait, and since when the oldest does. */
export async function countWaiting(db: Queryable) {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*)::int as count, min(ph.created_at) as oldest
    from photos ph join users u on u.id = ph.user_id
    where ${waits}`.execute(db)
  return rows[0] ?? { count: 0, oldest: null }
}

/** Gives an operator the first photos that no other one has; locked ones are passed over. */
export async function claimWaiting(
  tx: Tx,
  { actorId, now, until, limit }: { actorId: string; now: Date; until: Date; limit: number },
) {
  const { rows } = await sql<WaitingRow>`
    with first as (
      select ph.id
      from photos ph join users u on u.id = ph.user_id
      where ${waits} and (ph.claimed_until is null or ph.claimed_until <= ${now} or ph.claimed_by = ${actorId})
      order by ph.explicitness desc nulls last, ph.id
      limit ${limit}
      for update of ph skip locked
    ),
    taken as (
      update photos set claimed_by = ${actorId}, claimed_until = ${until}
      from first where photos.id = first.id
      returning photos.*
    )
    select t.id, t.public_id, t.user_id, t.width, t.height, t.visibility, t.explicitness, t.created_at,
      p.public_id as profile_id, p.name, p.gender, p.birth_date,
      (select count(*)::int from photos r where r.user_id = t.user_id and r.status = 'rejected') as rejected
    from taken t join profiles p on p.user_id = t.user_id
    order by t.explicitness desc nulls last, t.id`.execute(tx)
  return rows
}

/**
 * Returns where the files of a photo are that an operator may see: not one that only chosen members see,
 * unless someone asks for the removal of an intimate image of this member.
 */
export async function findVisibleFile(db: Queryable, photoId: string) {
  return db
    .selectFrom('photos')
    .select(['storageKey', 'renditions'])
    .where('publicId', '=', photoId)
    .where((eb) =>
      eb.or([
        eb('visibility', '=', 'public'),
        eb('status', '=', 'pending'),
        eb.exists(
          eb
            .selectFrom('moderationCases as c')
            .select('c.id')
            .whereRef('c.subjectId', '=', 'photos.userId')
            .where('c.reason', '=', INTIMATE_IMAGE)
            .where('c.status', '=', 'open'),
        ),
      ]),
    )
    .executeTakeFirst()
}
