import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { HOUR, SECOND } from '#contract/time.ts'
import { createQueryClient } from './queries.ts'
import { withCachedJson, restoreServerState, ServerState } from './server-state.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function clientWith(data: unknown) {
  const client = createQueryClient()
  client.setQueryData(['key'], data, { updatedAt: 7 })
  return client
}

/** The text of the block of data in a rendered page. */
function blockOf(client: QueryClient) {
  const html = renderToString(
    <QueryClientProvider client={client}>
      <ServerState />
    </QueryClientProvider>,
  )
  return /^<script id="server-state" type="application\/json">(.*)<\/script>$/s.exec(html)?.[1] ?? ''
}

describe('the block of data in a page', () => {
  test('is JSON of what was fetched', () => {
    expect(JSON.parse(blockOf(clientWith({ name: 'Ann' })))).toEqual([[['key'], { name: 'Ann' }, 7]])
  })

  test('escapes text that would end the element or begin a comment', () => {
    const name = '</script><!-- <b>'
    const text = blockOf(clientWith({ name }))
    expect(text).not.toContain('<')
    expect(JSON.parse(text)).toEqual([[['key'], { name }, 7]])
  })

  test('escapes the keys as well', () => {
    const client = createQueryClient()
    client.setQueryData(['</script>'], 1)
    expect(blockOf(client)).not.toContain('<')
  })

  test('contains the JSON of the API as it came, escaped', async () => {
    const body = { name: '<Łukasz>' }
    const transport = withCachedJson(async () => ({
      status: 200,
      body,
      json: '{ "name": "<Łukasz>" }',
      retryAfterSeconds: null,
    }))
    const reply = await transport({ method: 'GET', path: '/api/things' })
    expect(blockOf(clientWith(reply.body))).toBe(String.raw`[[["key"],{ "name": "\u003cŁukasz>" },7]]`)
  })

  test('contains plain values', () => {
    expect(JSON.parse(blockOf(clientWith(null)))).toEqual([[['key'], null, 7]])
    expect(JSON.parse(blockOf(clientWith('text')))).toEqual([[['key'], 'text', 7]])
  })

  test('leaves out queries that failed', async () => {
    const client = createQueryClient()
    const queryFn = () => Promise.reject(new Error('failed'))
    await client.query({ queryKey: ['broken'], queryFn }).catch(() => {})
    expect(blockOf(client)).toBe('[]')
  })
})

describe('in the browser', () => {
  /** Loads a page that contains this block, or none. */
  function restore(textContent: string | null, { renderedAt = 10 } = {}) {
    vi.stubGlobal('document', { getElementById: (id: string) => (id === 'server-state' ? { textContent } : null) })
    const client = createQueryClient()
    restoreServerState(client, { renderedAt })
    return client
  }

  /** A device with this clock, on which the page was opened three seconds ago. */
  function stubClock(now: number) {
    vi.spyOn(Date, 'now').mockReturnValue(now)
    vi.spyOn(performance, 'now').mockReturnValue(3 * SECOND)
  }

  test('the cache starts with what the server fetched', () => {
    const client = restore(blockOf(clientWith({ name: '<Ann>' })))
    expect(client.getQueryData(['key'])).toEqual({ name: '<Ann>' })
  })

  test.each([
    ['an hour ahead', HOUR],
    ['an hour behind', -HOUR],
    ['right', 0],
  ])('on a device whose clock is %s it is as old as it is on the server', (_, aheadMs) => {
    const renderedAt = Date.parse('2026-03-01T12:00:00Z')
    const now = renderedAt + aheadMs
    stubClock(now)
    const client = restore(JSON.stringify([[['key'], 'text', renderedAt - 20 * SECOND]]), { renderedAt })
    expect(client.getQueryState(['key'])?.dataUpdatedAt).toBe(now - 23 * SECOND)
  })

  test('nothing is newer than the page, and what has no time is as new as it', () => {
    const renderedAt = Date.parse('2026-03-01T12:00:00Z')
    stubClock(renderedAt)
    const entries = [
      [['later'], 'text', renderedAt + SECOND],
      [['timeless'], 'text'],
    ]
    const client = restore(JSON.stringify(entries), { renderedAt })
    expect(client.getQueryState(['later'])?.dataUpdatedAt).toBe(renderedAt - 3 * SECOND)
    expect(client.getQueryState(['timeless'])?.dataUpdatedAt).toBe(renderedAt)
  })

  test('the cache starts empty without a block', () => {
    expect(restore(null).getQueryCache().getAll()).toEqual([])
    expect(restore('').getQueryCache().getAll()).toEqual([])
  })
})
