import type { QueryClient } from '@tanstack/react-query'
import type { LastMessage, Message } from '#contract/chat/schemas.ts'
import { MESSAGE_PREVIEW_LENGTH } from '#contract/limits.ts'
import { setRepliedBalance } from '#web/features/accounts/balance.ts'
import { patchLastMessage } from '#web/features/chat/list/chats-cache.ts'
import { addMessage, applyDespiteFetches } from '#web/features/chat/conversation/conversation-cache.ts'

interface Sent {
  profileId: string
  message: Message
  /** The sender's balance after it. */
  credits: number
}

/** Shows an acknowledged message in the conversation and in the list, and the new balance. */
export function applySent(client: QueryClient, { profileId, message, credits }: Sent) {
  applyDespiteFetches(client, () => addMessage(client, profileId, message))
  patchLastMessage(client, {
    conversationId: message.conversationId,
    partnerId: profileId,
    last: { ...previewOf(message), isMine: true, status: 'sent' },
  })
  setRepliedBalance(client, { credits })
}

/** What the list shows of a message, as the server computes it. */
function previewOf(message: Message): Pick<LastMessage, 'seq' | 'kind' | 'preview' | 'sentAt'> {
  const { seq, kind, sentAt } = message
  return { seq, kind, sentAt, preview: previewTextOf(message) }
}

function previewTextOf(message: Message) {
  if (message.kind === 'text')
    return [...message.body.replaceAll(/\s+/g, ' ').trim()].slice(0, MESSAGE_PREVIEW_LENGTH).join('')
  if (message.kind === 'gift') return message.gift
  return message.kind === 'system' ? message.notice : ''
}
