import { AppError } from '#server/platform/errors.ts'
import type { ConversationContext } from './context-query.ts'
import { rejectionReason } from '#server/features/chat/rules.ts'

type PairContext = Pick<
  ConversationContext,
  | 'partnerName'
  | 'hasLeft'
  | 'isPartnerConfirmed'
  | 'isBlockedByMe'
  | 'isBlockedByThem'
  | 'isPremium'
  | 'startedCount'
  | 'matchedAt'
  | 'conversationId'
>

/** Returns why the member cannot write to the partner now, or null. */
export function rejectionReasonIn(context: PairContext) {
  return rejectionReason({
    ...context,
    isBlocked: context.isBlockedByMe || context.isBlockedByThem,
    hasConversation: context.conversationId !== null,
    isMatch: context.matchedAt !== null,
  })
}

/**
 * Checks that the member may write to the partner now, credits apart.
 * @throws AppError `moderation.blocked`, `chat.partner_blocked`, `chat.partner_left`,
 * `chat.cannot_reply_yet`, `chat.conversation_limit`
 */
export function assertMayWrite(context: PairContext) {
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
