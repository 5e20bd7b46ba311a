import { sql } from 'kysely'
import { isActiveText } from '#server/features/accounts/fragments.ts'
import { notBlockedText } from '#server/features/moderation/fragments.ts'
import type { PageKey } from '#server/platform/http/cursors.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

export interface MessageRow {
  seq: number
  clientId: string
  senderId: number
  body: string
  sentAt: Date
}

const messageColumns = ['seq', 'clientId', 'senderId', 'body', 'sentAt'] as const

/** Finds the message that a sender's client sent under this id. */
export async function messageByClientId(
  db: Queryable,
  { conversationKey, senderId, clientId }: { conversationKey: number; senderId: number; clientId: string },
): Promise<MessageRow | null> {
  const row = await db
    .selectFrom('messages')
    .select(messageColumns)
    .where('conversationId', '=', conversationKey)
    .where('senderId', '=', senderId)
    .where('clientId', '=', clientId)
    .executeTakeFirst()
  return row ?? null
}

interface MessageWindow {
  conversationKey: number
  /** Messages up to this number are deleted for the member. */
  clearedSeq: number
  /** Older messages are hidden. */
  since: Date
  limit: number
}

/** Lists the latest messages before a sequence number, newest first. */
export function messagesBefore(
  db: Queryable,
  { conversationKey, clearedSeq, since, limit, before }: MessageWindow & { before: number },
): Promise<MessageRow[]> {
  return db
    .selectFrom('messages')
    .select(messageColumns)
    .where('conversationId', '=', conversationKey)
    .where('seq', '<', before)
    .where('seq', '>', clearedSeq)
    .where('sentAt', '>=', since)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

/** Lists the messages that follow a sequence number, oldest first. */
export function messagesAfter(
  db: Queryable,
  { conversationKey, clearedSeq, since, limit, after }: MessageWindow & { after: number },
): Promise<MessageRow[]> {
  return db
    .selectFrom('messages')
    .select(messageColumns)
    .where('conversationId', '=', conversationKey)
    .where('seq', '>', Math.max(after, clearedSeq))
    .where('sentAt', '>=', since)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

export interface ChatRow {
  conversationKey: number
  conversationId: string
  partnerId: number
  hasLeft: boolean
  unreadCount: number
  lastSeq: number
  lastPreview: string
  isMine: boolean
  lastMessageAt: Date
}

const chats = prepared<ChatRow>(
  'chat_list',
  `select m.conversation_id as conversation_key, c.public_id as conversation_id, m.partner_id,
    not ${isActiveText('u')} as has_left,
    m.unread_count, m.last_seq, m.last_preview, m.last_sender_id = m.user_id as is_mine, m.last_message_at
  from conversation_members m
  join conversations c on c.id = m.conversation_id
  join users u on u.id = m.partner_id
  where m.user_id = $1
    and m.removed_at is null
    and m.last_message_at >= $2
    and (m.last_message_at, m.conversation_id) < ($3, $4)
    and ${notBlockedText('m.user_id', 'm.partner_id')}
  order by m.last_message_at desc, m.conversation_id desc
  limit $5`,
)

/** Lists a page of conversations, latest message first: the first page, or the one after a key. */
export function chatsAfter(
  db: Queryable,
  { userId, since, after, limit }: { userId: number; since: Date; after: PageKey | null; limit: number },
) {
  return chats(db, [userId, since, after?.at ?? 'infinity', after?.id ?? 0, limit])
}

const totals = prepared<{ messages: number; unreadMessages: number }>(
  'chat_totals',
  `select coalesce(sum(m.last_seq - m.cleared_seq), 0)::int as messages,
    coalesce(sum(m.unread_count), 0)::int as unread_messages
  from conversation_members m
  where m.user_id = $1
    and m.removed_at is null
    and m.last_message_at >= $2`,
)

/** Counts the messages in all of a member's conversations, and the unread ones. */
export async function totalsOf(db: Queryable, { userId, since }: { userId: number; since: Date }) {
  const [row] = await totals(db, [userId, since])
  return row ?? { messages: 0, unreadMessages: 0 }
}

const read = prepared<{ partnerId: number; readSeq: number; unreadCount: number; isNew: boolean }>(
  'chat_read',
  // The update is limited to messages that this statement sees, so it subtracts exactly those. A message that arrives
  // concurrently increments the count afterwards.
  `with seen as (
    select m.conversation_id, m.partner_id, m.read_seq, m.unread_count, least($3::int, m.last_seq) as seq
    from conversations c
    join conversation_members m on m.conversation_id = c.id and m.user_id = $1
    where c.public_id = $2
  ),
  moved as (
    update conversation_members m
    set read_seq = seen.seq,
      unread_count = m.unread_count - (
        select count(*)::int
        from messages
        where messages.conversation_id = m.conversation_id
          and messages.sender_id = m.partner_id
          and messages.seq > m.read_seq
          and messages.seq <= seen.seq
      )
    from seen
    where m.user_id = $1 and m.conversation_id = seen.conversation_id and m.read_seq < seen.seq
    returning m.read_seq, m.unread_count
  )
  select seen.partner_id, moved.read_seq is not null as is_new,
    coalesce(moved.read_seq, seen.read_seq) as read_seq,
    coalesce(moved.unread_count, seen.unread_count) as unread_count
  from seen
  left join moved on true`,
)

/**
 * Marks messages as read up to a sequence number; lower numbers change nothing. Returns null if the member does not
 * belong to the conversation.
 */
export async function readUpTo(
  db: Queryable,
  { userId, conversationId, seq }: { userId: number; conversationId: string; seq: number },
) {
  const [row] = await read(db, [userId, conversationId, seq])
  return row ?? null
}

/**
 * Hides a conversation for one member and deletes it for them up to its latest message. Returns false if the member
 * does not belong to it.
 */
export async function hideConversation(
  db: Queryable,
  { userId, conversationId, at }: { userId: number; conversationId: string; at: Date },
) {
  const { rows } = await sql`
    update conversation_members m
    set removed_at = ${at}, cleared_seq = m.last_seq, read_seq = m.last_seq, unread_count = 0
    from conversations c
    where c.public_id = ${conversationId} and m.conversation_id = c.id and m.user_id = ${userId}
    returning m.conversation_id`.execute(db)
  return rows.length > 0
}

/** Hides the conversation of two members for both, if there is one. Locks it first, as sending does. */
export async function hideFromBoth(tx: Tx, { userId, otherId, at }: { userId: number; otherId: number; at: Date }) {
  await sql`
    with conversation as (
      select id
      from conversations
      where low_id = ${Math.min(userId, otherId)} and high_id = ${Math.max(userId, otherId)}
      for no key update
    )
    update conversation_members m
    set removed_at = ${at}, cleared_seq = m.last_seq, read_seq = m.last_seq, unread_count = 0
    from conversation
    where m.conversation_id = conversation.id and m.user_id in (${userId}, ${otherId})`.execute(tx)
}

/** Deletes all conversations of a member, for both sides, before the account is erased. */
export async function deleteConversations(tx: Tx, userId: number) {
  await sql`
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
    gone_members as (
      delete from conversation_members using conversation where conversation_id = conversation.id
    )
    delete from conversations using conversation where conversations.id = conversation.id`.execute(tx)
}

const partner = prepared<{ partnerId: number; profileId: string }>(
  'chat_partner',
  `select m.partner_id, p.public_id as profile_id
  from conversations c
  join conversation_members m on m.conversation_id = c.id and m.user_id = $1
  join profiles p on p.user_id = m.user_id
  where c.public_id = $2 and ${notBlockedText('$1', 'm.partner_id')}`,
)

/** Finds the partner in a conversation. Returns null if it does not exist or either member has blocked the other. */
export async function partnerIn(db: Queryable, { userId, conversationId }: { userId: number; conversationId: string }) {
  const [row] = await partner(db, [userId, conversationId])
  return row ?? null
}
