import { sql } from 'kysely'
import type { NoticeChannel, SkipReason } from '#contract/notifications/notice-kinds.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import type { NoticeKey } from './current.ts'

/** Creates the row of an account. `digestAt`, `reminderAt`: when its regular mails are first considered. */
export async function insertMember(
  db: Queryable,
  { userId, digestAt, reminderAt }: { userId: number; digestAt: Date; reminderAt: Date },
) {
  await db
    .insertInto('noticeMembers')
    .values({ userId, digestAt, reminderAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Waits until no other process decides about the notices of a member, and locks them. */
export async function lockMember(tx: Tx, userId: number) {
  await tx.selectFrom('noticeMembers').select('userId').where('userId', '=', userId).forNoKeyUpdate().execute()
}

/** Finds the notices of a member that wait. */
export function waitingNotices(tx: Tx, userId: number) {
  return tx.selectFrom('notices').selectAll().where('userId', '=', userId).orderBy('happenedAt').execute()
}

/** Finds members with a notice that is due, the longest waiting first. */
export async function dueMembers(db: Queryable, { now, limit }: { now: Date; limit: number }) {
  const { rows } = await sql<{ userId: number }>`
    select user_id
    from (
      (select user_id, mail_at as due_at from notices where mail_at <= ${now} order by mail_at limit ${limit})
      union all
      (select user_id, push_at from notices where push_at <= ${now} order by push_at limit ${limit})
    ) as due
    group by user_id
    order by min(due_at)
    limit ${limit}`.execute(db)
  return rows.map(({ userId }) => userId)
}

/** Sets when a channel of a notice is due; null: decided. A notice without a channel left is deleted. */
export async function saveDue(
  tx: Tx,
  { userId, kind, otherId, pushAt, mailAt }: NoticeKey & { pushAt: Date | null; mailAt: Date | null },
) {
  const key = { userId, kind, otherId }
  if (pushAt === null && mailAt === null) {
    await tx
      .deleteFrom('notices')
      .where((eb) => eb.and(key))
      .execute()
    return
  }
  await tx
    .updateTable('notices')
    .set({ pushAt, mailAt })
    .where((eb) => eb.and(key))
    .execute()
}

interface NewEntry extends NoticeKey {
  id: number
  channel: NoticeChannel
  reason: SkipReason | null
  mailId: number | null
  decidedAt: Date
}

/** Logs a decision. Returns false if the notice was sent by this channel before. */
export async function insertEntry(tx: Tx, entry: NewEntry) {
  const inserted = await tx
    .insertInto('noticeLog')
    .values(entry)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Stores that a notice was not sent after all. */
export async function saveReason(
  tx: Tx,
  { userId, channel, kind, otherId, seq, reason }: NoticeKey & { channel: NoticeChannel; reason: SkipReason },
) {
  await tx
    .updateTable('noticeLog')
    .set({ reason })
    .where((eb) => eb.and({ userId, channel, kind, otherId, seq }))
    .where('reason', 'is', null)
    .execute()
}

/** Deletes what was decided before a time. */
export async function deleteLogged(db: Queryable, { before }: { before: Date }) {
  await db.deleteFrom('noticeLog').where('decidedAt', '<', before).execute()
  await db.deleteFrom('noticeMails').where('endedAt', '<', before).execute()
}
