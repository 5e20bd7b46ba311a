import type { Message, OutgoingMessage } from '#contract/chat/schemas.ts'
import { FREE_CONVERSATIONS } from '#contract/limits.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import { assertNotPaused } from '#server/features/accounts/service.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { creditsChanged } from '#server/features/credits/events.ts'
import type { PriceSettings } from '#server/features/credits/rules.ts'
import { lockPair } from '#server/features/moderation/lock-pair.ts'
import type { Context } from '#server/platform/context.ts'
import { isCheckViolation, isConstraintViolation } from '#server/platform/postgres/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId, newPublicId } from '#server/platform/ids.ts'
import { contentOf, type Content } from './content.ts'
import { messageRepeated, messageSent } from '#server/features/chat/events.ts'
import { findContextWith, type ConversationContext } from './context-query.ts'
import { assertMayWrite } from './may-write.ts'
import { isPhotoUnsent } from './photo-queries.ts'
import { messageByClientId, messageBySeq, sidesOf, type MessageRow } from '#server/features/chat/queries.ts'
import { historyStart, isUnknown, mayNotifyAgain } from '#server/features/chat/rules.ts'
import type { MessageWriter } from './message-writer.ts'
import { insertMessage, type SentRow } from './send-query.ts'
import { sideOf, toLast, toMessage } from '#server/features/chat/views.ts'

type Deps = Pick<Context, 'db' | 'transaction' | 'clock' | 'events'> & {
  /** Stores messages together with those of others; without it each is a statement of its own. */
  writer?: MessageWriter
}

/** Attempts before giving up when concurrent statements win each time. */
const MAX_ATTEMPTS = 5

interface SendMessageInput {
  viewer: Viewer
  profileId: string
  message: OutgoingMessage
  settings: PriceSettings & Pick<Settings, 'message_length'>
}

interface Attempt extends Pick<SendMessageInput, 'viewer' | 'profileId'> {
  clientId: string
  replyTo: number | null
  maxPrice: number | null
  content: Content
}

interface Sent {
  message: Message
  credits: number
}

/**
 * Sends a message and debits its price from the sender's balance, atomically. Repeating a client id stores
 * and debits nothing, notifies open sockets and returns the same reply: message and remaining balance.
 * @throws AppError `chat.empty`, `chat.too_long`, `chat.self`, `profiles.not_found`, `moderation.blocked`,
 * `chat.partner_blocked`, `chat.partner_left`, `chat.cannot_reply_yet`, `chat.conversation_limit`,
 * `chat.message_not_found` (the answered one), `chat.photo_not_found` (also one sent before),
 * `chat.price_changed` (more than `maxPrice`), `credits.insufficient`, `request.busy`, `accounts.paused`
 * Source: CHAT-2, CHAT-3, CHAT-5.
 */
export async function sendMessage(
  deps: Deps,
  { viewer, profileId, message, settings }: SendMessageInput,
): Promise<Sent> {
  assertNotPaused(viewer)
  const { clientId, replyTo, maxPrice = null } = message
  const content = contentOf(message, settings)
  if (profileId === viewer.profileId) throw new AppError('chat.self')

  const attempt = { viewer, profileId, clientId, replyTo, maxPrice, content }
  for (let count = 0; count < MAX_ATTEMPTS; count += 1) {
    const sent = await trySend(deps, attempt)
    if (sent) return sent
    const context = await findContextWith(deps.db, { userId: viewer.userId, profileId })
    // A member who left does not exist for others, except in an old, readable conversation (CHAT-7).
    if (!context || isUnknown(context)) throw new AppError('profiles.not_found')
    const before = await findSentBefore(deps, { attempt, context })
    if (before) return before
    await assertMaySend(deps, { attempt, context })
    // Either this message starts the conversation, or a concurrent statement caused the failure.
    if (context.conversationKey === null) {
      const started = await trySend(deps, attempt, { userId: viewer.userId, otherId: context.partnerId })
      if (started) return started
    }
  }
  throw new AppError('request.busy')
}

