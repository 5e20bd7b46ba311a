import type { Message } from '#contract/chat.ts'
import { FREE_CONVERSATIONS } from '#contract/limits.ts'
import type { Settings } from '#contract/settings.ts'
import { creditsChanged } from '#server/features/credits/events.ts'
import { messagePrice } from '#server/features/credits/rules.ts'
import type { Context } from '#server/platform/context.ts'
import { isUniqueViolation } from '#server/platform/postgres/db.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { newId, newPublicId } from '#server/platform/ids.ts'
import { messageRepeated, messageSent } from './events.ts'
import { findContextWith, type ConversationContext } from './context-query.ts'
import { messageByClientId } from './queries.ts'
import { cleanText, mayNotifyAgain, previewOf, validateText } from './rules.ts'
import { insertMessage } from './send-query.ts'
import { rejectionReasonIn, toMessage } from './views.ts'

type Deps = Pick<Context, 'db' | 'clock' | 'events'>

/** Attempts before giving up when concurrent statements win each time. */
const MAX_ATTEMPTS = 5

interface SendMessageInput {
  viewer: Viewer
  profileId: string
  clientId: string
  body: string
  settings: Pick<Settings, 'message_credits' | 'message_length'>
}

interface Attempt extends Pick<SendMessageInput, 'viewer' | 'profileId' | 'clientId'> {
  text: string
  /** In credits. */
  price: number
}

/**
 * Sends a text and debits its price from the sender's balance, atomically. Repeating a client id stores and debits
 * nothing, notifies the open sockets again and returns the same message. Returns the message and the remaining balance.
 * @throws AppError `chat.empty`, `chat.too_long`, `chat.self`, `profiles.not_found`, `moderation.blocked`,
 * `chat.partner_blocked`, `chat.partner_left`, `chat.cannot_reply_yet`, `chat.conversation_limit`,
 * `credits.insufficient`, `request.busy`
 * Source: CHAT-2, CHAT-3, CHAT-5.
 */
export async function sendMessage(
  deps: Deps,
  { viewer, profileId, clientId, body, settings }: SendMessageInput,
): Promise<{ message: Message; credits: number }> {
  const text = cleanText(body)
  const error = validateText(text, settings.message_length)
  if (error) throw fieldError('body', error, { max: settings.message_length })
  if (profileId === viewer.profileId) throw new AppError('chat.self')

  const attempt = { viewer, profileId, clientId, text, price: messagePrice(settings) }
  for (let count = 0; count < MAX_ATTEMPTS; count += 1) {
    const sent = (await trySend(deps, attempt)) ?? (await findSentBefore(deps, attempt))
    if (sent) return sent
    // The context allows the message now, so a concurrent statement caused the failure.
  }
  throw new AppError('request.busy')
}

async function trySend(
  { db, clock, events }: Deps,
  { viewer, profileId, clientId, text, price }: Attempt,
): Promise<{ message: Message; credits: number } | null> {
  const at = clock.now()
  const row = await insertMessage(db, {
    senderId: viewer.userId,
    profileId,
    clientId,
    body: text,
    preview: previewOf(text),
    price,
    at,
    conversationKey: newId(clock),
    conversationId: newPublicId(),
    ledgerId: newId(clock),
    startLimit: FREE_CONVERSATIONS,
  }).catch((error: unknown) => {
    if (isUniqueViolation(error)) return null
    throw error
  })
  if (!row) return null
  const { conversationId, seq, partnerId, credits, isPremium } = row
  const message: Message = {
    conversationId,
    seq,
    clientId,
    senderId: viewer.profileId,
    kind: 'text',
    body: text,
    sentAt: at.toISOString(),
  }
  events.publish(messageSent, { senderId: viewer.userId, partnerId, message })
  events.publish(creditsChanged, { userId: viewer.userId, credits, isPremium })
  return { message, credits }
}

/**
 * Finds the message if this client id was sent before. Returns null if it was not and nothing prevents sending it.
 * @throws AppError with the reason why it cannot be sent
 */
async function findSentBefore(
  { db, events }: Deps,
  { viewer, profileId, clientId, price }: Attempt,
): Promise<{ message: Message; credits: number } | null> {
  const { userId } = viewer
  const context = await findContextWith(db, { userId, profileId })
  // A member who left does not exist for others, except where an old conversation can still be read (CHAT-7).
  if (!context || (context.hasLeft && !context.conversationId)) throw new AppError('profiles.not_found')
  const { conversationId, conversationKey, partnerProfileId, balance } = context
  if (conversationId && conversationKey) {
    const row = await messageByClientId(db, { conversationKey, senderId: userId, clientId })
    if (row) {
      const message = toMessage(row, { conversationId, viewer, partnerProfileId })
      const isBlocked = context.isBlockedByMe || context.isBlockedByThem
      if (mayNotifyAgain({ ...context, isBlocked }, message)) {
        events.publish(messageRepeated, { senderId: userId, partnerId: context.partnerId, message })
        events.publish(creditsChanged, { userId, credits: balance, isPremium: context.isPremium })
      }
      return { message, credits: balance }
    }
  }
  assertMayWrite(context)
  if (balance < price) throw new AppError('credits.insufficient', { params: { name: context.partnerName } })
  return null
}

function assertMayWrite(context: ConversationContext) {
  const name = context.partnerName
  switch (rejectionReasonIn(context)) {
    case 'blocked':
      throw new AppError(context.isBlockedByThem ? 'moderation.blocked' : 'chat.partner_blocked', { params: { name } })
    case 'partner_left':
      throw new AppError('chat.partner_left')
    case 'cannot_reply_yet':
      throw new AppError('chat.cannot_reply_yet')
    case 'conversation_limit':
      throw new AppError('chat.conversation_limit')
    case null:
  }
}
