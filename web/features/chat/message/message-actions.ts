import type { Conversation, Message } from '#contract/chat/schemas.ts'

type MessageAction = 'react' | 'unreact' | 'reply' | 'copy' | 'translate' | 'delete' | 'report'

interface ActionContext {
  isMine: boolean
  rejection: Conversation['rejection']
  /** It was sent within `MESSAGE_DELETE_MS`. */
  isRecent: boolean
  /** The browser translates on the device. */
  canTranslate: boolean
}

/** Returns what the viewer can do with a message, in the order of its menu. The server decides again. */
export function messageActions(
  message: Message,
  { isMine, rejection, isRecent, canTranslate }: ActionContext,
): MessageAction[] {
  if (message.kind === 'system' || message.kind === 'deleted') return []
  const hasText = 'body' in message && message.body !== ''
  // A reaction reaches the partner, so it ends where messages end for good.
  const canReact = rejection !== 'partner_left' && rejection !== 'blocked'
  const own = isMine ? message.reactions.sender : message.reactions.receiver
  const possible = {
    react: canReact,
    unreact: canReact && own !== null,
    reply: rejection === null,
    copy: hasText,
    translate: canTranslate && !isMine && message.kind === 'text',
    delete: isMine && isRecent,
    report: !isMine,
  } satisfies Record<MessageAction, boolean>
  const order: MessageAction[] = ['react', 'unreact', 'reply', 'copy', 'translate', 'delete', 'report']
  return order.filter((action) => possible[action])
}
