import type { Message } from '#contract/chat/schemas.ts'
import { assertAgeAssured, assertNotPaused } from '#server/features/accounts/service.ts'
import { creditsChanged } from '#server/features/credits/events.ts'
import { lockBalance } from '#server/features/credits/service.ts'
import { lockAccounts, lockPair } from '#server/features/moderation/lock-pair.ts'
import { quoteOf } from '#server/features/profiles/rules.ts'
import { memberView } from '#server/features/profiles/views.ts'
import type { Context } from '#server/platform/context.ts'
import { isCheckViolation, isConstraintViolation } from '#server/platform/postgres/db.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import { AppError } from '#server/platform/errors.ts'
import { messageRepeated, messageSent } from '#server/features/chat/events.ts'
import { findContextWith, type SendContext } from './context-query.ts'
import { assertMayWrite } from './may-write.ts'
import { newMessage, priceOf, type NewMessage, type SendMessageInput } from './new-message.ts'
import { isUploadUnsent } from './upload-queries.ts'
import { messageByClientId, messageBySeq, sidesOf, type MessageRow } from '#server/features/chat/queries.ts'
import {
  historyStart,
  isDateInRange,
  isUnknown,
  mayNotifyAgain,
  messageRejection,
} from '#server/features/chat/rules.ts'
import { insertConversation, type AllowedMessage, type SentRow } from './send-query.ts'
import { sideOf, toLast, toMessage } from '#server/features/chat/views.ts'
import { writerOn, type MessageWriter } from './write-messages.ts'

type Deps = Pick<Context, 'db' | 'transaction' | 'clock' | 'events'> & {
  /** Stores messages together with those of others; without it each has statements of its own. */
  writer?: MessageWriter
}

interface Sent {
  message: Message
  credits: number
}

/**
 * Sends a message and debits its price from the sender's balance, atomically. Repeating a client id stores
 * and debits nothing, notifies the open sockets again and returns the same message. Returns the message and
 * the remaining balance.
 * @throws AppError `chat.empty`, `chat.too_long`, `chat.self`, `profiles.not_found`, `moderation.blocked`,
 * `chat.partner_blocked`, `chat.partner_left`, `chat.cannot_reply_yet`, `chat.conversation_limit`,
 * `chat.message_not_found` (the one that it answers), `chat.quote_not_found` (the sender does not see it),
 * `chat.date_out_of_range`, `chat.photo_not_found`, `chat.voice_not_found` (also one that was sent before),
 * `chat.price_changed` (it costs more than `maxPrice`), `credits.insufficient`, `request.busy`,
 * `accounts.paused`, `accounts.age_check_needed` (a photo)
 * Source: CHAT-2, CHAT-3, CHAT-5.
 */
export async function sendMessage(deps: Deps, input: SendMessageInput): Promise<Sent> {
  assertNotPaused(input.viewer)
  const message = newMessage(deps, input)
  if (message.profileId === message.sender.profileId) throw new AppError('chat.self')
  // One that is overtaken by a concurrent statement reads in the second attempt what that has changed.
  const sent = (await trySend(deps, message)) ?? (await trySend(deps, message))
  if (!sent) throw new AppError('request.busy')
  return sent
}

/** Returns null if a concurrent statement has overtaken the message. */
async function trySend(deps: Deps, asked: NewMessage): Promise<Sent | null> {
  const { db, writer = writerOn(db) } = deps
  const context = await writer.contextOf(asked)
  if (!context) throw new AppError('profiles.not_found')
  if (context.isSent) return findSentBefore(deps, asked)
  if (asked.kind === 'photo') assertAgeAssured(asked.sender)
  const message = { ...asked, quote: await findQuote(deps, asked, context) }
  const { partnerId } = context
  const pair = [message.sender.userId, partnerId].toSorted((a, b) => a - b).join(':')
  const start = hasConversation(context) ? undefined : writer.starts.get(pair)
  if (start) {
    // With those sent at the same time it would wait for the locks of each, one after the other.
    await start
    return trySend(deps, asked)
  }
  const work = hasConversation(context)
    ? insert({ db, writer }, { message, context })
    : withEntry(writer.starts, pair, startConversation(deps, { message, partnerId }))
  const row = await work.catch((error: unknown) => {
    // The check fails if another message takes the upload while this one is being stored.
    if (isConstraintViolation(error) || isCheckViolation(error, 'messages_upload')) return null
    throw error
  })
  return row && publishSent(deps, { message, partnerId, row })
}

/** Returns the promise, which is an entry of the map until it ends. */
function withEntry<Result>(map: Map<string, Promise<unknown>>, key: string, promise: Promise<Result>) {
  const end = () => void map.delete(key)
  map.set(key, promise.then(end, end))
  return promise
}

function hasConversation(context: SendContext): context is AllowedMessage['context'] {
  return context.conversationKey !== null
}

