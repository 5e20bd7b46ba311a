import { balancesSql, chargeSql } from '#server/features/credits/charge.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Clock } from '#server/platform/clock.ts'
import { newId, newPublicId } from '#server/platform/ids.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import type { ConversationContext, SendContext } from './context-query.ts'
import { priceOf, type NewMessage } from './new-message.ts'

/** A message that may be sent, and the conversation that it belongs to. */
export interface AllowedMessage {
  message: NewMessage
  context: SendContext & { conversationKey: number; conversationId: string }
}

export interface SentRow {
  ledgerId: number
  /** Public id. */
  conversationId: string
  seq: number
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
  uploadWidth: number | null
  uploadHeight: number | null
  uploadPreview: string | null
  uploadExplicitness: number | null
  uploadDurationMs: number | null
  uploadPeaks: number[] | null
}

/*
 * Debits, messages, ledger entries, list rows and counts are one statement: a message is stored exactly when
 * it is paid for. PostgreSQL spends more on starting and ending it than on the rows of a message, so messages
 * of different members share it.
 *
 * - Rows are locked in a fixed order, which prevents deadlocks: balances, conversations, uploads, member
 *   rows, counts, and within each by key. `balances` and `open` hold the locked rows, which are exact
 *   although the statement began before.
 * - No member may be part of two messages: a row changes once per statement.
 * - What was allowed when the contexts were read can be overtaken. A message has no row in the result if the
 *   balance does not cover it any more, or if the conversation is blocked or gone. The same client id or
 *   upload, sent twice at the same moment, violates a key or a check, which undoes the whole statement.
 * - The arrays are subqueries, of which the planner does not count the items: it would plan the statement for
 *   every number of them.
 */
export const sendText = `with input as (
  select *
  from unnest(
    (select $1::bigint[]), (select $2::bigint[]), (select $3::bigint[]), (select $4::bigint[]), (select $5::text[]),
    (select $6::uuid[]), (select $7::text[]), (select $8::text[]), (select $9::text[]), (select $10::text[]),
    (select $11::text[]), (select $12::int[]), (select $13::int[]), (select $14::timestamptz[]),
    (select $15::jsonb[])
  ) as input (
    ledger_id, payer_id, partner_id, conversation_id, conversation_public_id,
    client_id, kind, body, name, upload_key, preview, reply_to, price, at,
    quote
  )
),
balances as (
  ${balancesSql('input')}
),
open as (
  select id, last_seq + 1 as seq, started_by
  from conversations
  where id = any (array(select conversation_id from input join balances on user_id = payer_id)) and not is_blocked
  order by id
  for no key update
),
message as (
  select input.*, seq, started_by
  from input
  join open on open.id = conversation_id
),
${chargeSql({ charges: 'message', kind: `'message'`, ref: `conversation_public_id || ':' || client_id::text` })},
conversation as (
  update conversations c
  set last_seq = paid.seq
  from paid
  where c.id = paid.conversation_id
),
upload as (
  update chat_uploads p
  set conversation_id = paid.conversation_id, seq = paid.seq
  from paid
  where p.public_id = upload_key and p.conversation_id is null
  returning ledger_id, p.id, width, height, p.preview, explicitness, duration_ms, peaks
),
stored as (
  insert into messages (
    conversation_id, seq, sender_id, kind, body, name, upload_id, client_id, sent_at, reply_to, price, quote
  )
  select conversation_id, seq, payer_id, kind, body, name, upload.id, client_id, at, reply_to, price, quote
  from paid
  left join upload using (ledger_id)
),
sides as (
  insert into conversation_members as m (
    user_id, conversation_id, partner_id, last_seq, last_message_at, last_preview, last_kind, last_sender_id, unread_count
  )
  select side.user_id, conversation_id, side.partner_id, seq, at, preview, kind, payer_id, side.unread_count
  from paid,
    lateral (values (payer_id, partner_id, 0), (partner_id, payer_id, 1)) as side (user_id, partner_id, unread_count)
  order by side.user_id
  on conflict (user_id, conversation_id) do update
  set last_seq = excluded.last_seq,
    last_message_at = excluded.last_message_at,
    last_preview = excluded.last_preview,
    last_kind = excluded.last_kind,
    last_sender_id = excluded.last_sender_id,
    unread_count = m.unread_count + excluded.unread_count,
    removed_at = null
  returning user_id, conversation_id, unread_count, last_seq, user_id = last_sender_id as is_sender
),
counts as (
  insert into chat_counts as n (user_id, messages, unread, started)
  select sides.user_id, 1, case when is_sender then 0 else 1 end,
    case when last_seq = 1 and started_by = sides.user_id then 1 else 0 end
  from sides
  join paid using (conversation_id)
  order by sides.user_id
  on conflict (user_id) do update
  set messages = n.messages + excluded.messages,
    unread = n.unread + excluded.unread,
    started = n.started + excluded.started
  returning user_id, messages, unread
)
select ledger_id, conversation_public_id as conversation_id, seq, credits, premium_since is not null as is_premium,
  mine.unread_count as unread, my_counts.messages as total_messages, my_counts.unread as total_unread,
  theirs.unread_count as partner_unread, their_counts.messages as partner_total_messages,
  their_counts.unread as partner_total_unread,
  upload.width as upload_width, upload.height as upload_height, upload.preview as upload_preview,
  upload.explicitness as upload_explicitness, upload.duration_ms as upload_duration_ms, upload.peaks as upload_peaks
from paid
join debit on debit.user_id = payer_id
join sides mine on mine.user_id = payer_id
join sides theirs on theirs.user_id = partner_id
join counts my_counts on my_counts.user_id = payer_id
join counts their_counts on their_counts.user_id = partner_id
left join upload using (ledger_id)`

