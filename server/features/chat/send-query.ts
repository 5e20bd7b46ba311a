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
  /** Key and public id of the conversation, should this be its first message. */
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
  /** Balance that is left. */
  credits: number
  isPremium: boolean
}

/*
 * One statement, so that a message is stored exactly when it is paid for and there is one round trip to wait for.
 *
 * - Rows are locked in one order: the sender's balance, the conversation, the two sides of it by key. Each step reads
 *   from the one before, which is what holds PostgreSQL to that order; so nobody waits in a circle.
 * - The conditions hold as of the statement's start. Two statements that both pass them and may not both succeed meet in
 *   a unique key, which undoes all of the second: the same client id sent twice, the last two conversations of a free
 *   member started at once. The caller then asks what stood against it, and finds it.
 * - Both sides' first messages at once make one conversation: the later one takes the next number in the other's.
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
    id: '$10',
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
 * Takes the price from the sender's balance and stores the message, its ledger entry and both sides' rows of the
 * conversation list. Nothing happens and null comes back when something stands against it; `factsWith` tells what.
 * @throws DatabaseError 23505 when another statement got in between
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
