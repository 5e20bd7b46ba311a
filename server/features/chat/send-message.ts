import type { Message } from '#contract/chat.ts'
import { FREE_CONVERSATIONS } from '#contract/limits.ts'
import type { Settings } from '#contract/settings.ts'
import { creditsChanged } from '#server/features/credits/events.ts'
import type { Context } from '#server/platform/context.ts'
import { isUniqueViolation } from '#server/platform/postgres/db.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/http/routes.ts'
import { newId, newPublicId } from '#server/platform/ids.ts'
import { messageSent } from './events.ts'
import { findContextWith, type ConversationContext } from './context-query.ts'
import { messageByClientId } from './queries.ts'
import { cleanText, previewOf, validateText } from './rules.ts'
import { insertMessage } from './send-query.ts'
import { rejectionReasonIn, toMessage } from './views.ts'

type Deps = Pick<Context, 'db' | 'clock' | 'events'>

/** Tries before giving up, should others get in between each time. */
const TRIES = 5

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
 * Sends a text and takes its price from the sender's balance, both or neither. The same client id again sends and
 * takes nothing and gives the same message back. Returns the message and the balance that is left.
 * @throws AppError `chat.empty`, `chat.too_long`, `chat.self`, `profiles.not_found`, `moderation.blocked`,
 * `chat.partner_left`, `chat.cannot_reply_yet`, `chat.conversation_limit`, `credits.insufficient`
 */
export async function sendMessage(
  deps: Deps,
  { viewer, profileId, clientId, body, settings }: SendMessageInput,
): Promise<{ message: Message; credits: number }> {
  const text = cleanText(body)
  const fault = validateText(text, settings.message_length)
  if (fault) throw fieldError('body', fault, { max: settings.message_length })
  if (profileId === viewer.profileId) throw new AppError('chat.self')

  const attempt = { viewer, profileId, clientId, text, price: settings.message_credits }
  for (let tries = 0; tries < TRIES; tries += 1) {
    const sent = (await trySend(deps, attempt)) ?? (await findSentBefore(deps, attempt))
    if (sent) return sent
    // Nothing stands against it any more: somebody else's statement got in between.
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

/** The message if it is there already, null if nothing stands against sending it now. */
async function findSentBefore(
  { db }: Deps,
  { viewer, profileId, clientId, price }: Attempt,
): Promise<{ message: Message; credits: number } | null> {
  const { userId } = viewer
  const context = await findContextWith(db, { userId, profileId })
  // As wherever members are asked for: who has left is nobody, except where there is something to read.
  if (!context || (context.hasLeft && !context.conversationId)) throw new AppError('profiles.not_found')
  const { conversationId, conversationKey, partnerProfileId, balance } = context
  if (conversationId && conversationKey) {
    const row = await messageByClientId(db, { conversationKey, senderId: userId, clientId })
    if (row) return { message: toMessage(row, { conversationId, viewer, partnerProfileId }), credits: balance }
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