/** Stores a message in a conversation that exists, if it may be sent. */
async function insert(
  { db, writer }: { db: Queryable; writer: MessageWriter },
  { message, context }: AllowedMessage,
): Promise<SentRow | null> {
  assertMayWrite({ ...context, startedCount: 0, matchedAt: null })
  const { sender, kind, uploadId, maxPrice } = message
  const price = priceOf(message, context)
  const code = messageRejection({
    kind,
    isAnsweredShown: message.replyTo === null || (await isAnsweredShown(db, message)),
    isQuoteShown: message.quoted === null || message.quote !== null,
    isDateAllowed: kind !== 'date' || isDateInRange({ when: message.name ?? '', now: message.at }),
    isUploadUnsent:
      uploadId === null ||
      (await isUploadUnsent(db, { kind, uploadId, senderId: sender.userId, receiverId: context.partnerId })),
    price,
    maxPrice,
    balance: context.balance,
  })
  switch (code) {
    case 'chat.price_changed':
      throw new AppError(code, { params: { count: price } })
    case 'credits.insufficient':
      throw new AppError(code, { params: { name: context.partnerName } })
    case 'chat.message_not_found':
    case 'chat.quote_not_found':
    case 'chat.photo_not_found':
    case 'chat.voice_not_found':
    case 'chat.date_out_of_range':
      throw new AppError(code)
    case null:
      return writer.insert({ message, context })
  }
}

/** Whether the sender sees the message that this one answers. */
async function isAnsweredShown(db: Queryable, { sender: { userId }, profileId, replyTo, at }: NewMessage) {
  const context = await findContextWith(db, { userId, profileId })
  if (replyTo === null || !context || context.conversationKey === null) return false
  const { conversationKey, clearedSeq } = context
  const since = historyStart(at)
  return Boolean(await messageBySeq(db, { conversationKey, clearedSeq: clearedSeq ?? 0, since, seq: replyTo }))
}

/**
 * Stores a message that starts a conversation, unless the partner has started it meanwhile. The lock of the
 * pair makes a concurrent block visible, for which there is no row yet; that of the balance makes the
 * member's starts exact, and is taken before any other row that messages lock. Returns null if the message
 * was stored meanwhile.
 */
function startConversation(
  { transaction, clock }: Deps,
  { message, partnerId }: { message: NewMessage; partnerId: number },
): Promise<SentRow | null> {
  const { userId } = message.sender
  return transaction(async (tx) => {
    await lockPair(tx, { userId, otherId: partnerId })
    if (!(await lockAccounts(tx, { userId, otherId: partnerId }))) throw new AppError('profiles.not_found')
    await lockBalance(tx, userId)
    const pair = await findContextWith(tx, { userId, profileId: message.profileId })
    // A member who left does not exist for others, except where a conversation can be read (CHAT-7).
    if (!pair || isUnknown(pair)) throw new AppError('profiles.not_found')
    if (pair.conversationKey === null) {
      assertMayWrite(pair)
      await insertConversation(tx, { clock, message, context: pair })
    }
    const writer = writerOn(tx)
    const context = await writer.contextOf(message)
    if (!context || !hasConversation(context) || context.isSent) return null
    return insert({ db: tx, writer }, { message, context })
  })
}

/** Finds what of the partner's profile the message is about, if its sender sees it. */
async function findQuote(
  { db, clock }: Deps,
  { sender, quoted, visibleFields }: NewMessage,
  { partnerId: userId }: SendContext,
) {
  if (!quoted) return null
  const member = await memberView({ db, clock }, { viewer: sender, userId, isBlocked: false, visibleFields })
  return member && quoteOf(member, quoted)
}

function publishSent(
  { events }: Deps,
  { message: sent, partnerId, row }: { message: NewMessage; partnerId: number; row: SentRow },
): Sent {
  const { sender: viewer, profileId } = sent
  const { userId, siteId } = viewer
  const { conversationId, credits } = row
  const stored: MessageRow = {
    ...sent,
    seq: row.seq,
    senderId: userId,
    sentAt: sent.at,
    senderReaction: null,
    receiverReaction: null,
    answer: null,
    width: row.uploadWidth,
    height: row.uploadHeight,
    preview: row.uploadPreview,
    explicitness: row.uploadExplicitness,
    durationMs: row.uploadDurationMs,
    peaks: row.uploadPeaks,
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
    last: { seq: row.seq, kind: sent.kind, preview: sent.preview, sentAt: message.sentAt, senderId: userId },
    sides: [sideOf(mine), sideOf(theirs)],
    payer: { userId, credits },
    siteId,
  })
  // The first spent credit of a purchase can begin premium (CRED-4).
  if (row.isPremium && !viewer.isPremium) events.publish(creditsChanged, { userId, credits, isPremium: true })
  return { message, credits }
}

/** Returns the message that was sent before with this client id, and notifies the open sockets again. */
async function findSentBefore({ db, events }: Deps, { sender: viewer, profileId, clientId }: NewMessage) {
  const { userId } = viewer
  const context = await findContextWith(db, { userId, profileId })
  if (!context || context.conversationId === null || context.conversationKey === null) return null
  const { conversationId, conversationKey, balance } = context
  const row = await messageByClientId(db, { conversationKey, senderId: userId, clientId })
  if (!row) return null
  const message = toMessage(row, { conversationId, viewer, partnerProfileId: profileId })
  const isBlocked = context.isBlockedByMe || context.isBlockedByThem
  if (mayNotifyAgain({ ...context, isBlocked }, message)) {
    await repeat({ db, events }, { conversationKey, message, payer: { userId, credits: balance } })
  }
  return { message, credits: balance }
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
