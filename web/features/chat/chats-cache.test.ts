import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Chat } from '#contract/chat.ts'
import { refetchChats, removeChat } from './chats-cache.ts'
import { chatsQuery, olderChatsQuery } from './queries.ts'

const first = chatsQuery().queryKey
const second = olderChatsQuery('key').queryKey
const totals = { messages: 3, unread_messages: 2, new_likes: 1 }

function clientWithChats() {
  const client = new QueryClient()
  client.setQueryData(first, { chats: [chat('a'), chat('b')], totals, next: 'key' })
  client.setQueryData(second, { chats: [chat('c')], totals, next: null })
  return client
}

function chat(id: string) {
  // The cache reads nothing else of a conversation in the list.
  return { conversation: { id } } as Chat
}

const idsOf = (list: { chats: Chat[] } | undefined) => list?.chats.map(({ conversation }) => conversation.id)

test('a conversation is removed from the page that lists it', () => {
  const client = clientWithChats()
  removeChat(client, 'c')
  expect(idsOf(client.getQueryData(first))).toEqual(['a', 'b'])
  expect(idsOf(client.getQueryData(second))).toEqual([])
})

test('totals and the key of the next page stay', () => {
  const client = clientWithChats()
  removeChat(client, 'a')
  expect(client.getQueryData(first)).toEqual({ chats: [chat('b')], totals, next: 'key' })
})

test('an unknown conversation removes nothing', () => {
  const client = clientWithChats()
  removeChat(client, 'x')
  expect(idsOf(client.getQueryData(first))).toEqual(['a', 'b'])
})

test('a list that was never loaded stays unloaded', () => {
  const client = new QueryClient()
  removeChat(client, 'a')
  expect(client.getQueryData(first)).toBeUndefined()
})

test('every page of the list is refetched', async () => {
  const client = clientWithChats()
  await refetchChats(client)
  expect([first, second].map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true])
})
