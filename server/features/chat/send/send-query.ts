import { isActiveText } from '#server/features/accounts/fragments.ts'
import { debitSql, entrySql } from '#server/features/credits/charge.ts'
import { isMatchText } from '#server/features/likes/fragments.ts'
import { notBlockedText, notInvisibleText } from '#server/features/visibility/fragments.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'

export interface NewMessage {
  senderId: number
  /** Public id of the partner's profile. */
  profileId: string
  clientId: string
  kind: 'text' | 'photo' | 'gift'
  body: string
  /** Name of a gift. */
  name: string | null
  /** Public id of a photo that the sender uploaded for the partner. */
  photoId: string | null
  preview: string
  replyTo: number | null
  /** In credits: between two who matched, and otherwise. */
  prices: { match: number; other: number }
  /** What the sender was shown; the message is not stored if it costs more. Null without a limit. */
  maxPrice: number | null
  at: Date
  /** Older messages are hidden, and cannot be answered. */
  since: Date
  /** Key and public id of the conversation if this message starts it, and whether it may. */
  conversationKey: number
  conversationId: string
  mayStart: boolean
  ledgerId: number
  /** Conversations that a free member may start. */
  startLimit: number
}

export interface SentRow {
  conversationId: string
  seq: number
  partnerId: number
  /** In credits. */
  price: number
  /** Remaining balance. */
  credits: number
  isPremium: boolean
  /** Unread messages of each side in the conversation, and totals over all its conversations. */
  unread: number
  totalMessages: number
  totalUnread: number
  partnerUnread: number
  partnerTotalMessages: number
  partnerTotalUnread: number
  photoWidth: number | null
  photoHeight: number | null
  photoPreview: string | null
}

