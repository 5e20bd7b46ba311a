import { sql } from 'kysely'
import type { ProfileQuote } from '#contract/profiles/schemas.ts'
import { notBlockedText, showsActivityText } from '#server/features/visibility/fragments.ts'
import { prepared } from '#server/platform/postgres/db.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'

/** Of a photo: pixels of the large size, preview, rating. Of a voice message: its length and loudness. */
export interface UploadRow {
  width: number | null
  height: number | null
  preview: string | null
  explicitness: number | null
  durationMs: number | null
  peaks: number[] | null
}

export interface MessageRow extends UploadRow {
  seq: number
  clientId: string
  senderId: number
  kind: string
  body: string
  /** Of a gift or a notice; day and time of a date. */
  name: string | null
  sentAt: Date
  replyTo: number | null
  /** What of the receiver's profile it is about. */
  quote: ProfileQuote | null
  senderReaction: string | null
  receiverReaction: string | null
  /** Of the receiver to a date. */
  answer: string | null
  /** Public id of a photo or voice message. */
  uploadId: string | null
}

function selectMessages(db: Queryable, conversationKey: number) {
  return db
    .selectFrom('messages as m')
    .leftJoin('chatUploads as upload', 'upload.id', 'm.uploadId')
    .select(['m.seq', 'm.clientId', 'm.senderId', 'm.kind', 'm.body', 'm.name', 'm.sentAt', 'm.replyTo'])
    .select('m.quote')
    .$narrowType<{ quote: ProfileQuote | null }>()
    .select(['m.senderReaction', 'm.receiverReaction', 'm.answer'])
    .select(['upload.publicId as uploadId'])
    .select(['upload.width', 'upload.height', 'upload.preview', 'upload.explicitness'])
    .select(['upload.durationMs', 'upload.peaks'])
    .where('m.conversationId', '=', conversationKey)
}

/** Finds the message that a sender's client sent under this id. */
export async function messageByClientId(
  db: Queryable,
  { conversationKey, senderId, clientId }: { conversationKey: number; senderId: number; clientId: string },
): Promise<MessageRow | null> {
  const row = await selectMessages(db, conversationKey)
    .where('m.senderId', '=', senderId)
    .where('m.clientId', '=', clientId)
    .executeTakeFirst()
  return row ?? null
}

/** Finds a message by its number, unless it is too old or deleted for the member. */
export async function messageBySeq(
  db: Queryable,
  { conversationKey, clearedSeq, since, seq }: Omit<MessageWindow, 'limit'> & { seq: number },
): Promise<MessageRow | null> {
  const row = await selectMessages(db, conversationKey)
    .where('m.seq', '=', seq)
    .where('m.seq', '>', clearedSeq)
    .where('m.sentAt', '>=', since)
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
  return selectMessages(db, conversationKey)
    .where('m.seq', '<', before)
    .where('m.seq', '>', clearedSeq)
    .where('m.sentAt', '>=', since)
    .orderBy('m.seq', 'desc')
    .limit(limit)
    .execute()
}

/** Lists the messages that follow a sequence number, oldest first. */
export function messagesAfter(
  db: Queryable,
  { conversationKey, clearedSeq, since, limit, after }: MessageWindow & { after: number },
): Promise<MessageRow[]> {
  return selectMessages(db, conversationKey)
    .where('m.seq', '>', Math.max(after, clearedSeq))
    .where('m.sentAt', '>=', since)
    .orderBy('m.seq')
    .limit(limit)
    .execute()
}

const firstOwn = prepared<{ seq: number }>(
  'chat_first_own',
  // The key by sender answers for those who have written nothing.
  `select m.seq
  from messages m
  where m.conversation_id = $1
    and m.sender_id = $2
    and m.kind <> 'system'
    and exists (select from messages own where own.conversation_id = $1 and own.sender_id = $2)
  order by m.seq
  limit 1`,
)

/** Returns the number of the first message that a member has written in a conversation; null without one. */
export async function firstOwnSeq(
  db: Queryable,
  { userId, conversationKey }: { userId: number; conversationKey: number | null },
) {
  if (conversationKey === null) return null
  const [row] = await firstOwn(db, [conversationKey, userId])
  return row?.seq ?? null
}

