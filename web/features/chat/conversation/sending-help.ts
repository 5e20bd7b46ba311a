import type { Conversation } from '#contract/chat/schemas.ts'
import type { ApiErrorCode } from '#web/api/api-error.ts'

/** What helps a member whose message was rejected: a button leads there or does it. */
export type SendingHelp = 'credits' | 'premium' | 'unblock' | 'search' | 'age'

/** By the reason why nothing can be sent now. */
export const helpByRejection = {
  partner_left: 'search',
  blocked: 'unblock',
  cannot_reply_yet: 'search',
  conversation_limit: 'premium',
} satisfies Record<NonNullable<Conversation['rejection']>, SendingHelp>

const helpByError: Partial<Record<ApiErrorCode, SendingHelp>> = {
  'credits.insufficient': 'credits',
  'chat.conversation_limit': 'premium',
  'chat.partner_blocked': 'unblock',
  'chat.partner_left': 'search',
  'chat.cannot_reply_yet': 'search',
  'moderation.blocked': 'search',
  'accounts.age_check_needed': 'age',
}

/** Returns what helps after the server rejected a message; null where trying again is all there is. */
export function helpForError(code: ApiErrorCode) {
  return helpByError[code] ?? null
}
