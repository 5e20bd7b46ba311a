import { sql } from 'kysely'
import type { OwnReport } from '#contract/moderation/schemas.ts'
import { isActive } from '#server/features/accounts/fragments.ts'
import { notInvisibleText } from '#server/features/visibility/fragments.ts'
import type { PageKey } from '#server/platform/http/cursors.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { hasCopyText, isCopyText } from './fragments.ts'

/** Serialises the reports of one member until the transaction ends, so that their limit holds. */
export async function lockReporter(tx: Tx, userId: number) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reports:${userId}`}, 0))`.execute(tx)
}

/** Finds the report that a member's client sent under this id. */
export async function findByClientId(
  db: Queryable,
  { reporterId, clientId }: { reporterId: number; clientId: string },
) {
  const row = await db
    .selectFrom('reports')
    .select(['publicId', 'reportedId', 'createdAt'])
    .where('reporterId', '=', reporterId)
    .where('clientId', '=', clientId)
    .executeTakeFirst()
  return row ?? null
}

export async function countSince(db: Queryable, { reporterId, since }: { reporterId: number; since: Date }) {
  const { n } = await db
    .selectFrom('reports')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('reporterId', '=', reporterId)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return n
}

export interface NewReport {
  id: number
  publicId: string
  reporterId: number
  reportedId: number
  clientId: string
  target: 'profile' | 'photo' | 'message'
  photoId: string | null
  conversationId: number | null
  messageSeq: number | null
  /** JSON. */
  messageCopy: string | null
  reason: string
  body: string
  createdAt: Date
  caseId: number
}

export async function insertReport(tx: Tx, report: NewReport) {
  await tx.insertInto('reports').values(report).execute()
}

