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

export async function creditsOf(db: Queryable, userId: number) {
  const [balance, entries, discountCodes] = await Promise.all([
    db
      .selectFrom('accountBalances')
      .select(['balance', 'premiumSince'])
      .where('userId', '=', userId)
      .executeTakeFirst(),
    db
      .selectFrom('creditLedger')
      .select(['kind', 'amount', 'balanceAfter', 'createdAt'])
      .where('userId', '=', userId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('discountCodes')
      .select(['code', 'percentage', 'createdAt', 'expiresAt', 'usedAt'])
      .where('userId', '=', userId)
      .orderBy('id')
      .execute(),
  ])
  return { balance: balance?.balance ?? 0, premiumSince: balance?.premiumSince ?? null, entries, discountCodes }
}

/** The payment method that the provider stores for the member, as the pages show it: without its token. */
export async function storedMethodOf(db: Queryable, userId: number) {
  const row = await db
    .selectFrom('storedMethods')
    .select(['provider', 'method', 'label', 'createdAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** The limit that the member has set for a month, if any. */
export async function spendingLimitOf(db: Queryable, userId: number) {
  const row = await db
    .selectFrom('spendingLimits')
    .select(['amountMinor', 'currency', 'raisedAmountMinor', 'raisedCurrency', 'raisedAt', 'updatedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

export function ordersOf(db: Queryable, userId: number) {
  return db
    .selectFrom('orders')
    .select(['publicId as id', 'bundle', 'credits', 'amountMinor', 'currency', 'country', 'method', 'status'])
    .select(['discountCode', 'discountPercent', 'fullAmountMinor', 'createdAt', 'completedAt'])
    .select(
      sql<object[]>`(
        select coalesce(json_agg(json_build_object(
          'kind', r.kind, 'year', r.year, 'number', r.number, 'amountMinor', r.amount_minor, 'vatMinor', r.vat_minor,
          'issuedAt', r.issued_at
        ) order by r.id), '[]')
        from receipts r
        where r.order_id = orders.id
      )`.as('receipts'),
    )
    .where('userId', '=', userId)
    .orderBy('orders.id')
    .execute()
}

export interface ConversationRow {
  key: number
  partnerId: number
  id: string
  profileId: string
  name: string
  clearedSeq: number
  isBlocked: boolean
  isBlockedByThem: boolean
}

/** The member's conversations after a key. Names of partners who blocked the member are hidden. */
export async function conversationsAfter(
  db: Queryable,
  { userId, after, limit }: { userId: number; after: number; limit: number },
): Promise<ConversationRow[]> {
  return db
    .selectFrom('conversationMembers as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversationId')
    .innerJoin('profiles as p', 'p.userId', 'm.partnerId')
    .leftJoin('blocks as b', (join) => join.onRef('b.otherId', '=', 'm.partnerId').on('b.userId', '=', userId))
    .select(['c.id as key', 'm.partnerId', 'c.publicId as id', 'p.publicId as profileId', 'p.name', 'm.clearedSeq'])
    .select(sql<boolean>`b.user_id is not null`.as('isBlocked'))
    .select(sql<boolean>`b.by_them_at is not null`.as('isBlockedByThem'))
    .where('m.userId', '=', userId)
    .where('c.id', '>', after)
    .orderBy('c.id')
    .limit(limit)
    .execute()
}

interface MessageWindow {
  userId: number
  conversation: ConversationRow
  /** Older received messages are hidden. */
  since: Date
  after: number
  limit: number
}

/** Messages of a conversation after a number: all that the member sent, and the received readable ones. */
export function messagesAfter(db: Queryable, { userId, conversation, since, after, limit }: MessageWindow) {
  const isReadable = sql<boolean>`(
    not ${conversation.isBlocked}::bool and m.seq > ${conversation.clearedSeq} and m.sent_at >= ${since}
  )`
  return db
    .selectFrom('messages as m')
    .leftJoin('chatUploads as upload', 'upload.id', 'm.uploadId')
    .select(['m.seq', 'm.senderId', 'm.kind', 'm.body', 'm.name', 'm.sentAt', 'm.replyTo', 'm.quote', 'm.price'])
    .select(['m.senderReaction', 'm.receiverReaction', 'm.answer', 'upload.publicId as uploadId'])
    .where('m.conversationId', '=', conversation.key)
    .where('m.seq', '>', after)
    .where((eb) => eb.or([eb('m.senderId', '=', userId), isReadable]))
    .orderBy('m.seq')
    .limit(limit)
    .execute()
}
