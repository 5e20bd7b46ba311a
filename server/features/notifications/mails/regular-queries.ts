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

/** Logs regular mails that were not sent. */
export async function logSkipped(tx: Tx, skipped: readonly Skipped[]) {
  if (skipped.length === 0) return
  const rows = skipped.map((entry) => ({ ...entry, channel: 'mail', otherId: null, seq: 0 }))
  await tx.insertInto('noticeLog').values(rows).execute()
}