/** Finds an active photo of a member. `photoKey` is its storage key; the reporter gets none of this. */
export async function findActivePhoto(db: Queryable, { userId, photoId }: { userId: number; photoId: string }) {
  const row = await db
    .selectFrom('photos')
    .select(['storageKey as photoKey', 'width', 'height', 'fingerprint'])
    .where('publicId', '=', photoId)
    .where('userId', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return row ?? null
}

/** Finds the main photo of a member, while it is active. */
export async function findMainPhoto(db: Queryable, userId: number) {
  const row = await db
    .selectFrom('photos')
    .innerJoin('profiles', 'profiles.mainPhotoId', 'photos.id')
    .select(['photos.storageKey as photoKey', 'photos.width', 'photos.height'])
    .where('profiles.userId', '=', userId)
    .where('photos.status', '=', 'active')
    .executeTakeFirst()
  return row ?? null
}

/**
 * Finds a message that one member sent to another who can still read it. `fileKey` is the storage
 * key of its photo or voice message. Returns null for notices, deleted messages and those of others.
 */
export async function findReceivedMessage(
  db: Queryable,
  {
    receiverId,
    senderId,
    conversationId,
    seq,
  }: Record<'receiverId' | 'senderId' | 'seq', number> & { conversationId: string },
) {
  const row = await db
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversationId')
    .innerJoin('conversationMembers as mine', 'mine.conversationId', 'c.id')
    .leftJoin('chatUploads as upload', 'upload.id', 'm.uploadId')
    .select(['c.id as conversationKey', 'm.seq', 'm.kind', 'm.body', 'm.name', 'm.sentAt'])
    .select(['upload.storageKey as fileKey', 'upload.width', 'upload.height', 'upload.fingerprint'])
    .select(['upload.mediaType', 'upload.durationMs'])
    .where('c.publicId', '=', conversationId)
    .where('m.seq', '=', seq)
    .where('m.senderId', '=', senderId)
    .where('m.kind', 'not in', ['system', 'deleted'])
    .where('mine.userId', '=', receiverId)
    .whereRef('m.seq', '>', 'mine.clearedSeq')
    .executeTakeFirst()
  return row ?? null
}

/**
 * Returns and locks a member's own report younger than `since`. `count`: the images that the member has
 * attached, without the copy of a reported photo or voice message.
 */
export async function lockOwnReport(
  tx: Tx,
  { reportId, reporterId, since }: { reportId: string; reporterId: number; since: Date },
) {
  const report = await tx
    .selectFrom('reports')
    .select(['id', sql<boolean>`${sql.raw(hasCopyText('reports'))}`.as('hasCopy')])
    .where('publicId', '=', reportId)
    .where('reporterId', '=', reporterId)
    .where('createdAt', '>', since)
    .forUpdate()
    .executeTakeFirst()
  if (!report) return null
  const hashes = await tx
    .selectFrom('reportAttachments')
    .select('contentHash')
    .where('reportId', '=', report.id)
    .execute()
  return {
    id: report.id,
    hashes: hashes.map(({ contentHash }) => contentHash),
    count: hashes.length - Number(report.hasCopy),
  }
}

interface NewAttachment {
  id: number
  reportId: number
  storageKey: string
  contentHash: Buffer
  /** Pixels of an image. */
  width: number | null
  height: number | null
  mediaType: string
  /** Of a voice message. */
  durationMs: number | null
  createdAt: Date
}

export async function insertAttachment(tx: Tx, attachment: NewAttachment) {
  await tx.insertInto('reportAttachments').values(attachment).execute()
}

export async function isAttachmentKeyUsed(db: Queryable, storageKey: string) {
  const rows = await db
    .selectFrom('reportAttachments')
    .select('id')
    .where('storageKey', '=', storageKey)
    .unionAll(db.selectFrom('moderationEvidence').select('id').where('storageKey', '=', storageKey))
    .execute()
  return rows.length > 0
}

/**
 * Removes what a member wrote and attached to reports, before the account is erased. What was reported stays
 * until the hold of its case ends, also of the erased member; without a case nothing stays but reason and
 * times. Returns the storage keys of what is gone.
 */
export async function clearReports(tx: Tx, userId: number) {
  const { rows } = await sql<{ storageKey: string | null }>`
    with gone as (
      select id, case_id, target, message_copy
      from reports where reporter_id = ${userId} or reported_id = ${userId} and case_id is null
    ),
    attachments as (
      delete from report_attachments a using gone
      where a.report_id = gone.id
        and not (gone.case_id is not null and ${sql.raw(isCopyText({ attachment: 'a', report: 'gone' }))})
      returning a.storage_key
    ),
    texts as (
      update reports r
      set body = '',
        photo_id = case when r.case_id is null then null else r.photo_id end,
        conversation_id = case when r.case_id is null then null else r.conversation_id end,
        message_seq = case when r.case_id is null then null else r.message_seq end,
        message_copy = case when r.case_id is null then null else r.message_copy end,
        reporter_id = nullif(r.reporter_id, ${userId}), reported_id = nullif(r.reported_id, ${userId})
      from gone where r.id = gone.id
    ),
    copies as (
      delete from moderation_evidence where author_id = ${userId} returning storage_key
    ),
    -- they contain the key of the account
    keys as (
      update moderation_cases set key = null where subject_id = ${userId}
    )
    select storage_key from attachments union all select storage_key from copies`.execute(tx)
  return rows.flatMap(({ storageKey }) => storageKey ?? [])
}

/** Marks the reports of a case as dealt with. */
export async function closeReports(tx: Tx, caseId: number) {
  await tx.updateTable('reports').set({ status: 'closed' }).where('caseId', '=', caseId).execute()
}

/** How many members reported a member since then. */
export async function countReporters(tx: Tx, { reportedId, since }: { reportedId: number; since: Date }) {
  const { n } = await tx
    .selectFrom('reports')
    .select((eb) => eb.fn.count<number>('reporterId').distinct().as('n'))
    .where('reportedId', '=', reportedId)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return n
}

/** Returns the data of the receipt's mail; null when the reporter is inactive or unconfirmed (ACC-4). */
export async function findReceipt(db: Queryable, { userId, reportId }: { userId: number; reportId: string }) {
  const row = await db
    .selectFrom('reports')
    .innerJoin('users', 'users.id', 'reports.reporterId')
    .innerJoin('profiles', 'profiles.userId', 'reports.reporterId')
    .select(['users.siteId', 'users.email', 'users.language', 'profiles.name', 'reports.createdAt'])
    .where('reports.publicId', '=', reportId)
    .where('reports.reporterId', '=', userId)
    .where(isActive())
    .where('users.confirmedAt', 'is not', null)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Lists one page of the reports of a member, latest first. `name` is null for members who have left, and for
 * those that a mode hides from the reporter.
 */
export function reportsBy(
  db: Queryable,
  { userId, after, limit }: { userId: number; after: PageKey | null; limit: number },
) {
  const isSeen = sql`${isActive()} and ${sql.raw(notInvisibleText(userId, 'profiles'))}`
  return db
    .selectFrom('reports')
    .leftJoin('profiles', 'profiles.userId', 'reports.reportedId')
    .leftJoin('users', 'users.id', 'reports.reportedId')
    .select(['reports.id', 'reports.publicId', 'reports.createdAt', 'reports.target', 'reports.reason'])
    .select(sql<string | null>`case when ${isSeen} then profiles.name end`.as('name'))
    .where('reports.reporterId', '=', userId)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(reports.created_at, reports.id) < (${after?.at}, ${after?.id})`),
    )
    .orderBy('reports.createdAt', 'desc')
    .orderBy('reports.id', 'desc')
    .limit(limit)
    .$narrowType<Pick<OwnReport, 'target' | 'reason'>>()
    .execute()
}