/** Returns null if the statement stored nothing. With `startWith` it may start that pair's conversation. */
async function trySend(
  deps: Deps,
  attempt: Attempt,
  startWith?: { userId: number; otherId: number },
): Promise<Sent | null> {
  const { db, transaction, clock, writer } = deps
  const { viewer, profileId, clientId, replyTo, maxPrice, content } = attempt
  const at = clock.now()
  const message = {
    ...content,
    senderId: viewer.userId,
    profileId,
    clientId,
    replyTo,
    maxPrice,
    at,
    since: historyStart(at),
    conversationKey: newId(clock),
    conversationId: newPublicId(),
    mayStart: startWith !== undefined,
    ledgerId: newId(clock),
    startLimit: FREE_CONVERSATIONS,
  }
  const insert = () => writer?.insert(message, { senderProfileId: viewer.profileId }) ?? insertMessage(db, message)
  const work = startWith
    ? transaction(async (tx) => {
        await lockPair(tx, startWith)
        return insertMessage(tx, message)
      })
    : insert()
  const row = await work.catch((error: unknown) => {
    // The check fails if another message takes the photo while this one is being stored.
    if (isConstraintViolation(error) || isCheckViolation(error, 'messages_photo')) return null
    throw error
  })
  return row && publishSent(deps, { attempt, row, at })
}

function publishSent({ events }: Deps, { attempt, row, at }: { attempt: Attempt; row: SentRow; at: Date }): Sent {
  const { viewer, profileId, clientId, replyTo, content } = attempt
  const { conversationId, seq, partnerId, credits } = row
  const { userId } = viewer
  const stored: MessageRow = {
    ...content,
    seq,
    clientId,
    senderId: userId,
    sentAt: at,
    replyTo,
    senderReaction: null,
    receiverReaction: null,
    width: row.photoWidth,
    height: row.photoHeight,
    preview: row.photoPreview,
  }
  const message = toMessage(stored, { conversationId, viewer, partnerProfileId: profileId })
  const mine = { userId, partnerProfileId: profileId, ...row }
  const theirs = {
    userId: partnerId,
    partnerProfileId: viewer.profileId,
    unread: row.partnerUnread,
    totalMessages: row.partnerTotalMessages,
    totalUnread: row.partnerTotalUnread,
  }
  events.publish(messageSent, {
    message,
    last: { seq, kind: content.kind, preview: content.preview, sentAt: message.sentAt, senderId: userId },
    sides: [sideOf(mine), sideOf(theirs)],
    payer: { userId, credits },
  })
  // The first spent credit of a purchase can begin premium (CRED-4).
  if (row.isPremium && !viewer.isPremium) events.publish(creditsChanged, { userId, credits, isPremium: true })
  return { message, credits }
}

/** Finds the message if this client id was sent before, and notifies open sockets again. Else null. */
async function findSentBefore(
  { db, events }: Deps,
  { attempt: { viewer, clientId }, context }: { attempt: Attempt; context: ConversationContext },
): Promise<Sent | null> {
  const { userId } = viewer
  const { conversationId, conversationKey, partnerProfileId, balance } = context
  if (conversationId === null || conversationKey === null) return null
  const row = await messageByClientId(db, { conversationKey, senderId: userId, clientId })
  if (!row) return null
  const message = toMessage(row, { conversationId, viewer, partnerProfileId })
  const isBlocked = context.isBlockedByMe || context.isBlockedByThem
  if (mayNotifyAgain({ ...context, isBlocked }, message)) {
    await repeat({ db, events }, { conversationKey, message, payer: { userId, credits: balance } })
  }
  return { message, credits: balance }
}

/** @throws AppError with the reason why the message cannot be sent */
async function assertMaySend(
  { db, clock }: Deps,
  { attempt, context }: { attempt: Attempt; context: ConversationContext },
) {
  const { viewer, replyTo, maxPrice, content } = attempt
  assertMayWrite(context)
  if (replyTo !== null) {
    const since = historyStart(clock.now())
    const { conversationKey, clearedSeq } = context
    const answered =
      conversationKey !== null &&
      (await messageBySeq(db, { conversationKey, clearedSeq: clearedSeq ?? 0, since, seq: replyTo }))
    if (!answered) throw new AppError('chat.message_not_found')
  }
  if (content.photoId !== null) {
    const photo = { photoId: content.photoId, senderId: viewer.userId, receiverId: context.partnerId }
    if (!(await isPhotoUnsent(db, photo))) throw new AppError('chat.photo_not_found')
  }
  const price = context.matchedAt ? content.prices.match : content.prices.other
  if (maxPrice !== null && price > maxPrice) throw new AppError('chat.price_changed', { params: { count: price } })
  if (context.balance < price) throw new AppError('credits.insufficient', { params: { name: context.partnerName } })
}

async function repeat(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  {
    conversationKey,
    message,
    payer,
  }: { conversationKey: number; message: Message; payer: { userId: number; credits: number } },
) {
  const [one, other] = await sidesOf(db, conversationKey)
  if (!one || !other) return
  events.publish(messageRepeated, { message, last: toLast(one), sides: [sideOf(one), sideOf(other)], payer })
}
