import type { Chat } from '#contract/chat/schemas.ts'

type LastMessage = Chat['last_message']

/** Key of the text in `chat-list.last` that stands for the message; null for one that shows its own text. */
export function lastMessageKey({ kind, preview }: Pick<LastMessage, 'kind' | 'preview'>) {
  if (kind === 'system') return preview === 'photos_granted' ? 'photosOpened' : 'match'
  return kind === 'text' ? null : kind
}

/** Whether the list names the message's author. A notice has no author, a deleted message no text. */
export function hasAuthor({ kind }: Pick<LastMessage, 'kind'>) {
  return kind !== 'system' && kind !== 'deleted'
}
