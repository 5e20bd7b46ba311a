import { sql } from 'kysely'
import { isActive } from '#server/features/accounts/fragments.ts'
import { isCopyText } from '#server/features/moderation/fragments.ts'
import { isVisible } from '#server/features/visibility/fragments.ts'
import { shownVisitsText } from '#server/features/profiles/fragments.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'

// What an export contains of each table. Of other members only what the pages show: names of members who
// exist, are not blocked and not hidden by invisible mode, and received messages that are not deleted.

/** All fields of the profile but its internal keys, so that a new field is exported too. */
export async function profileOf(db: Queryable, userId: number) {
  const row = await db.selectFrom('profiles').selectAll().where('userId', '=', userId).executeTakeFirst()
  if (!row) return {}
  const { userId: _key, mainPhotoId: _photo, publicId: id, ...profile } = row
  const search = await db.selectFrom('profileSearch').select('lastActiveAt').where('userId', '=', userId).execute()
  return { id, ...profile, lastActiveAt: search[0]?.lastActiveAt ?? null }
}

export function photosOf(db: Queryable, userId: number) {
  return db
    .selectFrom('photos')
    .select(['publicId as id', 'visibility', 'status', 'rejection', 'caption', 'width', 'height', 'createdAt'])
    .select('storageKey')
    .where('userId', '=', userId)
    .orderBy('photos.id')
    .execute()
}

