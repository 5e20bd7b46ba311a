import { DAY, HOUR } from '#contract/time.ts'
import type { Conversation, Message } from '#contract/chat/schemas.ts'
import {
  DATE_MAX_AHEAD_MS,
  FREE_CONVERSATIONS,
  HISTORY_DAYS,
  MAX_COMBINING_MARKS,
  MESSAGE_PREVIEW_LENGTH,
  MESSAGES_PAGE_SIZE,
} from '#contract/limits.ts'

/** State between two members, from the perspective of the sender. */
export interface PairState {
  isBlocked: boolean
  /** The partner's account is deleted or disabled. */
  hasLeft: boolean
  /** The partner has confirmed the email address. */
  isPartnerConfirmed: boolean
  hasConversation: boolean
  isPremium: boolean
  isMatch: boolean
  /** Conversations that the sender has started so far. */
  startedCount: number
}

/**
 * Returns why a message is rejected, or null. Neither answering nor writing to a match counts as
 * starting a conversation. Source: CHAT-4, CHAT-6, CHAT-7, MOD-1.
 */
export function rejectionReason(state: PairState): Conversation['rejection'] {
  if (state.isBlocked) return 'blocked'
  if (state.hasLeft) return 'partner_left'
  if (!state.isPartnerConfirmed) return 'cannot_reply_yet'
  if (!state.hasConversation && !mayStartConversation(state)) return 'conversation_limit'
  return null
}

/** Whether a partner does not exist for a member: gone or invisible, no readable conversation (CHAT-7). */
export function isUnknown(state: { hasLeft: boolean; isHidden: boolean; conversationId: string | null }) {
  return (state.hasLeft || state.isHidden) && state.conversationId === null
}

function mayStartConversation({
  isPremium,
  isMatch,
  startedCount,
}: Pick<PairState, 'isPremium' | 'isMatch' | 'startedCount'>) {
  return isPremium || isMatch || startedCount < FREE_CONVERSATIONS
}

/** What decides about one message, beside the state of the pair. Amounts in credits. */
export interface MessageDemands {
  /** The sender sees the message that this one answers; also without an answer. */
  isAnsweredShown: boolean
  /** The sender sees the part of the profile that it is about; also without one. */
  isQuoteShown: boolean
  kind: string
  /** The date is neither over nor too far ahead; also without one. */
  isDateAllowed: boolean
  /** The photo or voice message can be sent; also without one. */
  isUploadUnsent: boolean
  price: number
  /** What the sender was shown; null without a limit. */
  maxPrice: number | null
  balance: number
}

/** Returns why a message cannot be sent where its sender may write, or null. Source: CHAT-3, CHAT-15. */
export function messageRejection({
  kind,
  isAnsweredShown,
  isQuoteShown,
  isDateAllowed,
  isUploadUnsent,
  price,
  maxPrice,
  balance,
}: MessageDemands) {
  if (!isAnsweredShown) return 'chat.message_not_found' as const
  if (!isQuoteShown) return 'chat.quote_not_found' as const
  if (!isDateAllowed) return 'chat.date_out_of_range' as const
  if (!isUploadUnsent) return kind === 'voice' ? ('chat.voice_not_found' as const) : ('chat.photo_not_found' as const)
  if (maxPrice !== null && price > maxPrice) return 'chat.price_changed' as const
  return balance < price ? ('credits.insufficient' as const) : null
}

/** State of a message's conversation, from the perspective of its sender. Null before the first message. */
export interface MessageState {
  isBlocked: boolean
  hasLeft: boolean
  lastSeq: number | null
  /** The sender has deleted the conversation up to this number. */
  clearedSeq: number | null
  partnerReadSeq: number | null
}

/**
 * Whether the sockets of both sides are notified of a message sent again. Not when the partner has read or
 * deleted it, which marks it as read. Open pages do not show messages far back.
 */
export function mayNotifyAgain(state: MessageState, { seq }: { seq: number }) {
  if (state.isBlocked || state.hasLeft) return false
  return (
    seq > (state.partnerReadSeq ?? 0) &&
    seq > (state.clearedSeq ?? 0) &&
    (state.lastSeq ?? 0) - seq < MESSAGES_PAGE_SIZE
  )
}

/** Control characters, except tab and line break, and those that reverse the direction of text. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g
/**
 * Invisible characters between marks, such as joiners, begin no other character: marks pile up across them. A
 * match begins with a mark, so that a text of invisible characters is searched only once.
 */
const SURPLUS_MARKS = new RegExp(
  `(\\p{M}(?:\\p{Cf}*\\p{M}){${MAX_COMBINING_MARKS - 1}})\\p{Cf}*\\p{M}[\\p{Cf}\\p{M}]*`,
  'gu',
)
/** A character that is seen: no space, no invisible sign or filler. */
const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u

/**
 * Removes what is no text: characters that PostgreSQL cannot store, controls, and marks piled on one
 * character that cover other lines. Marks of direction that act on themselves stay, because languages need
 * them. Removes surrounding white space.
 */
export function cleanText(text: string) {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(CONTROLS, '')
    .replaceAll(SURPLUS_MARKS, '$1')
    .trim()
}

/** Returns the error code for a cleaned text, or null. `maxLength` is in code points. Source: CHAT-8. */
export function validateText(text: string, maxLength: number) {
  if (!VISIBLE.test(text)) return 'chat.empty' as const
  return [...text].length > maxLength ? ('chat.too_long' as const) : null
}

/** Returns the beginning of a text on one line, for the conversation list. */
export function previewOf(text: string) {
  return [...text.replaceAll(/\s+/g, ' ')].slice(0, MESSAGE_PREVIEW_LENGTH).join('')
}

/**
 * Whether a date lies between now and `DATE_MAX_AHEAD_MS`. Its time has no zone: it is over when it is over
 * everywhere. Source: CHAT-31.
 */
export function isDateInRange({ when, now }: { when: string; now: Date }) {
  const ms = Date.parse(`${when}Z`) - now.getTime()
  return ms > -12 * HOUR && ms < DATE_MAX_AHEAD_MS + 14 * HOUR
}

/** Returns what the sender of a message wrote, whatever its kind; '' where that is nothing. */
export function textIn(message: Message) {
  if (message.kind === 'date') return message.place
  return message.kind === 'text' || message.kind === 'gift' ? message.body : ''
}

/** Returns the storage path of a voice message. */
export function voiceFile(storageKey: string) {
  return `${storageKey}/voice`
}

/** Returns the instant before which messages are hidden. Source: CHAT-10. */
export function historyStart(now: Date) {
  return new Date(now.getTime() - HISTORY_DAYS * DAY)
}

interface Marks {
  lastSeq: number
  isMine: boolean
  partnerDeliveredSeq: number
  partnerReadSeq: number
}

/** Returns how far one's own latest message came. Source: CHAT-14. */
export function statusOf({ lastSeq, isMine, partnerDeliveredSeq, partnerReadSeq }: Marks) {
  if (isMine && partnerReadSeq >= lastSeq) return 'read' as const
  return isMine && partnerDeliveredSeq >= lastSeq ? ('delivered' as const) : ('sent' as const)
}
