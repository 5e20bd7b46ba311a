import type { QueryClient } from '@tanstack/react-query'
import { getChats, getConversation, getConversationWith } from '#contract/chat/calls.ts'
import type { Message } from '#contract/chat/schemas.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { appendMessage, needsRefetch, type OpenConversation } from './conversation-merge.ts'

/** A conversation is cached under its own id and under the partner's. */
const endpoints = [getConversation, getConversationWith]

/** Changes a conversation under every key that the cache has for it. */
export function updateConversations(
  client: QueryClient,
  isMatch: (open: OpenConversation) => boolean,
  change: (open: OpenConversation) => OpenConversation,
) {
  for (const endpoint of endpoints) {
    client.setQueriesData<OpenConversation>({ queryKey: apiQueryKey(endpoint) }, (open) =>
      open && isMatch(open) ? change(open) : open,
    )
  }
}

/** `updateConversations` for one conversation by its id. */
export function updateConversation(
  client: QueryClient,
  conversationId: string,
  change: (open: OpenConversation) => OpenConversation,
) {
  updateConversations(client, ({ conversation }) => conversation.id === conversationId, change)
}

/** Adds a message to the cached conversation with this partner. An uncached one is fetched when opened. */
export function addMessage(client: QueryClient, partnerId: string, message: Message) {
  let isIncomplete = false
  updateConversations(
    client,
    ({ conversation }) => conversation.id === message.conversationId || conversation.profile.id === partnerId,
    (open) => {
      if (needsRefetch(open, message)) isIncomplete = true
      return appendMessage(open, message)
    },
  )
  if (isIncomplete) refetchConversations(client)
}

/**
 * Refetches the conversation on the screen and drops others, which are fetched when opened: all, or those
 * that match.
 */
export function refetchConversations(client: QueryClient, isMatch: (open: OpenConversation) => boolean = () => true) {
  for (const endpoint of endpoints) {
    const queryKey = apiQueryKey(endpoint)
    for (const [key, open] of client.getQueriesData<OpenConversation>({ queryKey })) {
      if (open && !isMatch(open)) continue
      // A query that is being fetched stays: a page waits for it.
      client.removeQueries({ queryKey: key, exact: true, type: 'inactive', fetchStatus: 'idle' })
      void client.invalidateQueries({ queryKey: key, exact: true })
    }
  }
}

/** Applies a change now, and again after pending fetches, whose replies may be from before or after it. */
export function applyDespiteFetches(client: QueryClient, apply: (isRepeated: boolean) => void) {
  apply(false)
  const fetching = [...endpoints, getChats].flatMap((endpoint) =>
    client.getQueryCache().findAll({ queryKey: apiQueryKey(endpoint), fetchStatus: 'fetching' }),
  )
  for (const { promise } of fetching)
    void promise?.then(
      () => apply(true),
      () => {},
    )
}
