import { sql } from 'kysely'
import type { Tx } from '#server/platform/postgres/tx.ts'

interface NewNotice {
  userId: number
  otherId: number
  name: string
  at: Date
  /** A notice of the same name since then is enough. */
  since: Date
}

interface NoticeRow {
  conversationKey: number
  conversationId: string
  clientId: string
  seq: number
}

/**
 * Writes a notice about an act of `userId` into the conversation of two members, if any and not closed by a
 * block. It is not unread, and does not restore a deleted conversation. Returns null if nothing was written.
 */
export async function insertNotice(tx: Tx, { userId, otherId, name, at, since }: NewNotice): Promise<NoticeRow | null> {
  // Notices of one conversation wait for each other here, and the statement below sees the ones before.
  const locked = await tx
    .selectFrom('conversations')
    .select(['id', 'publicId'])
    .where('lowId', '=', Math.min(userId, otherId))
    .where('highId', '=', Math.max(userId, otherId))
    .where('isBlocked', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!locked) return null
  const { rows } = await sql<{ clientId: string; seq: number }>`
    with conversation as (
      update conversations
      set last_seq = last_seq + 1
      where id = ${locked.id}
        and not exists (
          select from messages
          where conversation_id = ${locked.id} and kind = 'system' and name = ${name} and sent_at > ${since}
        )
      returning id, last_seq
    ),
    notice as (
      insert into messages (conversation_id, seq, sender_id, kind, name, body, client_id, sent_at)
      select id, last_seq, ${userId}::bigint, 'system', ${name}::text, '', gen_random_uuid(), ${at}::timestamptz
      from conversation
      returning client_id, seq
    ),
    seen as (
      select m.user_id, m.conversation_id, m.removed_at is not null as is_removed, conversation.last_seq
      from conversation
      join conversation_members m on m.conversation_id = conversation.id and m.user_id in (${userId}, ${otherId})
      order by m.user_id
      for no key update of m
    ),
    sides as (
      update conversation_members m
      set last_seq = seen.last_seq,
        last_message_at = ${at}::timestamptz,
        last_preview = ${name}::text,
        last_kind = 'system',
        last_sender_id = ${userId}::bigint,
        cleared_seq = case when is_removed then seen.last_seq else m.cleared_seq end,
        read_seq = case when is_removed then seen.last_seq else m.read_seq end,
        delivered_seq = case when is_removed then seen.last_seq else m.delivered_seq end
      from seen
      where m.user_id = seen.user_id and m.conversation_id = seen.conversation_id
      returning m.user_id, is_removed
    ),
    counts as (
      insert into chat_counts as c (user_id, messages)
      select user_id, 1 from sides where not is_removed order by user_id
      on conflict (user_id) do update set messages = c.messages + 1
    )
    select client_id as "clientId", seq from notice`.execute(tx)
  const row = rows[0]
  return row ? { conversationKey: locked.id, conversationId: locked.publicId, ...row } : null
}
