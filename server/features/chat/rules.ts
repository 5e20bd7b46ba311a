import { DAY } from '#contract/time.ts'
import type { Conversation } from '#contract/chat.ts'
import { FREE_CONVERSATIONS, HISTORY_DAYS, MESSAGE_PREVIEW_LENGTH } from '#contract/limits.ts'

/** Between two members, as the one who wants to write finds it. */
export interface PairState {
  isBlocked: boolean
  /** The partner deleted the account or was disabled. */
  hasLeft: boolean
  /** The partner has opened the link of the activation mail. */
  isPartnerConfirmed: boolean
  hasConversation: boolean
  isPremium: boolean
  /** Conversations that the writer has started so far. */
  startedCount: number
}

/**
 * Why nothing can be sent, or null. Answering never counts as starting.
 * Source: CHAT-4, CHAT-6, CHAT-7, MOD-1.
 */
export function rejectionReason(state: PairState): Conversation['rejection'] {
  if (state.isBlocked) return 'blocked'
  if (state.hasLeft) return 'partner_left'
  if (!state.isPartnerConfirmed) return 'cannot_reply_yet'
  if (!state.hasConversation && !mayStartConversation(state)) return 'conversation_limit'
  return null
}

/** A free member may start two conversations. */
export function mayStartConversation({ isPremium, startedCount }: Pick<PairState, 'isPremium' | 'startedCount'>) {
  return isPremium || startedCount < FREE_CONVERSATIONS
}

/** A text as it is stored: without the characters that PostgreSQL cannot keep, and without space around it. */
export function cleanText(text: string) {
  return text.toWellFormed().replaceAll('\0', '').trim()
}

/** What is wrong with a cleaned text, or null. `maxLength` in code points. */
export function validateText(text: string, maxLength: number) {
  if (text === '') return 'chat.empty' as const
  return [...text].length > maxLength ? ('chat.too_long' as const) : null
}

/** Start of a text, in one line, for the conversation list. */
export function previewOf(text: string) {
  return [...text.replaceAll(/\s+/g, ' ')].slice(0, MESSAGE_PREVIEW_LENGTH).join('')
}

/** Messages from before this moment are hidden. */
export function historyStart(now: Date) {
  return new Date(now.getTime() - HISTORY_DAYS * DAY)
}
