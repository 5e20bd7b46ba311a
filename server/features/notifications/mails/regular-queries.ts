import { sql } from 'kysely'
import type { SkipReason } from '#contract/notifications/notice-kinds.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'

/** Locks the members whose weekly mail is due, the longest waiting first, that no other process has. */
export async function dueDigests(tx: Tx, { now, limit }: { now: Date; limit: number }) {
  const { rows } = await sql<{ userId: number; dueAt: Date }>`
    select user_id, digest_at as due_at
    from notice_members
    where digest_at <= ${now}
    order by digest_at
    limit ${limit}
    for no key update skip locked`.execute(tx)
  return rows
}

/** Stores when the next weekly mails are due. */
export async function saveDigests(tx: Tx, next: readonly { userId: number; at: Date }[]) {
  await sql`
    update notice_members m
    set digest_at = n.at
    from unnest(${next.map(({ userId }) => userId)}::bigint[], ${next.map(({ at }) => at)}::timestamptz[]) as n (user_id, at)
    where m.user_id = n.user_id`.execute(tx)
}

/** Claims the members who are to be looked at for a reminder. Returns their keys. */
export async function claimReminders(tx: Tx, { now, next, limit }: { now: Date; next: Date; limit: number }) {
  const { rows } = await sql<{ userId: number }>`
    with due as (
      select user_id
      from notice_members
      where reminder_at <= ${now}
      order by reminder_at
      limit ${limit}
      for no key update skip locked
    )
    update notice_members m
    set reminder_at = ${next}
    from due
    where m.user_id = due.user_id
    returning m.user_id`.execute(tx)
  return rows.map(({ userId }) => userId)
}

interface Skipped {
  id: number
  userId: number
  kind: string
  reason: SkipReason
  decidedAt: Date
}

/**
 * Logs regular mails that were not sent. Of weekly mails and reminders not again a reason that is the last
 * one logged, unless a mail came between: a member who is away is looked at each day.
 */
export async function logSkipped(tx: Tx, skipped: readonly Skipped[]) {
  if (skipped.length === 0) return
  await sql`
    insert into notice_log (id, user_id, channel, kind, seq, reason, decided_at)
    select n.id, n.user_id, 'mail', n.kind, 0, n.reason, n.decided_at
    from unnest(
      ${skipped.map(({ id }) => id)}::bigint[], ${skipped.map(({ userId }) => userId)}::bigint[],
      ${skipped.map(({ kind }) => kind)}::text[], ${skipped.map(({ reason }) => reason)}::text[],
      ${skipped.map(({ decidedAt }) => decidedAt)}::timestamptz[]
    ) as n (id, user_id, kind, reason, decided_at)
    where n.kind in ('news', 'promotions') or n.reason is distinct from (
      select l.reason
      from notice_log l
      where l.user_id = n.user_id and l.channel = 'mail' and l.kind = n.kind and not exists (
        select
        from notice_mails m
        where m.user_id = n.user_id and m.kind = n.kind and m.key is not null and m.created_at > l.decided_at
      )
      order by l.decided_at desc
      limit 1
    )`.execute(tx)
}