/*
 * Debit, message, ledger entry, list rows and counts are one statement: a message is stored exactly when it
 * is paid for, in one round trip.
 *
 * - Rows are locked in a fixed order: the sender's balance, the conversation, its two member rows by key, the
 *   counts of both members by key. Each CTE reads from the one before, which forces that order and prevents
 *   deadlocks.
 * - The conditions are evaluated on the snapshot of the statement's start. Two concurrent statements that
 *   both pass, but must not both succeed, violate a key or a check, which rolls back the second: the same
 *   client id or photo sent twice, two conversations started by a free member who may start one more, or a
 *   block of the conversation, which leaves the message without a number. The caller then finds the reason.
 * - A message may start a conversation only if the caller holds the lock of the pair, as blocks do: no row
 *   exists yet in which a concurrent block would be found.
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
    and (${notInvisibleText('$1', 'profiles')} or exists (
      select from conversations c
      where c.low_id = least(users.id, $1::bigint) and c.high_id = greatest(users.id, $1::bigint)
    ))
),
known as (
  select conversations.id
  from partner
  join conversations using (low_id, high_id)
),
starter as (
  select coalesce((select started from chat_counts where user_id = $1), 0) as started
),
price as (
  select case when $6::int <> $7::int and ${isMatchText('$1', 'partner.id')} then $7::int else $6::int end as amount
  from partner
),
debit as (
  ${debitSql({
    userId: '$1',
    amount: '(select amount from price)',
    entryId: '$12::bigint',
    condition: `exists (select from partner)
    and (
      exists (select from known)
      or ($16::boolean and (premium_since is not null or (select started from starter) < $13::int))
    )
    and ($14::int is null or exists (
      select from messages
      join conversation_members mine using (conversation_id)
      where mine.user_id = $1
        and conversation_id = (select id from known)
        and messages.seq = $14::int
        and messages.seq > mine.cleared_seq
        and messages.sent_at >= $9::timestamptz
    ))
    and ($18::text is null or exists (
      select from chat_photos
      where public_id = $18::text
        and sender_id = $1
        and receiver_id = (select id from partner)
        and conversation_id is null
    ))
    and ($19::int is null or (select amount from price) <= $19::int)
    and not exists (
      select from messages
      where conversation_id = (select id from known) and sender_id = $1 and client_id = $3::uuid
    )`,
  })}
),
conversation as (
  insert into conversations as c (id, public_id, low_id, high_id, started_by, started_nth, last_seq, created_at)
  select $10::bigint, $11::text, low_id, high_id, $1, case when premium_since is null then started + 1 end, 1, $8
  from debit, starter, partner
  on conflict (low_id, high_id) do update set last_seq = case when c.is_blocked then null else c.last_seq + 1 end
  returning id, public_id, last_seq
),
photo as (
  update chat_photos
  set conversation_id = conversation.id, seq = conversation.last_seq
  from conversation
  where chat_photos.public_id = $18::text and sender_id = $1 and chat_photos.conversation_id is null
  returning chat_photos.id, width, height, preview
),
message as (
  insert into messages (
    conversation_id, seq, sender_id, kind, body, name, photo_id, client_id, sent_at, reply_to, price
  )
  select conversation.id, last_seq, $1, $15, $4, $17, photo.id, $3, $8, $14, amount
  from conversation
  cross join price
  left join photo on true
),
entry as (
  ${entrySql({
    userId: '$1',
    id: 'debit.last_entry_id',
    kind: `'message'`,
    ref: `conversation.public_id || ':' || $3::text`,
    amount: 'price.amount',
    balance: 'debit.balance',
    at: '$8',
    from: 'debit, conversation, price where price.amount > 0',
  })}
),
sides as (
  insert into conversation_members as m (
    user_id, conversation_id, partner_id, last_seq, last_message_at, last_preview, last_kind, last_sender_id, unread_count
  )
  select side.user_id, conversation.id, side.partner_id, last_seq, $8::timestamptz, $5, $15, $1, side.unread_count
  from conversation, partner,
    lateral (values ($1, partner.id, 0), (partner.id, $1, 1)) as side (user_id, partner_id, unread_count)
  order by side.user_id
  on conflict (user_id, conversation_id) do update
  set last_seq = excluded.last_seq,
    last_message_at = excluded.last_message_at,
    last_preview = excluded.last_preview,
    last_kind = excluded.last_kind,
    last_sender_id = excluded.last_sender_id,
    unread_count = m.unread_count + excluded.unread_count,
    removed_at = null
  returning user_id, unread_count, last_seq
),
counts as (
  insert into chat_counts as n (user_id, messages, unread, started)
  select user_id, 1, case user_id when $1 then 0 else 1 end, case when user_id = $1 and last_seq = 1 then 1 else 0 end
  from sides
  order by user_id
  on conflict (user_id) do update
  set messages = n.messages + excluded.messages,
    unread = n.unread + excluded.unread,
    started = n.started + excluded.started
  returning user_id, messages, unread
)
select conversation.public_id as conversation_id, conversation.last_seq as seq, partner.id as partner_id,
  amount as price, balance as credits, premium_since is not null as is_premium,
  mine.unread_count as unread, my_counts.messages as total_messages, my_counts.unread as total_unread,
  theirs.unread_count as partner_unread, their_counts.messages as partner_total_messages,
  their_counts.unread as partner_total_unread,
  photo.width as photo_width, photo.height as photo_height, photo.preview as photo_preview
from debit, price, conversation, partner
join sides mine on mine.user_id = $1
join sides theirs on theirs.user_id = partner.id
join counts my_counts on my_counts.user_id = $1
join counts their_counts on their_counts.user_id = partner.id
left join photo on true`

const send = prepared<SentRow>('chat_send', sendText)

/**
 * Debits the price from the sender's balance and stores the message, its ledger entry, both list rows and the
 * counts. Changes nothing and returns null when not allowed; `findContextWith` has the reason.
 * @throws DatabaseError of `isConstraintViolation` or, for a photo, `isCheckViolation` when a concurrent
 * statement wins
 */
export async function insertMessage(db: Queryable, message: NewMessage) {
  const rows = await send(db, [
    message.senderId,
    message.profileId,
    message.clientId,
    message.body,
    message.preview,
    message.prices.other,
    message.prices.match,
    message.at,
    message.since,
    message.conversationKey,
    message.conversationId,
    message.ledgerId,
    message.startLimit,
    message.replyTo,
    message.kind,
    message.mayStart,
    message.name,
    message.photoId,
    message.maxPrice,
  ])
  return rows[0] ?? null
}
