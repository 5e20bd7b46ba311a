import type { RealtimeEvent } from '#contract/realtime.ts'

type MessageEvent = Extract<RealtimeEvent, { type: 'message' }>

/**
 * Whether a message is announced by a toast: one of a partner, on a visible page that shows neither its
 * conversation nor the list.
 */
export function isAnnounced(
  {
    message,
    partnerId,
  }: { message: Pick<MessageEvent['message'], 'senderId' | 'kind' | 'conversationId'> } & Pick<
    MessageEvent,
    'partnerId'
  >,
  { pathname, isVisible }: { pathname: string; isVisible: boolean },
) {
  if (!isVisible || message.senderId !== partnerId || message.kind === 'system') return false
  return ![`/chats/${message.conversationId}`, `/members/${partnerId}/chat`, '/chats'].includes(pathname)
}
