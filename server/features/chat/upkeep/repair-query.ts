import { sql } from 'kysely'
import { repairBatch } from '#server/platform/checks.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { countsAsUnread } from '#server/features/chat/fragments.ts'

/**
 * Recounts the unread messages of a batch of conversations, for both members, and corrects counts that
 * differ. Adds the difference instead of writing the count, so that a concurrent message is not lost; a
 * conversation read meanwhile is left to the next run. Rows are locked in the order of all statements.
 */
export function repairUnreadCounts(tx: Tx, after: number) {
  const queries = sql`
    wrong as (
      select m.user_id, m.conversation_id, m.read_seq, m.opened_seq, unread.n - m.unread_count as difference
      from batch
      join conversation_members m on m.conversation_id = batch.id
      cross join lateral (
        select count(*) as n
        from messages
        where messages.conversation_id = m.conversation_id
          and messages.sender_id = m.partner_id
          and ${sql.raw(countsAsUnread('messages'))}
          and messages.seq > greatest(m.read_seq, m.opened_seq)
      ) unread
      where unread.n <> m.unread_count
    ),
    locked as (
      select m.user_id, m.conversation_id, m.read_seq, m.opened_seq, wrong.difference
      from wrong
      join conversation_members m using (user_id, conversation_id, read_seq, opened_seq)
      order by m.user_id, m.conversation_id
      for no key update of m
    ),
    repaired as (
      update conversation_members m
      set unread_count = m.unread_count + wrong.difference
      from locked as wrong
      where m.user_id = wrong.user_id
        and m.conversation_id = wrong.conversation_id
        and m.read_seq = wrong.read_seq
        and m.opened_seq = wrong.opened_seq
      returning 1
    )`
  return repairBatch(tx, { table: 'conversations', after, queries })
}

/**
 * Compares the counts of a batch of members with their conversations, and adds the differences, as above. The
 * number of started conversations is never lowered: it includes deleted ones.
 */
export function repairChatCounts(tx: Tx, after: number) {
  const queries = sql`
    wrong as (
      select batch.id as user_id,
        sums.messages - coalesce(c.messages, 0) as messages,
        sums.unread - coalesce(c.unread, 0) as unread,
        greatest(0, begun.n - coalesce(c.started, 0)) as started
      from batch
      left join chat_counts c on c.user_id = batch.id
      cross join lateral (
        select coalesce(sum(last_seq - cleared_seq), 0)::int as messages, coalesce(sum(unread_count), 0)::int as unread
        from conversation_members
        where conversation_members.user_id = batch.id
      ) sums
      cross join lateral (
        select count(*)::int as n from conversations where started_by = batch.id
      ) begun
    ),
    repaired as (
      insert into chat_counts as c (user_id, messages, unread, started)
      select user_id, messages, unread, started
      from wrong
      where messages <> 0 or unread <> 0 or started <> 0
      order by user_id
      on conflict (user_id) do update
      set messages = c.messages + excluded.messages,
        unread = c.unread + excluded.unread,
        started = c.started + excluded.started
      returning 1
    )`
  return repairBatch(tx, { table: 'users', after, queries })
}
