import type { DateAnswer, Message } from '#contract/chat/schemas.ts'
import type { Reaction } from '#contract/chat/gifts.ts'
import { MESSAGE_DELETE_MS } from '#contract/limits.ts'
import { assertNotPaused } from '#server/features/accounts/service.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { clearUpload } from '#server/features/chat/upload-files.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { emit } from '#server/platform/postgres/db.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { eraseMessage, lockConversation, saveAnswer, saveReaction } from './change-queries.ts'
import { findContextOf, type ConversationContext } from '#server/features/chat/send/context-query.ts'
import { messageChanged } from '#server/features/chat/events.ts'
import { assertMayWrite } from '#server/features/chat/send/may-write.ts'
import { messageBySeq, type MessageRow } from '#server/features/chat/queries.ts'
import { historyStart, isDateInRange } from '#server/features/chat/rules.ts'
import { toMessage } from '#server/features/chat/views.ts'

type Deps = Pick<Context, 'db' | 'transaction' | 'clock'>

interface MessageInput {
  viewer: Viewer
  conversationId: string
  seq: number
}

/**
 * Sets or removes the viewer's reaction to a message, where the viewer could write. Idempotent.
 * @throws AppError `chat.not_found`, `chat.message_not_found` (also notices and deleted ones),
 * `accounts.paused`, those of `assertMayWrite`
 * Source: CHAT-18.
 */
export function setReaction(
  deps: Deps,
  { reaction, ...input }: MessageInput & { reaction: Reaction | null },
): Promise<Message> {
  return changeMessage(deps, input, {
    mayChange(row, context) {
      assertMayWrite(context)
      if (row.kind === 'system' || row.kind === 'deleted') throw new AppError('chat.message_not_found')
      const isSender = row.senderId === input.viewer.userId
      return (isSender ? row.senderReaction : row.receiverReaction) !== reaction
    },
    async change(tx, row, conversationKey) {
      const isSender = row.senderId === input.viewer.userId
      await saveReaction(tx, { conversationKey, seq: row.seq, isSender, reaction })
    },
  })
}

/**
 * Answers a date that the partner suggested, where the viewer could write. Idempotent; the last one counts.
 * @throws AppError `chat.not_found`, `chat.message_not_found` (also one's own, and other messages),
 * `chat.date_out_of_range` (it is over), `accounts.paused`, those of `assertMayWrite`
 * Source: CHAT-31.
 */
export function answerDate(deps: Deps, { answer, ...input }: MessageInput & { answer: DateAnswer }): Promise<Message> {
  return changeMessage(deps, input, {
    mayChange(row, context) {
      assertMayWrite(context)
      if (row.kind !== 'date' || row.name === null || row.senderId === input.viewer.userId)
        throw new AppError('chat.message_not_found')
      if (!isDateInRange({ when: row.name, now: deps.clock.now() })) throw new AppError('chat.date_out_of_range')
      return row.answer !== answer
    },
    change: (tx, row, conversationKey) => saveAnswer(tx, { conversationKey, seq: row.seq, answer }),
  })
}

/**
 * Deletes a message of the viewer for both members: its content is removed, its place stays. Idempotent. What
 * it cost is not returned.
 * @throws AppError `chat.not_found`, `chat.message_not_found` (also the partner's), `accounts.paused`,
 * `chat.too_late_to_delete`
 * Source: CHAT-19.
 */
export function deleteMessage(deps: Deps & Pick<Context, 'jobs'>, input: MessageInput): Promise<Message> {
  return changeMessage(deps, input, {
    mayChange(row) {
      if (row.senderId !== input.viewer.userId || row.kind === 'system') throw new AppError('chat.message_not_found')
      if (row.kind === 'deleted') return false
      if (deps.clock.now().getTime() - row.sentAt.getTime() > MESSAGE_DELETE_MS)
        throw new AppError('chat.too_late_to_delete')
      return true
    },
    async change(tx, row, conversationKey) {
      const storageKey = await eraseMessage(tx, { conversationKey, seq: row.seq })
      if (storageKey !== null) await clearUpload(deps, tx, storageKey)
    },
  })
}

interface Change {
  /** Returns whether there is something to change. */
  mayChange(row: MessageRow, context: ConversationContext): boolean
  change(tx: Tx, row: MessageRow, conversationKey: number): Promise<void>
}

/** Changes a visible message of the viewer, under the conversation's lock, and notifies both members. */
async function changeMessage(
  { db, transaction, clock }: Deps,
  { viewer, conversationId, seq }: MessageInput,
  { mayChange, change }: Change,
): Promise<Message> {
  assertNotPaused(viewer)
  const conversation = await findContextOf(db, { userId: viewer.userId, conversationId })
  if (!conversation || conversation.conversationKey === null) throw new AppError('chat.not_found')
  const { conversationKey } = conversation
  return transaction(async (tx) => {
    await lockConversation(tx, conversationKey)
    // Read again under the lock: a block may have been committed in between.
    const context = await findContextOf(tx, { userId: viewer.userId, conversationId })
    if (!context) throw new AppError('chat.not_found')
    if (context.isBlockedByThem) throw new AppError('moderation.blocked', { params: { name: context.partnerName } })
    const find = () =>
      messageBySeq(tx, {
        conversationKey,
        clearedSeq: context.clearedSeq ?? 0,
        since: historyStart(clock.now()),
        seq,
      })
    const row = await find()
    if (!row) throw new AppError('chat.message_not_found')
    const view = (found: MessageRow) =>
      toMessage(found, { conversationId, viewer, partnerProfileId: context.partnerProfileId })
    if (!mayChange(row, context)) return view(row)
    await change(tx, row, conversationKey)
    const message = view((await find()) ?? row)
    await emit(tx, messageChanged, { message, userIds: [viewer.userId, context.partnerId] })
    return message
  })
}
