import { replaceEqualDeep, type QueryClient } from '@tanstack/react-query'
import { getConversation, getConversationWith, type Message } from '#contract/chat.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { apiQueryKey } from '#web/api/queries.ts'

export type OpenConversation = ReplyOf<typeof getConversation>

/** A conversation is cached under its own id and under the partner's. */
const endpoints = [getConversation, getConversationWith]

/** Each message once, in the order that the server gave. */
export function mergeMessages(known: readonly Message[], added: readonly Message[]): Message[] {
  const bySeq = new Map([...known, ...added].map((message) => [message.seq, message]))
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq)
}

/**
 * What is shown once the conversation was fetched anew: older messages that had been scrolled to stay if they lead up
 * to the fetched ones, and what arrived while it was fetched stays too. Reading never goes back.
 */
export function continued(known: OpenConversation | undefined, fetched: OpenConversation): OpenConversation {
  if (!known || known.conversation.id !== fetched.conversation.id) return fetched
  const first = fetched.messages[0]?.seq
  const isJoined = known.messages.some(({ seq }) => first !== undefined && seq >= first - 1)
  // No more before the fetched ones: what this tab had there is hidden by now.
  const older =
    fetched.hasMore && isJoined ? known.messages.filter(({ seq }) => first !== undefined && seq < first) : []
  const newer = known.messages.filter(({ seq }) => seq > fetched.conversation.lastSeq)
  const highest = (key: 'readSeq' | 'partnerReadSeq' | 'lastSeq') =>
    Math.max(known.conversation[key], fetched.conversation[key])
  return replaceEqualDeep(known, {
    ...fetched,
    conversation: {
      ...fetched.conversation,
      readSeq: highest('readSeq'),
      partnerReadSeq: highest('partnerReadSeq'),
      lastSeq: highest('lastSeq'),
    },
    messages: mergeMessages([...older, ...newer], fetched.messages),
    hasMore: older.length > 0 ? known.hasMore : fetched.hasMore,
  })
}

/** Changes a conversation wherever this tab has it. */
export function updateConversations(
  client: QueryClient,
  isMeant: (open: OpenConversation) => boolean,
  change: (open: OpenConversation) => OpenConversation,
) {
  for (const endpoint of endpoints) {
    client.setQueriesData<OpenConversation>({ queryKey: apiQueryKey(endpoint) }, (open) =>
      open && isMeant(open) ? change(open) : open,
    )
  }
}

/** Puts a new message behind the known ones. What this tab does not have open is fetched when it is opened. */
export function addMessage(client: QueryClient, partnerId: string, message: Message) {
  let isWhole = true
  updateConversations(
    client,
    ({ conversation }) => conversation.id === message.conversationId || conversation.profile.id === partnerId,
    (open) => {
      const { id, lastSeq } = open.conversation
      // The first words change what may be said and at which price; and one in between is rather fetched than missed.
      if (id === null || message.seq > lastSeq + 1) isWhole = false
      return {
        ...open,
        messages: mergeMessages(open.messages, [message]),
        conversation: { ...open.conversation, id: message.conversationId, lastSeq: Math.max(lastSeq, message.seq) },
      }
    },
  )
  if (!isWhole) refetchConversations(client)
}

/** The one on the screen at once; the others are forgotten, and fetched when they are opened. */
export function refetchConversations(client: QueryClient) {
  for (const endpoint of endpoints) {
    const queryKey = apiQueryKey(endpoint)
    // Not those that a page is waiting for.
    client.removeQueries({ queryKey, type: 'inactive', fetchStatus: 'idle' })
    void client.invalidateQueries({ queryKey })
  }
}

/** Those that are being fetched now may miss what has just happened: does it once they are there. */
export function onceFetched(client: QueryClient, act: () => void) {
  const fetching = endpoints.flatMap((endpoint) =>
    client.getQueryCache().findAll({ queryKey: apiQueryKey(endpoint), fetchStatus: 'fetching' }),
  )
  for (const { promise } of fetching) void promise?.then(act, () => {})
}
