import type { QueryClient } from '@tanstack/react-query'
import type { getChats } from '#contract/chat.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { allChatsKey } from './queries.ts'

/** Refetches every page of the conversation list that is on the screen. */
export function refetchChats(client: QueryClient) {
  return client.invalidateQueries({ queryKey: allChatsKey })
}

/** Removes a conversation from every cached page of the list. */
export function removeChat(client: QueryClient, conversationId: string) {
  client.setQueriesData<ReplyOf<typeof getChats>>({ queryKey: allChatsKey }, (list) =>
    list ? { ...list, chats: list.chats.filter(({ conversation }) => conversation.id !== conversationId) } : list,
  )
}
