import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from './queries.ts'
import { useCached, useLoaded } from './use-cached.ts'
import { usePrefetch } from './use-prefetch.ts'

/** The result of a hook in a rendered page. */
function resultOf<Result>(client: ReturnType<typeof createQueryClient>, useHook: () => Result) {
  const results: Result[] = []
  function Probe() {
    results.push(useHook())
    return null
  }
  renderToString(
    <QueryClientProvider client={client}>
      <Probe />
    </QueryClientProvider>,
  )
  return results[0]!
}

test('the intent to open a link fetches its data once', async () => {
  const client = createQueryClient()
  const queryFn = vi.fn<() => Promise<string>>(async () => 'Ann')
  const handlers = resultOf(client, usePrefetch)({ queryKey: ['member'], queryFn })
  expect(queryFn).not.toHaveBeenCalled()
  handlers.onIntent()
  handlers.onIntent()
  await vi.waitFor(() => expect(client.getQueryData(['member'])).toBe('Ann'))
  expect(queryFn).toHaveBeenCalledOnce()
})

test('a failed prefetch is not reported', async () => {
  const client = createQueryClient()
  const queryFn = vi.fn<() => Promise<string>>(() => Promise.reject(new Error('offline')))
  resultOf(client, usePrefetch)({ queryKey: ['member'], queryFn }).onIntent()
  await vi.waitFor(() => expect(client.getQueryState(['member'])?.status).toBe('error'))
})

test('on the server cached data is read without fetching', () => {
  const client = createQueryClient()
  const queryFn = vi.fn<() => Promise<string>>(async () => 'Ann')
  const read = () => resultOf(client, () => useCached({ queryKey: ['member'], queryFn }))
  expect(read()).toBeUndefined()
  client.setQueryData(['member'], 'Bea')
  expect(read()).toBe('Bea')
  expect(queryFn).not.toHaveBeenCalled()
})

test('on the server the data of a loader is read without fetching, and a page without its loader fails', () => {
  const client = createQueryClient()
  const queryFn = vi.fn<() => Promise<string>>(async () => 'Ann')
  const read = () => resultOf(client, () => useLoaded({ queryKey: ['member'], queryFn }))
  expect(read).toThrow('no loader has fetched ["member"]')
  client.setQueryData(['member'], 'Bea')
  expect(read()).toBe('Bea')
  expect(queryFn).not.toHaveBeenCalled()
})
