import { sql } from 'kysely'
import type { Queryable } from '#server/platform/postgres/tx.ts'

export interface ConversationRow {
  key: number
  partnerId: number
  id: string
  profileId: string
  name: string
  clearedSeq: number
  isBlocked: boolean
  isBlockedByThem: boolean
}

/** The member's conversations after a key. Names of partners who blocked the member are hidden. */
export async function conversationsAfter(
  db: Queryable,
  { userId, after, limit }: { userId: number; after: number; limit: number },
): Promise<ConversationRow[]> {
  return db
    .selectFrom('conversationMembers as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversationId')
    .innerJoin('profiles as p', 'p.userId', 'm.partnerId')
    .leftJoin('blocks as b', (join) => join.onRef('b.otherId', '=', 'm.partnerId').on('b.userId', '=', userId))
    .select(['c.id as key', 'm.partnerId', 'c.publicId as id', 'p.publicId as profileId', 'p.name', 'm.clearedSeq'])
    .select(sql<boolean>`b.user_id is not null`.as('isBlocked'))
    .select(sql<boolean>`b.by_them_at is not null`.as('isBlockedByThem'))
    .where('m.userId', '=', userId)
    .where('c.id', '>', after)
    .orderBy('c.id')
    .limit(limit)
    .execute()
}

interface MessageWindow {
  userId: number
  conversation: ConversationRow
  /** Older received messages are hidden. */
  since: Date
  after: number
  limit: number
}

/** Messages of a conversation after a number: all that the member sent, and the received readable ones. */
export function messagesAfter(db: Queryable, { userId, conversation, since, after, limit }: MessageWindow) {
  const isReadable = sql<boolean>`(
    not ${conversation.isBlocked}::bool and m.seq > ${conversation.clearedSeq} and m.sent_at >= ${since}
  )`
  return db
    .selectFrom('messages as m')
    .leftJoin('chatUploads as upload', 'upload.id', 'm.uploadId')
    .select(['m.seq', 'm.senderId', 'm.kind', 'm.body', 'm.name', 'm.sentAt', 'm.replyTo', 'm.quote', 'm.price'])
    .select(['m.senderReaction', 'm.receiverReaction', 'm.answer', 'upload.publicId as uploadId'])
    .where('m.conversationId', '=', conversation.key)
    .where('m.seq', '>', after)
    .where((eb) => eb.or([eb('m.senderId', '=', userId), isReadable]))
    .orderBy('m.seq')
    .limit(limit)
    .execute()
}
