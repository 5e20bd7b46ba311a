import type { QueryClient } from '@tanstack/react-query'
import { getConversation, getConversationWith, getMessages, type Message } from '#contract/chat.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import { apiQueryKey } from '#web/api/queries.ts'

export type OpenConversation = ReplyOf<typeof getConversation>

/** Each message once, in the order that the server gave. */
export function mergeMessages(known: readonly Message[], added: readonly Message[]): Message[] {
  const bySeq = new Map([...known, ...added].map((message) => [message.seq, message]))
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq)
}

/** A conversation is cached under its own id and under the partner's; both are kept the same. */
export function updateConversations(
  client: QueryClient,
  isMeant: (open: OpenConversation) => boolean,
  change: (open: OpenConversation) => OpenConversation,
) {
  for (const endpoint of [getConversation, getConversationWith]) {
    client.setQueriesData<OpenConversation>({ queryKey: apiQueryKey(endpoint) }, (open) =>
      open && isMeant(open) ? change(open) : open,
    )
  }
}

/** Puts new messages behind the known ones. What this tab does not have open is fetched when it is opened. */
export function addMessages(client: QueryClient, partnerId: string, added: readonly Message[]) {
  const [first] = added
  if (!first) return
  updateConversations(
    client,
    ({ conversation }) => conversation.id === first.conversationId || conversation.profile.id === partnerId,
    (open) => {
      const messages = mergeMessages(open.messages, added)
      const lastSeq = Math.max(open.conversation.lastSeq, messages.at(-1)?.seq ?? 0)
      return { ...open, messages, conversation: { ...open.conversation, id: first.conversationId, lastSeq } }
    },
  )
}

/** Fetches what came after the last message that this tab has: after a lost connection, or when one seems missing. */
export async function catchUp(client: QueryClient, { conversation, messages }: OpenConversation) {
  if (conversation.id === null) return
  let after = messages.at(-1)?.seq ?? 0
  for (let hasMore = true; hasMore;) {
    const reply = await call(getMessages, { params: { conversationId: conversation.id }, query: { after } })
    addMessages(client, conversation.profile.id, reply.messages)
    after = reply.messages.at(-1)?.seq ?? after
    hasMore = reply.hasMore && reply.messages.length > 0
  }
}

/** All that is open in this tab. */
export function openConversations(client: QueryClient) {
  return [getConversation, getConversationWith].flatMap((endpoint) =>
    client
      .getQueriesData<OpenConversation>({ queryKey: apiQueryKey(endpoint) })
      .flatMap(([, open]) => (open ? [open] : [])),
  )
}
