import { sql } from 'kysely'
import { z } from 'zod'
import { languages, type Language } from '#contract/languages.ts'
import {
  EMAIL_SUBJECT_MAX_LENGTH,
  NOTICE_MAILS_PER_DAY,
  NOTICE_TEXT_MAX_LENGTH,
  NOTICE_TEXT_PARAGRAPHS,
} from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

const NoticeText = z.strictObject({
  subject: z.string().trim().min(1).max(EMAIL_SUBJECT_MAX_LENGTH),
  paragraphs: z.array(z.string().trim().min(1).max(NOTICE_TEXT_MAX_LENGTH)).min(1).max(NOTICE_TEXT_PARAGRAPHS),
})

/**
 * The text of a mail to all who asked for such mails: in English, and in those other languages that it has.
 */
export const NoticeTexts = z.intersection(
  z.looseObject({ en: NoticeText }),
  z.partialRecord(z.enum(languages), NoticeText),
)
export type NoticeTexts = { en: z.output<typeof NoticeText> } & Partial<Record<Language, z.output<typeof NoticeText>>>

interface NewText {
  id: number
  key: string
  kind: 'news' | 'promotions'
  siteId: number | null
  texts: NoticeTexts
  createdAt: Date
}

/** Stores a text to send. Returns false if there is one with this key. */
export async function insertText(db: Queryable, { texts, ...text }: NewText) {
  const inserted = await db
    .insertInto('noticeTexts')
    .values({ ...text, texts: JSON.stringify(texts) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function findText(db: Queryable, id: number): Promise<NoticeTexts> {
  const { texts } = await db.selectFrom('noticeTexts').select('texts').where('id', '=', id).executeTakeFirstOrThrow()
  return NoticeTexts.parse(texts)
}

/** Locks the oldest text whose mails are not all queued. */
export function lockText(tx: Tx) {
  return tx
    .selectFrom('noticeTexts')
    .select(['id', 'key', 'kind', 'siteId', 'lastUserId'])
    .where('endedAt', 'is', null)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** Finds the next members who asked for a kind. */
export async function consentingMembers(
  tx: Tx,
  { kind, siteId, after, limit }: { kind: string; siteId: number | null; after: number; limit: number },
) {
  const { rows } = await sql<{ userId: number }>`
    select u.id as user_id
    from users u
    join consents c on c.user_id = u.id and c.kind = ${kind}
    where u.id > ${after} and (${siteId}::int is null or u.site_id = ${siteId})
    order by u.id
    limit ${limit}`.execute(tx)
  return rows.map(({ userId }) => userId)
}

/** Returns when each of these members may get one more mail, of those who have had enough (NOTE-5). */
export async function nextAllowed(tx: Tx, { userIds, now }: { userIds: readonly number[]; now: Date }) {
  if (userIds.length === 0) return new Map<number, Date>()
  const { rows } = await sql<{ userId: number; at: Date }>`
    select user_id, (array_agg(created_at order by created_at desc))[${NOTICE_MAILS_PER_DAY}::int] as at
    from notice_mails
    where user_id = any(${userIds}::bigint[]) and created_at > ${new Date(now.getTime() - DAY)}
      and state in ('queued', 'sending', 'sent', 'unknown')
    group by user_id
    having count(*) >= ${NOTICE_MAILS_PER_DAY}`.execute(tx)
  return new Map(rows.map(({ userId, at }) => [userId, new Date(at.getTime() + DAY)]))
}

/** Stores how far the mails of a text are queued. */
export async function saveProgress(
  tx: Tx,
  { id, lastUserId, endedAt }: { id: number; lastUserId: number; endedAt: Date | null },
) {
  await tx.updateTable('noticeTexts').set({ lastUserId, endedAt }).where('id', '=', id).execute()
}