const partner = prepared<{ partnerId: number; profileId: string }>(
  'chat_partner',
  `select mine.partner_id, p.public_id as profile_id
  from conversations c
  join conversation_members mine on mine.conversation_id = c.id and mine.user_id = $1
  join profiles p on p.user_id = $1
  join users u on u.id = $1
  where c.public_id = $2
    and ${showsActivityText('mine.partner_id', { users: 'u', profiles: 'p' })}
    and ${notBlockedText('$1', 'mine.partner_id')}`,
)

/**
 * Finds the partner who is shown that a member types. Returns null without a conversation, after a block, or
 * if the member shows no activity to the partner (CHAT-16).
 */
export async function partnerIn(db: Queryable, { userId, conversationId }: { userId: number; conversationId: string }) {
  const [row] = await partner(db, [userId, conversationId])
  return row ?? null
}

/** Partners notified at once that a member left or is back. Others see it when they fetch their list. */
const NOTIFIED_PARTNERS = 500

/**
 * Returns the partners of a member's conversations, latest message first. Not after a block: an event would
 * reveal what the other does.
 */
export async function partnersOf(db: Queryable, userId: number) {
  const rows = await db
    .selectFrom('conversationMembers as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversationId')
    .select('m.partnerId')
    .where('m.userId', '=', userId)
    .where('c.isBlocked', '=', false)
    .orderBy('m.lastMessageAt', 'desc')
    .limit(NOTIFIED_PARTNERS)
    .execute()
  return rows.map(({ partnerId }) => partnerId)
}

export interface SideRow {
  userId: number
  partnerProfileId: string
  unread: number
  totalMessages: number
  totalUnread: number
  lastSeq: number
  lastKind: string
  lastPreview: string
  lastSenderId: number
  lastMessageAt: Date
  /** The member has deleted the conversation. */
  isRemoved: boolean
}

/** Finds both members of a conversation with what their lists show of it. */
export function sidesOf(db: Queryable, conversationKey: number): Promise<SideRow[]> {
  return db
    .selectFrom('conversationMembers as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversationId')
    .innerJoin('profiles as p', 'p.userId', 'm.partnerId')
    .leftJoin('chatCounts as n', 'n.userId', 'm.userId')
    .select(['m.userId', 'p.publicId as partnerProfileId', 'm.unreadCount as unread'])
    .select(['m.lastSeq', 'm.lastKind', 'm.lastPreview', 'm.lastSenderId', 'm.lastMessageAt'])
    .select(sql<boolean>`m.removed_at is not null`.as('isRemoved'))
    .select((eb) => eb.fn.coalesce('n.messages', sql<number>`0`).as('totalMessages'))
    .select((eb) => eb.fn.coalesce('n.unread', sql<number>`0`).as('totalUnread'))
    .where('c.id', '=', conversationKey)
    .where(sql<boolean>`m.user_id in (c.low_id, c.high_id)`)
    .execute()
}
/**
 * Returns how many messages all of a member's conversations have, how many are unread, and which of the
 * conversations in the list was opened last.
 */
export async function totalsOf(db: Queryable, userId: number) {
  const last = db
    .selectFrom('conversationMembers as m')
    .innerJoin('profiles as p', 'p.userId', 'm.partnerId')
    .select(['p.publicId as profileId', 'm.openedAt'])
    .where('m.userId', '=', userId)
    .where('m.openedAt', 'is not', null)
    .where('m.removedAt', 'is', null)
    .orderBy('m.openedAt', 'desc')
    .limit(1)
  const row = await db
    .selectFrom('chatCounts as c')
    .leftJoinLateral(last.as('o'), (join) => join.onTrue())
    .select(['c.messages', 'c.unread', 'o.profileId', 'o.openedAt'])
    .where('c.userId', '=', userId)
    .executeTakeFirst()
  const { messages = 0, unread = 0, profileId = null, openedAt = null } = row ?? {}
  return {
    messages: Math.max(0, messages),
    unread_messages: Math.max(0, unread),
    last_opened: profileId !== null && openedAt ? { profile: profileId, at: openedAt.toISOString() } : null,
  }
}
