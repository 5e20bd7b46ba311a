import type { Message } from '#contract/chat/schemas.ts'
import type { OutboxMessage } from '#web/features/chat/outbox/outbox.ts'
import type { OpenConversation } from './conversation-merge.ts'

type TextMessage = Extract<Message, { kind: 'text' }>

interface ConversationOptions extends Partial<OpenConversation['conversation']> {
  seqs?: number[]
  hasMore?: boolean
}

/** Builds an open conversation with the member `ana` for tests; `seqs` are the numbers of its messages. */
export function openConversation({
  seqs = [],
  hasMore = false,
  ...conversation
}: ConversationOptions = {}): OpenConversation {
  return {
    conversation: {
      id: 'c',
      // The cache reads nothing else of a profile.
      profile: { id: 'ana', name: 'Ana' } as OpenConversation['conversation']['profile'],
      readSeq: 0,
      partnerReadSeq: 0,
      lastSeq: seqs.at(-1) ?? 0,
      firstOwnSeq: null,
      prices: { text: 1, photo: 3, voice: 3, gift: 4 },
      lastSeen: null,
      partnerDeliveredSeq: 0,
      coversExplicit: true,
      matchedAt: null,
      startsLeft: null,
      rejection: null,
      ...conversation,
    },
    messages: seqs.map((seq) => testMessage(seq)),
    hasMore,
  }
}

/** Builds message `seq`, sent by `ana` unless `rest` says otherwise. */
export function testMessage(seq: number, rest: Partial<TextMessage> = {}): TextMessage {
  return {
    conversationId: 'c',
    seq,
    clientId: `client ${seq}`,
    senderId: 'ana',
    kind: 'text',
    body: 'hello',
    sentAt: new Date(seq * 1000).toISOString(),
    replyTo: null,
    quote: null,
    reactions: { sender: null, receiver: null },
    ...rest,
  }
}

/** Numbers of the messages of a conversation. */
export function seqsOf(open: OpenConversation | undefined) {
  return open?.messages.map(({ seq }) => seq)
}

/** Builds a text that waits to be sent. */
export function outgoingText(
  clientId: string,
  rest: Partial<Pick<OutboxMessage, 'sentAt' | 'problem' | 'replyTo' | 'price'>> = {},
) {
  const message: OutboxMessage = {
    kind: 'text',
    clientId,
    body: `body of ${clientId}`,
    sentAt: '2026-03-01T10:00:00Z',
    replyTo: null,
    quote: null,
    problem: null,
    ...rest,
  }
  return message
}
