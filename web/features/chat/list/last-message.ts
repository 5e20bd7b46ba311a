import type { Chat } from '#contract/chat/schemas.ts'

type LastMessage = Chat['last_message']

/** Key of the text in `chat-list.last` that stands for the message; null for one that shows its own text. */
export function lastMessageKey({ kind, preview }: Pick<LastMessage, 'kind' | 'preview'>) {
  switch (kind) {
    case 'text':
      return null
    case 'photo':
      return 'photo'
    case 'gift':
      return 'gift'
    case 'voice':
      return 'voice'
    case 'date':
      return 'date'
    case 'deleted':
      return 'deleted'
    case 'system':
      return preview === 'photos_granted' ? 'photosOpened' : 'match'
  }
}

/** Whether the list names the message's author. A notice has no author, a deleted message no text. */
export function hasAuthor({ kind }: Pick<LastMessage, 'kind'>) {
  return kind !== 'system' && kind !== 'deleted'
}
