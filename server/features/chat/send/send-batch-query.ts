import { isActiveText } from '#server/features/accounts/fragments.ts'
import { isMatchText } from '#server/features/likes/fragments.ts'
import { notBlockedText } from '#server/features/visibility/fragments.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import type { NewMessage, SentRow } from './send-query.ts'

/** A message that can share a statement: no start of a conversation, no answer, no photo, any price. */
export type PlainMessage = NewMessage & { replyTo: null; photoId: null; mayStart: false }

export function isPlain(message: NewMessage): message is PlainMessage {
  return message.replyTo === null && message.photoId === null && !message.mayStart && mayCostFullPrice(message)
}

function mayCostFullPrice({ maxPrice, prices }: NewMessage) {
  return maxPrice === null || maxPrice >= Math.max(prices.match, prices.other)
}

/*
 * What `sendText` does, for many messages between different members. PostgreSQL spends more on starting and
 * ending the statement than on its rows, so that sharing one costs a fraction.
 *
 * - Locks are taken in the same order: balances, conversations, member rows, counts, each by key. An update
 *   that joins locks in the order of its plan, so a CTE locks the rows first.
 * - No member may be part of two messages: a row changes once per statement.
 * - A message that is not allowed has no row in the result. One that loses against a concurrent statement
 *   violates a key or a check, which undoes all; the caller then sends each by itself.
 * - Lateral subqueries with `offset 0` are evaluated row by row, by key, however small a table is.
 */
const sendManyText = `with given as (
  select *
  from unnest(
    $1::int[], $2::bigint[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::int[], $8::int[], $9::timestamptz[],
    $10::bigint[], $11::text[], $12::text[]
  ) as given (n, sender_id, profile_id, client_id, body, preview, price, match_price, at, ledger_id, kind, name)
),
allowed as (
  select given.*, partner.id as partner_id, c.id as conversation_id, c.public_id as conversation_public_id,
    case when price <> match_price and ${isMatchText('sender_id', 'partner.id')} then match_price else price end as amount
  from given
  cross join lateral (
    select users.id
    from profiles
    join users on users.id = profiles.user_id
    where profiles.public_id = given.profile_id
      and users.id <> given.sender_id
      and ${isActiveText('users')}
      and users.confirmed_at is not null
      and ${notBlockedText('given.sender_id', 'users.id')}
    offset 0
  ) partner
  cross join lateral (
    select id, public_id
    from conversations
    where low_id = least(partner.id, given.sender_id) and high_id = greatest(partner.id, given.sender_id)
    offset 0
  ) c
  where not exists (
    select from messages
    where conversation_id = c.id and messages.sender_id = given.sender_id and messages.client_id = given.client_id
  )
),
balances as (
  select b.user_id
  from account_balances b
  where b.user_id in (select sender_id from allowed)
  order by b.user_id
  for no key update
),
debit as (
  update account_balances b
  set balance = b.balance - amount, last_entry_id = greatest(ledger_id, b.last_entry_id + 1)
  from allowed
  join balances on balances.user_id = allowed.sender_id
  where b.user_id = allowed.sender_id and b.balance >= amount
  returning n, b.balance, b.premium_since, b.last_entry_id
),
numbered as (
  select c.id
  from conversations c
  where c.id in (select conversation_id from allowed join debit using (n))
  order by c.id
  for no key update
),
conversation as (
  update conversations c
  set last_seq = case when c.is_blocked then null else c.last_seq + 1 end
  from allowed
  join debit using (n)
  join numbered on numbered.id = allowed.conversation_id
  where c.id = allowed.conversation_id
  returning n, c.last_seq as seq
),
sent as (
  select allowed.*, balance, premium_since, last_entry_id, seq
  from allowed
  join debit using (n)
  join conversation using (n)
),
message as (
  insert into messages (conversation_id, seq, sender_id, kind, body, name, client_id, sent_at, price)
  select conversation_id, seq, sender_id, kind, body, name, client_id, at, amount
  from sent
),
entry as (
  insert into credit_ledger (user_id, id, kind, ref, amount, balance_after, created_at)
  select sender_id, last_entry_id, 'message', conversation_public_id || ':' || client_id::text, -amount, balance, at
  from sent
  where amount > 0
),
sides as (
  insert into conversation_members as m (
    user_id, conversation_id, partner_id, last_seq, last_message_at, last_preview, last_kind, last_sender_id, unread_count
  )
  select side.user_id, conversation_id, side.partner_id, seq, at, preview, kind, sender_id, side.unread_count
  from sent,
    lateral (values (sender_id, partner_id, 0), (partner_id, sender_id, 1)) as side (user_id, partner_id, unread_count)
  order by side.user_id
  on conflict (user_id, conversation_id) do update
  set last_seq = excluded.last_seq,
    last_message_at = excluded.last_message_at,
    last_preview = excluded.last_preview,
    last_kind = excluded.last_kind,
    last_sender_id = excluded.last_sender_id,
    unread_count = m.unread_count + excluded.unread_count,
    removed_at = null
  returning user_id, unread_count, case when user_id = last_sender_id then 0 else 1 end as unread
),
counts as (
  insert into chat_counts as n (user_id, messages, unread)
  select user_id, 1, unread
  from sides
  order by user_id
  on conflict (user_id) do update
  set messages = n.messages + excluded.messages,
    unread = n.unread + excluded.unread
  returning user_id, messages, unread
)
select n, conversation_public_id as conversation_id, seq, partner_id, amount as price, balance as credits,
  premium_since is not null as is_premium,
  mine.unread_count as unread, my_counts.messages as total_messages, my_counts.unread as total_unread,
  theirs.unread_count as partner_unread, their_counts.messages as partner_total_messages,
  their_counts.unread as partner_total_unread,
  null::int as photo_width, null::int as photo_height, null::text as photo_preview
from sent
join sides mine on mine.user_id = sender_id
join sides theirs on theirs.user_id = partner_id
join counts my_counts on my_counts.user_id = sender_id
join counts their_counts on their_counts.user_id = partner_id`

const sendMany = prepared<SentRow & { n: number }>('chat_send_many', sendManyText)

/**
 * Sends messages of which no two have a member in common. Returns a row for each, in their order; null if not
 * allowed.
 * @throws DatabaseError of `isConstraintViolation` when a concurrent statement wins: nothing is stored
 */
export async function insertMessages(db: Queryable, messages: readonly PlainMessage[]) {
  const columns = <Value>(valueOf: (message: PlainMessage) => Value) => messages.map(valueOf)
  const rows = await sendMany(db, [
    [...messages.keys()],
    columns(({ senderId }) => senderId),
    columns(({ profileId }) => profileId),
    columns(({ clientId }) => clientId),
    columns(({ body }) => body),
    columns(({ preview }) => preview),
    columns(({ prices }) => prices.other),
    columns(({ prices }) => prices.match),
    columns(({ at }) => at),
    columns(({ ledgerId }) => ledgerId),
    columns(({ kind }) => kind),
    columns(({ name }) => name),
  ])
  const byNumber = new Map(rows.map(({ n, ...row }) => [n, row]))
  return messages.map((_, n) => byNumber.get(n) ?? null)
}
