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

/** Waits until no other process decides about the notices of these members, and locks them in order. */
export async function lockMembers(tx: Tx, { userIds, now }: { userIds: readonly number[]; now: Date }) {
  await sql`
    insert into notice_members (user_id, digest_at, reminder_at)
    select id, ${now}, ${now} from users where id = any(${userIds}::bigint[])
    order by id
    on conflict do nothing`.execute(tx)
  await sql`
    select from notice_members where user_id = any(${userIds}::bigint[]) order by user_id for no key update`.execute(tx)
}

/** Finds the notices of members that wait. */
export function waitingNotices(tx: Tx, userIds: readonly number[]) {
  return tx.selectFrom('notices').selectAll().where('userId', 'in', userIds).orderBy('happenedAt').execute()
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

/**
 * Sets when each channel of notices is due; null: decided. A notice without a channel left is deleted. What
 * has happened again meanwhile stays, and is decided after this. Locks in the order in which notices are
 * recorded.
 */
export async function saveDue(tx: Tx, notices: readonly (NoticeKey & { pushAt: Date | null; mailAt: Date | null })[]) {
  await sql`
    with decided as materialized (
      select d.* from unnest(
        ${notices.map(({ userId }) => userId)}::bigint[], ${notices.map(({ kind }) => kind)}::text[],
        ${notices.map(({ otherId }) => otherId)}::bigint[], ${notices.map(({ seq }) => seq)}::int[],
        ${notices.map(({ pushAt }) => pushAt)}::timestamptz[], ${notices.map(({ mailAt }) => mailAt)}::timestamptz[]
      ) as d (user_id, kind, other_id, seq, push_at, mail_at)
      join notices n using (user_id, kind, other_id, seq)
      order by n.user_id, n.kind, n.other_id
      for update of n
    ), ended as (
      delete from notices n
      using decided d
      where (n.user_id, n.kind, n.other_id, n.seq) = (d.user_id, d.kind, d.other_id, d.seq)
        and d.push_at is null and d.mail_at is null
    )
    update notices n
    set push_at = d.push_at, mail_at = d.mail_at
    from decided d
    where (n.user_id, n.kind, n.other_id, n.seq) = (d.user_id, d.kind, d.other_id, d.seq)
      and (d.push_at is not null or d.mail_at is not null)
      and (n.push_at, n.mail_at) is distinct from (d.push_at, d.mail_at)`.execute(tx)
}

export interface NewEntry extends NoticeKey {
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

/** Logs decisions, those that were logged before only once. */
export async function insertEntries(tx: Tx, entries: readonly NewEntry[]) {
  if (entries.length === 0) return
  await tx
    .insertInto('noticeLog')
    .values([...entries])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes what was decided before a time. */
export async function deleteLogged(db: Queryable, { before }: { before: Date }) {
  await db.deleteFrom('noticeLog').where('decidedAt', '<', before).execute()
  await db.deleteFrom('noticeMails').where('endedAt', '<', before).execute()
}
