import type { Message } from '#contract/chat.ts'
import type { OpenConversation } from './conversation-merge.ts'

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
      messageCredits: 1,
      rejection: null,
      ...conversation,
    },
    messages: seqs.map((seq) => testMessage(seq)),
    hasMore,
  }
}

/** Builds message `seq`, sent by `ana` unless `rest` says otherwise. */
export function testMessage(seq: number, rest: Partial<Message> = {}): Message {
  return {
    conversationId: 'c',
    seq,
    clientId: `client ${seq}`,
    senderId: 'ana',
    kind: 'text',
    body: 'hello',
    sentAt: new Date(seq * 1000).toISOString(),
    ...rest,
  }
}

/** Numbers of the messages of a conversation. */
export function seqsOf(open: OpenConversation | undefined) {
  return open?.messages.map(({ seq }) => seq)
}
