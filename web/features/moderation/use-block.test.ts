import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { getConversation, getConversationWith } from '#contract/chat/calls.ts'
import { getDiscovery } from '#contract/games/calls.ts'
import { getSettings } from '#contract/settings/calls.ts'
import { getSimilarMembers, searchMembers } from '#contract/search/calls.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { forgetMembers } from './use-block.ts'

const showMembers = [getDiscovery, searchMembers, getSimilarMembers, getConversation, getConversationWith]

test('cached searches and conversations are dropped, and nothing else', () => {
  const client = new QueryClient()
  for (const endpoint of [...showMembers, getSettings]) {
    for (const input of ['one', 'two']) client.setQueryData([...apiQueryKey(endpoint), input], {})
  }
  forgetMembers(client)
  const left = client.getQueryCache().getAll()
  expect(left.map(({ queryKey }) => queryKey[0])).toEqual([getSettings.path, getSettings.path])
})

test('what is on the screen stays until the page changes', () => {
  const client = new QueryClient()
  const queryKey = [...apiQueryKey(searchMembers), 'shown']
  client.setQueryData(queryKey, { results: [] })
  const stop = new QueryObserver(client, { queryKey, queryFn: async () => ({}), staleTime: Infinity }).subscribe(
    () => {},
  )
  forgetMembers(client)
  expect(client.getQueryData(queryKey)).toEqual({ results: [] })
  stop()
  forgetMembers(client)
  expect(client.getQueryData(queryKey)).toBeUndefined()
})
