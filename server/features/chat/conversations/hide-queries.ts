import { sql } from 'kysely'
import { INTEGER_MAX } from '#contract/numbers.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { countsAsUnread, lockMember } from '#server/features/chat/fragments.ts'

/**
 * Deletes a conversation for one member up to a sequence number, by default its latest message. A later
 * message stays, with the conversation. Returns false if the member does not belong to it.
 */
export async function hideConversation(
  tx: Tx,
  { userId, conversationId, seq, at }: { userId: number; conversationId: string; seq: number | undefined; at: Date },
) {
  const conversation = await tx
    .selectFrom('conversations')
    .select('id')
    .where('publicId', '=', conversationId)
    .executeTakeFirst()
  if (!conversation) return false
  await lockMember(tx, { userId, conversationKey: conversation.id })
  const { rows } = await sql`
    with seen as (
      select m.conversation_id, m.partner_id, m.cleared_seq, greatest(m.read_seq, m.opened_seq) as known_seq,
        greatest(least(${seq ?? INTEGER_MAX}::int, m.last_seq), m.cleared_seq) as seq
      from conversation_members m
      where m.user_id = ${userId} and m.conversation_id = ${conversation.id}
    ),
    counted as (
      select count(*)::int as n
      from seen
      join messages on messages.conversation_id = seen.conversation_id
        and messages.sender_id = seen.partner_id
        and ${sql.raw(countsAsUnread('messages'))}
        and messages.seq > seen.known_seq
        and messages.seq <= seen.seq
    ),
    cleared as (
      update conversation_members m
      set removed_at = case when m.last_seq <= seen.seq then coalesce(m.removed_at, ${at}) end,
        cleared_seq = seen.seq,
        read_seq = greatest(m.read_seq, seen.seq),
        delivered_seq = greatest(m.delivered_seq, seen.seq),
        unread_count = m.unread_count - n
      from seen, counted
      where m.user_id = ${userId} and m.conversation_id = seen.conversation_id
      returning seen.seq - seen.cleared_seq as messages, n
    ),
    counts as (
      update chat_counts c
      set messages = c.messages - cleared.messages, unread = c.unread - n
      from cleared
      where c.user_id = ${userId}
    )
    select from cleared`.execute(tx)
  return rows.length > 0
}

/**
 * Deletes the conversation of two members for both, if any, and closes it while one blocks the other. Locks
 * it first, as sending does. Returns the members whose lists showed it.
 */
export async function hideFromBoth(tx: Tx, { userId, otherId, at }: { userId: number; otherId: number; at: Date }) {
  const { rows } = await sql<{ userId: number }>`
    with conversation as (
      update conversations
      set is_blocked = exists (select from blocks where user_id = low_id and other_id = high_id)
      where low_id = ${Math.min(userId, otherId)} and high_id = ${Math.max(userId, otherId)}
      returning id
    ),
    seen as (
      select m.user_id, m.conversation_id, m.last_seq - m.cleared_seq as messages, m.unread_count as unread,
        m.removed_at is null as is_listed
      from conversation
      join conversation_members m on m.conversation_id = conversation.id and m.user_id in (${userId}, ${otherId})
      order by m.user_id
      for no key update of m
    ),
    cleared as (
      update conversation_members m
      set removed_at = ${at}, cleared_seq = m.last_seq, read_seq = m.last_seq, delivered_seq = m.last_seq, unread_count = 0
      from seen
      where m.user_id = seen.user_id and m.conversation_id = seen.conversation_id
      returning m.user_id, seen.messages, seen.unread, seen.is_listed
    ),
    counts as (
      insert into chat_counts as c (user_id, messages, unread)
      select user_id, -messages, -unread
      from cleared
      order by user_id
      on conflict (user_id) do update
      set messages = c.messages + excluded.messages, unread = c.unread + excluded.unread
    )
    select user_id as "userId" from cleared where is_listed`.execute(tx)
  return rows.map((row) => row.userId)
}

/**
 * Deletes all conversations of a member, for both sides, before the account is erased. Returns the storage
 * keys of their photos, also of unsent ones of the member.
 */
export async function deleteConversations(tx: Tx, userId: number) {
  const { rows } = await sql<{ storageKey: string }>`
    with conversation as (
      select id
      from conversations
      where id in (select conversation_id from conversation_members where user_id = ${userId})
      order by id
      for update
    ),
    gone_messages as (
      delete from messages using conversation where conversation_id = conversation.id
    ),
    -- One condition with 'or' would read the whole table.
    photo as (
      select chat_uploads.id from chat_uploads join conversation on conversation.id = chat_uploads.conversation_id
      union
      select id from chat_uploads where sender_id = ${userId}
      union
      select id from chat_uploads where receiver_id = ${userId}
    ),
    gone_photos as (
      delete from chat_uploads using photo where chat_uploads.id = photo.id returning storage_key
    ),
    gone_members as (
      delete from conversation_members m
      using conversation
      where m.conversation_id = conversation.id
      returning m.user_id, m.last_seq - m.cleared_seq as messages, m.unread_count as unread
    ),
    gone as (
      delete from conversations using conversation where conversations.id = conversation.id
    ),
    counts as (
      insert into chat_counts as c (user_id, messages, unread)
      select user_id, -messages, -unread
      from gone_members
      where user_id <> ${userId}
      order by user_id
      on conflict (user_id) do update
      set messages = c.messages + excluded.messages, unread = c.unread + excluded.unread
    )
    select storage_key from gone_photos`.execute(tx)
  await tx.deleteFrom('chatCounts').where('userId', '=', userId).execute()
  return rows.map(({ storageKey }) => storageKey)
}
