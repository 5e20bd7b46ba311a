import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { SearchReply } from '#contract/search/schemas.ts'
import { searchQuery } from './queries.ts'
import { useSearch } from './use-search.ts'

/** Returns the pages that a history entry of three pages shows, of which the cache has some. */
function shownWith(cachedPages: number[]) {
  const client = new QueryClient()
  for (const page of cachedPages)
    // The hook reads nothing else of a reply.
    client.setQueryData(searchQuery({ page }).queryKey, {
      filters: {},
      results: [],
      next: null,
    } as unknown as SearchReply)
  const Stub = createRoutesStub([{ path: '/members', Component: () => JSON.stringify(useSearch().span) }])
  const entry = { pathname: '/members', search: '?page=3', state: { from: 1, to: 3 } }
  return renderToString(
    <QueryClientProvider client={client}>
      <Stub initialEntries={[entry]} />
    </QueryClientProvider>,
  ).replaceAll('&quot;', '"')
}

test('a page of a list that is reloaded begins with what the server rendered, and Back shows all pages again', () => {
  expect(shownWith([3])).toBe('{"from":3,"to":3}')
  expect(shownWith([1, 2, 3])).toBe('{"from":1,"to":3}')
})
