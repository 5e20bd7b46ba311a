import { showsActivityText } from '#server/features/visibility/fragments.ts'
import { prepared, type RunTransaction } from '#server/platform/postgres/db.ts'
import type { Db, Queryable } from '#server/platform/postgres/tx.ts'
import { countsAsUnread, lockMember } from '#server/features/chat/fragments.ts'

interface ReadRow {
  conversationKey: number
  partnerId: number
  readSeq: number
  deliveredSeq: number
  unread: number
  totalMessages: number
  totalUnread: number
  isNew: boolean
  /** The number is not the latest one, so unread messages have to be counted. */
  isPartial: boolean
  /** The partner may see the marks (CHAT-16). */
  isShown: boolean
}

const resultText = `
  select seen.conversation_id as conversation_key, seen.partner_id,
    moved.read_seq is not null as is_new,
    moved.read_seq is null and seen.read_seq < seen.seq as is_partial,
    coalesce(moved.read_seq, seen.read_seq) as read_seq,
    coalesce(moved.delivered_seq, seen.delivered_seq) as delivered_seq,
    coalesce(moved.unread_count, seen.unread_count) as unread,
    coalesce(counts.messages, 0) as total_messages, coalesce(counts.unread, 0) as total_unread,
    (
      select ${showsActivityText('seen.partner_id', { users: 'u', profiles: 'p' })}
      from users u
      join profiles p on p.user_id = u.id
      where u.id = $1
    ) as is_shown
  from seen
  left join moved on true
  left join counts on true`

const countsText = `
  counts as (
    update chat_counts c
    set unread = c.unread - n
    from moved
    where c.user_id = $1
    returning c.messages, c.unread
  )`

const read = prepared<ReadRow>(
  'chat_read',
  // A member who has read all messages has none unread, so nothing is counted.
  `with seen as (
    select m.conversation_id, m.partner_id, m.read_seq, m.delivered_seq, m.unread_count, m.last_seq,
      least($3::int, m.last_seq) as seq
    from conversations c
    join conversation_members m on m.conversation_id = c.id and m.user_id = $1
    where c.public_id = $2
    for no key update of m
  ),
  moved as (
    update conversation_members m
    set read_seq = seen.seq, delivered_seq = greatest(m.delivered_seq, seen.seq), unread_count = 0
    from seen
    where m.user_id = $1
      and m.conversation_id = seen.conversation_id
      and seen.seq = seen.last_seq
      and seen.read_seq < seen.seq
    returning m.read_seq, m.delivered_seq, m.unread_count, seen.unread_count as n
  ),
  ${countsText}
  ${resultText}`,
)

const readPart = prepared<ReadRow>(
  'chat_read_part',
  `with seen as (
    select m.conversation_id, m.partner_id, m.read_seq, m.opened_seq, m.delivered_seq, m.unread_count,
      least($3::int, m.last_seq) as seq
    from conversations c
    join conversation_members m on m.conversation_id = c.id and m.user_id = $1
    where c.public_id = $2
  ),
  counted as (
    select count(*)::int as n
    from seen
    join messages on messages.conversation_id = seen.conversation_id
      and messages.sender_id = seen.partner_id
      and ${countsAsUnread('messages')}
      and messages.seq > greatest(seen.read_seq, seen.opened_seq)
      and messages.seq <= seen.seq
  ),
  moved as (
    update conversation_members m
    set read_seq = seen.seq,
      delivered_seq = greatest(m.delivered_seq, seen.seq),
      unread_count = m.unread_count - n
    from seen, counted
    where m.user_id = $1 and m.conversation_id = seen.conversation_id and seen.read_seq < seen.seq
    returning m.read_seq, m.delivered_seq, m.unread_count, n
  ),
  ${countsText}
  ${resultText}`,
)

/**
 * Marks messages as read up to a sequence number; lower numbers change nothing. Returns null if the member
 * does not belong to the conversation.
 */
export async function readUpTo(
  { db, transaction }: { db: Db; transaction: RunTransaction },
  { userId, conversationId, seq }: { userId: number; conversationId: string; seq: number },
) {
  const [row] = await read(db, [userId, conversationId, seq])
  if (!row?.isPartial) return row ?? null
  return transaction(async (tx) => {
    // The statement after the lock sees every message that the count of unread ones includes.
    await lockMember(tx, { userId, conversationKey: row.conversationKey })
    const [part] = await readPart(tx, [userId, conversationId, seq])
    return part ?? null
  })
}

interface OpenedRow {
  partnerId: number
  lastSeq: number
  readSeq: number
  deliveredSeq: number
  totalMessages: number
  totalUnread: number
}