const send = prepared<SentRow>('chat_send', sendText)

/**
 * Debits the prices and stores the messages, of which no two have a member in common, with their ledger
 * entries, the rows of the conversation list and the counts. Returns the rows of those that are stored; the
 * others were overtaken: the balance does not cover them any more, or the conversation is blocked or gone.
 * @throws DatabaseError that `isConstraintViolation` or, for an upload, `isCheckViolation` recognises when a
 * concurrent statement wins: nothing is stored
 */
export function insertMessages(db: Queryable, allowed: readonly AllowedMessage[]) {
  const messages = allowed.map(({ message }) => message)
  const contexts = allowed.map(({ context }) => context)
  return send(db, [
    messages.map(({ ledgerId }) => ledgerId),
    messages.map(({ sender }) => sender.userId),
    contexts.map(({ partnerId }) => partnerId),
    contexts.map(({ conversationKey }) => conversationKey),
    contexts.map(({ conversationId }) => conversationId),
    messages.map(({ clientId }) => clientId),
    messages.map(({ kind }) => kind),
    messages.map(({ body }) => body),
    messages.map(({ name }) => name),
    messages.map(({ uploadId }) => uploadId),
    messages.map(({ preview }) => preview),
    messages.map(({ replyTo }) => replyTo),
    allowed.map(({ message, context }) => priceOf(message, context)),
    messages.map(({ at }) => at),
    messages.map(({ quote }) => quote && JSON.stringify(quote)),
  ])
}

/**
 * Inserts a conversation without messages. The caller holds the locks of the pair and of the starter's
 * balance.
 */
export async function insertConversation(
  tx: Tx,
  { clock, message, context }: { clock: Clock; message: NewMessage; context: ConversationContext },
) {
  const { userId } = message.sender
  const { partnerId, isPremium, startedCount, matchedAt } = context
  await tx
    .insertInto('conversations')
    .values({
      id: newId(clock),
      publicId: newPublicId(),
      lowId: Math.min(userId, partnerId),
      highId: Math.max(userId, partnerId),
      // Of a match no one is the starter: it counts towards no limit (CHAT-4).
      startedBy: matchedAt ? null : userId,
      startedNth: isPremium || matchedAt ? null : startedCount + 1,
      createdAt: message.at,
    })
    .execute()
}
