import { isActiveText } from '#server/features/accounts/fragments.ts'
import { debitSql, entrySql } from '#server/features/credits/charge.ts'
import { notBlockedText } from '#server/features/moderation/fragments.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'

export interface NewMessage {
  senderId: number
  /** Public id of the partner's profile. */
  profileId: string
  clientId: string
  body: string
  preview: string
  /** In credits. */
  price: number
  at: Date
  /** Key and public id of the conversation if this message starts it. */
  conversationKey: number
  conversationId: string
  ledgerId: number
  /** Conversations that a free member may start. */
  startLimit: number
}

export interface SentRow {
  conversationId: string
  seq: number
  partnerId: number
  /** Remaining balance. */
  credits: number
  isPremium: boolean
}

/*
 * Debit, message, ledger entry and list rows are one statement: a message is stored exactly when it is paid for, and
 * sending costs one round trip.
 *
 * - Rows are locked in a fixed order: the sender's balance, the conversation, its two member rows by key. Each CTE
 *   reads from the one before, which forces PostgreSQL into that order and prevents deadlocks.
 * - The conditions are evaluated on the snapshot of the statement's start. Two concurrent statements that both pass,
 *   but must not both succeed, violate a unique key, which rolls back the second completely: the same client id sent
 *   twice, or two conversations started by a free member who may start only one more. The caller then reads the
 *   context to find the reason.
 * - When both sides send their first message at the same time, one conversation is created; the later message gets the
 *   next sequence number in it.
 */
export const sendText = `with partner as (
  select users.id, least(users.id, $1::bigint) as low_id, greatest(users.id, $1::bigint) as high_id
  from profiles
  join users on users.id = profiles.user_id
  where profiles.public_id = $2
    and users.id <> $1
    and ${isActiveText('users')}
    and users.confirmed_at is not null
    and ${notBlockedText('$1', 'users.id')}
),
known as (
  select conversations.id
  from partner
  join conversations using (low_id, high_id)
),
started as (
  select count(*)::int as n
  from conversations
  where started_by = $1 and not exists (select from known)
),
debit as (
  ${debitSql({
    userId: '$1',
    amount: '$6::int',
    entryId: '$10::bigint',
    condition: `exists (select from partner)
    and (exists (select from known) or premium_since is not null or (select n from started) < $11::int)
    and not exists (
      select from messages
      where conversation_id = (select id from known) and sender_id = $1 and client_id = $3::uuid
    )`,
  })}
),
conversation as (
  insert into conversations as c (id, public_id, low_id, high_id, started_by, started_nth, last_seq, created_at)
  select $8::bigint, $9::text, low_id, high_id, $1, case when premium_since is null then n + 1 end, 1, $7
  from debit, partner, started
  on conflict (low_id, high_id) do update set last_seq = c.last_seq + 1
  returning id, public_id, last_seq
),
message as (
  insert into messages (conversation_id, seq, sender_id, kind, body, client_id, sent_at)
  select id, last_seq, $1, 'text', $4, $3, $7
  from conversation
),
entry as (
  ${entrySql({
    userId: '$1',
    id: 'debit.last_entry_id',
    kind: `'message'`,
    ref: `conversation.public_id || ':' || $3::text`,
    amount: '$6',
    balance: 'debit.balance',
    at: '$7',
    from: 'debit, conversation',
  })}
),
sides as (
  insert into conversation_members as m (
    user_id, conversation_id, partner_id, last_seq, last_message_at, last_preview, last_sender_id, unread_count
  )
  select side.user_id, conversation.id, side.partner_id, last_seq, $7::timestamptz, $5, $1, side.unread_count
  from conversation, partner,
    lateral (values ($1, partner.id, 0), (partner.id, $1, 1)) as side (user_id, partner_id, unread_count)
  order by side.user_id
  on conflict (user_id, conversation_id) do update
  set last_seq = excluded.last_seq,
    last_message_at = excluded.last_message_at,
    last_preview = excluded.last_preview,
    last_sender_id = excluded.last_sender_id,
    unread_count = m.unread_count + excluded.unread_count,
    removed_at = null
)
select conversation.public_id as conversation_id, last_seq as seq, partner.id as partner_id, balance as credits,
  premium_since is not null as is_premium
from debit, conversation, partner`

const send = prepared<SentRow>('chat_send', sendText)

/**
 * Debits the price from the sender's balance and stores the message, its ledger entry and both rows of the conversation
 * list. Changes nothing and returns null when the message is not allowed; `findContextWith` has the reason.
 * @throws DatabaseError 23505 when a concurrent statement wins
 */
export async function insertMessage(db: Queryable, message: NewMessage) {
  const rows = await send(db, [
    message.senderId,
    message.profileId,
    message.clientId,
    message.body,
    message.preview,
    message.price,
    message.at,
    message.conversationKey,
    message.conversationId,
    message.ledgerId,
    message.startLimit,
  ])
  return rows[0] ?? null
}
