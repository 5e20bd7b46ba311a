import { sql } from 'kysely'
import type { DateAnswer } from '#contract/chat/schemas.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { countsAsUnread } from '#server/features/chat/fragments.ts'

interface MessageKey {
  conversationKey: number
  seq: number
}

/** Locks a conversation, as sending and blocking do. Returns whether a block closed it. */
export async function lockConversation(tx: Tx, conversationKey: number) {
  const row = await tx
    .selectFrom('conversations')
    .select('isBlocked')
    .where('id', '=', conversationKey)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.isBlocked ?? true
}

/** Sets the reaction of the sender or of the other member. */
export async function saveReaction(
  tx: Tx,
  { conversationKey, seq, isSender, reaction }: MessageKey & { isSender: boolean; reaction: string | null },
) {
  await tx
    .updateTable('messages')
    .set(isSender ? { senderReaction: reaction } : { receiverReaction: reaction })
    .where('conversationId', '=', conversationKey)
    .where('seq', '=', seq)
    .execute()
}

/** Stores what the receiver of a date answers. */
export async function saveAnswer(tx: Tx, { conversationKey, seq, answer }: MessageKey & { answer: DateAnswer }) {
  await tx
    .updateTable('messages')
    .set({ answer })
    .where('conversationId', '=', conversationKey)
    .where('seq', '=', seq)
    .execute()
}

/** Counts a restored message as unread again, unless its receiver has read so far: see `eraseMessage`. */
export async function countAgain(tx: Tx, { conversationKey, seq, senderId }: MessageKey & { senderId: number }) {
  await sql`
    with receiver as (
      update conversation_members m
      set unread_count = m.unread_count + 1
      from conversations c
      where c.id = ${conversationKey}
        and m.conversation_id = c.id
        and m.user_id in (c.low_id, c.high_id)
        and m.user_id <> ${senderId}
        and greatest(m.read_seq, m.opened_seq) < ${seq}
      returning m.user_id
    )
    update chat_counts c set unread = c.unread + 1 from receiver where c.user_id = receiver.user_id`.execute(tx)
}

/**
 * Removes the content of a message for both members. The conversation must be locked. If it was unread, the
 * receiver has one less, and the lists show a deleted latest message. Returns its photo's storage key.
 */
export async function eraseMessage(tx: Tx, { conversationKey, seq }: MessageKey) {
  // The receiver may be reading: the statement after this lock sees how far.
  await sql`
    select from conversation_members
    where conversation_id = ${conversationKey}
      and user_id in (select unnest(array[low_id, high_id]) from conversations where id = ${conversationKey})
    order by user_id
    for no key update`.execute(tx)
  const { rows } = await sql<{ storageKey: string | null }>`
    with gone as (
      select sender_id, upload_id, ${sql.raw(countsAsUnread('messages'))} as counts
      from messages
      where conversation_id = ${conversationKey} and seq = ${seq}
    ),
    erased as (
      update messages
      set kind = 'deleted', body = '', name = null, upload_id = null, reply_to = null, quote = null,
        sender_reaction = null, receiver_reaction = null, answer = null
      where conversation_id = ${conversationKey} and seq = ${seq}
    ),
    photo as (
      delete from chat_uploads using gone where chat_uploads.id = gone.upload_id returning storage_key
    ),
    sides as (
      update conversation_members m
      set unread_count = m.unread_count - case when lost.is_unread then 1 else 0 end,
        last_kind = case when m.last_seq = ${seq} then 'deleted' else m.last_kind end,
        last_preview = case when m.last_seq = ${seq} then '' else m.last_preview end
      from gone
      join conversation_members side on side.user_id in (
        select unnest(array[low_id, high_id]) from conversations where id = ${conversationKey}
      )
      cross join lateral (
        select gone.counts and side.user_id <> gone.sender_id and greatest(side.read_seq, side.opened_seq) < ${seq} as is_unread
      ) lost
      where side.conversation_id = ${conversationKey}
        and m.user_id = side.user_id
        and m.conversation_id = side.conversation_id
      returning m.user_id, lost.is_unread
    ),
    counts as (
      update chat_counts c set unread = c.unread - 1 from sides where c.user_id = sides.user_id and sides.is_unread
    )
    select (select storage_key from photo) as storage_key`.execute(tx)
  return rows[0]?.storageKey ?? null
}
