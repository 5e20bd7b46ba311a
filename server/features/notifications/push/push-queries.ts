import { sql } from 'kysely'
import { PUSH_TTL_MS } from '#contract/limits.ts'
import type { SkipReason } from '#contract/notifications/notice-kinds.ts'
import type { NoticeKey } from '#server/features/notifications/current.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'

/** Returns the browsers of a member that show push messages. */
export async function findBrowsers(db: Queryable, userId: number) {
  const rows = await db.selectFrom('pushSubscriptions').select('endpointHash').where('userId', '=', userId).execute()
  return rows.map(({ endpointHash }) => endpointHash.toString('hex'))
}

/** Returns where to send to a browser, unless it is another member's by now. */
export async function findSubscription(
  db: Queryable,
  { userId, endpointHash }: { userId: number; endpointHash: string },
) {
  return db
    .selectFrom('pushSubscriptions')
    .select(['endpoint', 'p256dh', 'auth', 'vapidKey'])
    .where('endpointHash', '=', Buffer.from(endpointHash, 'hex'))
    .where('userId', '=', userId)
    .executeTakeFirst()
}

/** Returns the number of the badges: unread messages and new likes (SHELL-7). */
export async function countUnread(db: Queryable, userId: number) {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('chatCounts as c', 'c.userId', 'u.id')
    .leftJoin('likeCounts as l', 'l.userId', 'u.id')
    .select(['c.unread', 'l.newLikes'])
    .where('u.id', '=', userId)
    .executeTakeFirst()
  return (row?.unread ?? 0) + (row?.newLikes ?? 0)
}

/** Selects the entry of a notice that was to be pushed: the one that counts as sent, else the latest. */
function entryOf({ userId, kind, otherId, seq }: NoticeKey, at: Date) {
  // Older messages have expired; the index finds a member's entries by their time.
  const since = new Date(at.getTime() - 2 * PUSH_TTL_MS)
  return sql`(
    select id from notice_log
    where user_id = ${userId} and channel = 'push' and kind = ${kind} and other_id = ${otherId} and seq = ${seq}
      and decided_at > ${since}
    order by reason is null desc, id desc
    limit 1
  )`
}

/** Logs that a browser got a notice, whatever another one of the member did not get. */
export async function savePushed(db: Queryable, { at, ...key }: NoticeKey & { at: Date }) {
  await sql`update notice_log set pushed_at = ${at}, reason = null where id = ${entryOf(key, at)}`.execute(db)
}

/** Logs why a browser does not get a notice, unless another one has it. */
export async function saveNotPushed(
  db: Queryable,
  { at, reason, ...key }: NoticeKey & { at: Date; reason: SkipReason },
) {
  await sql`
    update notice_log set reason = ${reason}
    where id = ${entryOf(key, at)} and pushed_at is null`.execute(db)
}