/** The last attempt to verify the photos, with the selfie while it waits for an operator. */
export async function verificationOf(db: Queryable, userId: number) {
  const row = await db
    .selectFrom('verifications')
    .select(['state', 'pose', 'sentAt', 'rejection', 'decidedAt', 'storageKey'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** Unlocked private photos of members who can be seen. Their costs are among the entries of credits. */
export function photoUnlocksOf(db: Queryable, userId: number) {
  return db
    .selectFrom('photoUnlocks')
    .innerJoin('photos', 'photos.id', 'photoUnlocks.photoId')
    .innerJoin('users', 'users.id', 'photos.userId')
    .innerJoin('profiles', 'profiles.userId', 'photos.userId')
    .select(['photos.publicId as photoId', 'photoUnlocks.price', 'photoUnlocks.unlockedAt'])
    .where('photoUnlocks.userId', '=', userId)
    .where(isVisible(userId))
    .orderBy('photoUnlocks.unlockedAt')
    .execute()
}

/** Photos and voice messages that the member sent in conversations, or uploaded for one. */
export function chatUploadsOf(db: Queryable, userId: number) {
  return db
    .selectFrom('chatUploads')
    .select(['publicId as id', 'kind', 'mediaType', 'storageKey', 'createdAt'])
    .where('senderId', '=', userId)
    .orderBy('chatUploads.id')
    .execute()
}

/** Reports that the member made. */
export function reportsOf(db: Queryable, userId: number) {
  return db
    .selectFrom('reports')
    .select(['publicId as id', 'target', 'reason', 'body as text', 'status', 'createdAt'])
    .where('reporterId', '=', userId)
    .orderBy('reports.id')
    .execute()
}

/** The images that the member attached to reports, without the site's copies of what was reported. */
export function reportImagesOf(db: Queryable, userId: number) {
  return db
    .selectFrom('reportAttachments as a')
    .innerJoin('reports as r', 'r.id', 'a.reportId')
    .select(['r.publicId as reportId', 'a.storageKey'])
    .where('r.reporterId', '=', userId)
    .where(sql<boolean>`not ${sql.raw(isCopyText({ attachment: 'a', report: 'r' }))}`)
    .orderBy('a.id')
    .execute()
}

/** Complaints from the addresses that the account has confirmed: anyone can enter any address. */
export function complaintsOf(db: Queryable, userId: number) {
  return db
    .selectFrom('complaints as c')
    .leftJoin('moderationParties as p', 'p.reference', 'c.publicId')
    .select([
      'c.publicId as id',
      'c.topic',
      'c.name',
      'c.email',
      'c.place',
      'c.body as text',
      'c.status',
      'c.createdAt',
    ])
    .select((eb) => eb.fn.coalesce('p.reply', eb.val('')).as('reply'))
    .where('c.userId', '=', userId)
    .orderBy('c.id')
    .execute()
}

/** Likes that were given and received, with the names of members who can be seen. */
export async function likesOf(db: Queryable, userId: number) {
  const rows = await db
    .selectFrom('likes')
    .innerJoin('users', 'users.id', 'likes.otherId')
    .innerJoin('profiles', 'profiles.userId', 'likes.otherId')
    .select(['profiles.publicId as profileId', 'profiles.name', 'likes.givenAt', 'likes.receivedAt', 'likes.seenAt'])
    .where('likes.userId', '=', userId)
    .where(isVisible(userId))
    .execute()
  return rows
}

/** Recent likes and passes of the member in the swipe game, with the names of those who can be seen. */
export function swipesOf(db: Queryable, userId: number) {
  return db
    .selectFrom('swipes')
    .innerJoin('users', 'users.id', 'swipes.otherId')
    .innerJoin('profiles', 'profiles.userId', 'swipes.otherId')
    .select(['profiles.publicId as profileId', 'profiles.name', 'swipes.isLike', 'swipes.swipedAt'])
    .where('swipes.userId', '=', userId)
    .where(isVisible(userId))
    .execute()
}

/** Recent visits by the member and to the member, with the names of members who can be seen. */
export async function visitsOf(db: Queryable, userId: number) {
  const made = await db
    .selectFrom('profileVisits')
    .innerJoin('users', 'users.id', 'profileVisits.ownerId')
    .innerJoin('profiles', 'profiles.userId', 'profileVisits.ownerId')
    .select(['profiles.publicId as profileId', 'profiles.name', 'profileVisits.visitedAt'])
    .where('profileVisits.visitorId', '=', userId)
    .where(isVisible(userId))
    .orderBy('profileVisits.visitedAt')
    .execute()
  const received = await receivedVisits(db, [userId])
  return { made, received }
}

const receivedVisits = prepared<{ profileId: string; name: string; visitedAt: Date }>(
  'exported_visitors',
  `select visitor.public_id as profile_id, visitor.name, v.visited_at
  from ${shownVisitsText('$1')}
  order by v.visited_at`,
)

/** Requests for photos on request that the member made and got, with the names of members who can be seen. */
export async function photoRequestsOf(db: Queryable, userId: number) {
  const between = (own: 'ownerId' | 'memberId', other: 'ownerId' | 'memberId') =>
    db
      .selectFrom('photoRequests as r')
      .innerJoin('profiles', 'profiles.userId', `r.${other}`)
      .innerJoin('users', 'users.id', `r.${other}`)
      .select(['profiles.publicId as profileId', 'profiles.name', 'r.askedAt'])
      .where(`r.${own}`, '=', userId)
      .where(isVisible(userId))
  const [made, received] = await Promise.all([
    between('memberId', 'ownerId').execute(),
    // Those of members whose address is not confirmed are held back (PRO-17).
    between('ownerId', 'memberId')
      .where('users.confirmedAt', 'is not', null)
      .select(['r.state', 'r.decidedAt'])
      .execute(),
  ])
  return { made, received }
}

/** Members that the member has blocked, without those who left, as on the settings page. */
export function blocksOf(db: Queryable, userId: number) {
  return db
    .selectFrom('blocks')
    .innerJoin('profiles', 'profiles.userId', 'blocks.otherId')
    .innerJoin('users', 'users.id', 'blocks.otherId')
    .select(['profiles.publicId as profileId', 'profiles.name', 'blocks.byMeAt as blockedAt'])
    .where('blocks.userId', '=', userId)
    .where('blocks.byMeAt', 'is not', null)
    .where(isActive())
    .execute()
}
