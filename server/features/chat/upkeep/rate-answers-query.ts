import { sql } from 'kysely'
import { ANSWER_DAYS, ANSWER_SHARE, ANSWER_WINDOW_DAYS, ANSWERED_MIN } from '#contract/limits.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'

/** Members rated in one batch. */
const BATCH = 500

/**
 * Rates a batch of members by the conversations that others started within the window and that were due for
 * an answer, and stores who answers often. Not counted are those that a block ended and those by members who
 * have not confirmed their address: they cannot be answered. Source: CHAT-30.
 */
export async function rateAnswers(tx: Tx, { after, now }: { after: number; now: Date }) {
  const { rows } = await sql<{ next: number | null }>`
    with batch as materialized (
      select user_id, answers_often
      from chat_counts
      where user_id > ${after}
      order by user_id
      limit ${BATCH}
    ),
    rated as (
      select batch.user_id,
        count(*) >= ${ANSWERED_MIN} and count(*) filter (where answer.was_sent) >= ${ANSWER_SHARE}::float8 * count(*) as often
      from batch
      join profiles p on p.user_id = batch.user_id and not p.is_fictional
      join conversation_members m on m.user_id = batch.user_id
      join conversations c on c.id = m.conversation_id and not c.is_blocked
      join messages first on first.conversation_id = c.id and first.seq = 1
      join users sender on sender.id = first.sender_id and sender.confirmed_at is not null
      cross join lateral (
        select exists (
          select from messages a
          where a.conversation_id = c.id
            and a.sender_id = batch.user_id
            and a.kind <> 'system'
            and a.sent_at <= first.sent_at + ${ANSWER_DAYS} * interval '1 day'
        ) as was_sent
      ) answer
      where first.sender_id <> batch.user_id
        and first.kind <> 'system'
        and first.sent_at > ${now}::timestamptz - ${ANSWER_WINDOW_DAYS} * interval '1 day'
        and first.sent_at < ${now}::timestamptz - ${ANSWER_DAYS} * interval '1 day'
      group by batch.user_id
    ),
    changed as materialized (
      select c.user_id, not c.answers_often as answers_often
      from batch
      left join rated using (user_id)
      join chat_counts c using (user_id)
      where batch.answers_often is distinct from coalesce(rated.often, false)
      order by c.user_id
      for no key update of c
    ),
    written as (
      update chat_counts c set answers_often = changed.answers_often from changed where c.user_id = changed.user_id
    )
    select max(user_id) as next from batch having count(*) = ${BATCH}`.execute(tx)
  return { found: 0, repaired: 0, next: rows[0]?.next ?? null }
}