const opened = prepared<OpenedRow>(
  'chat_opened',
  `with seen as (
    select m.conversation_id, m.partner_id, m.read_seq, m.delivered_seq, m.unread_count as n, m.last_seq
    from conversations c
    join conversation_members m on m.conversation_id = c.id and m.user_id = $1
    where c.public_id = $2
    for no key update of m
  ),
  moved as (
    update conversation_members m
    set opened_seq = seen.last_seq, opened_at = $3, unread_count = 0
    from seen
    where m.user_id = $1 and m.conversation_id = seen.conversation_id
    returning n
  ),
  ${countsText}
  select seen.partner_id, seen.last_seq, seen.read_seq, seen.delivered_seq,
    coalesce(counts.messages, 0) as total_messages, coalesce(counts.unread, 0) as total_unread
  from seen
  left join counts on true`,
)

/**
 * Notes that a member opened a conversation: nothing of it is unread for them, and what the partner knows of
 * their reading stays (CHAT-11). Returns null if the member does not belong to the conversation.
 */
export async function openUpTo(
  db: Queryable,
  { userId, conversationId, at }: { userId: number; conversationId: string; at: Date },
) {
  const [row] = await opened(db, [userId, conversationId, at])
  return row ?? null
}

const readHidden = prepared<{ n: number }>(
  'chat_read_hidden',
  `with seen as (
    select m.conversation_id, m.last_seq, m.unread_count
    from conversation_members m
    where m.user_id = $1 and m.removed_at is null and m.unread_count > 0 and m.last_message_at < $2
    order by m.conversation_id
    for no key update of m
  ),
  moved as (
    update conversation_members m
    set read_seq = seen.last_seq, delivered_seq = seen.last_seq, unread_count = 0
    from seen
    where m.user_id = $1 and m.conversation_id = seen.conversation_id
    returning seen.unread_count
  ),
  total as (
    select coalesce(sum(unread_count), 0)::int as n from moved
  ),
  counts as (
    update chat_counts c set unread = c.unread - n from total where c.user_id = $1 and n > 0
  )
  select n from total`,
)

/**
 * Marks the messages of conversations as read that have none since a time: the member can neither see nor
 * open them (CHAT-10). Returns the number of unread ones.
 */
export async function readHiddenChats(db: Queryable, { userId, since }: { userId: number; since: Date }) {
  const [row] = await readHidden(db, [userId, since])
  return row?.n ?? 0
}

export interface Delivery {
  userId: number
  /** Public id. */
  conversationId: string
  seq: number
}

interface DeliveredRow {
  userId: number
  /** Public id of that member's profile. */
  profileId: string
  /** The other side, who is notified of the receipt if it may see the marks (CHAT-16). */
  partnerId: number
  isShown: boolean
  conversationId: string
  deliveredSeq: number
  readSeq: number
}

const delivered = prepared<DeliveredRow>(
  'chat_delivered',
  `with wanted as (
    select user_id, conversation_id, max(seq) as seq
    from unnest(
      (select $1::bigint[]), (select $2::text[]), (select $3::int[])
    ) as given (user_id, conversation_id, seq)
    group by user_id, conversation_id
  ),
  seen as (
    select m.user_id, m.conversation_id, wanted.conversation_id as public_id, least(wanted.seq, m.last_seq) as seq
    from wanted
    join conversations c on c.public_id = wanted.conversation_id
    join conversation_members m on m.user_id = wanted.user_id and m.conversation_id = c.id
    where m.delivered_seq < least(wanted.seq, m.last_seq)
    order by m.user_id, m.conversation_id
    for no key update of m
  ),
  moved as (
    update conversation_members m
    set delivered_seq = seen.seq
    from seen
    where m.user_id = seen.user_id and m.conversation_id = seen.conversation_id and m.delivered_seq < seen.seq
    returning m.user_id, m.partner_id, seen.public_id, m.delivered_seq, m.read_seq
  )
  select moved.user_id, p.public_id as profile_id, moved.partner_id, moved.public_id as conversation_id,
    moved.delivered_seq, moved.read_seq,
    ${showsActivityText('moved.partner_id', { users: 'u', profiles: 'p' })} as is_shown
  from moved
  join users u on u.id = moved.user_id
  join profiles p on p.user_id = moved.user_id`,
)

/**
 * Stores up to which message conversations reached a device, for many members in one statement. Lower
 * numbers, and conversations of others, change nothing. Returns the members whose mark moved.
 */
export function markDelivered(db: Queryable, deliveries: readonly Delivery[]) {
  return delivered(db, [
    deliveries.map(({ userId }) => userId),
    deliveries.map(({ conversationId }) => conversationId),
    deliveries.map(({ seq }) => seq),
  ])
}
