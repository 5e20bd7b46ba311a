import { RouterContextProvider } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { asRouteError, loading, queryClientContext, queryOf } from './load.ts'
import { createQueryClient } from './queries.ts'

function fixture() {
  const client = createQueryClient()
  const context = new RouterContextProvider()
  context.set(queryClientContext, client)
  const queryFn = vi.fn<() => Promise<string>>(async () => 'fetched')
  return { client, context, options: { queryKey: ['thing'], queryFn } }
}

describe('a loader', () => {
  test('fills the cache and returns nothing itself', async () => {
    const { client, context, options } = fixture()
    const load = loading(({ query }) => query(options))
    await expect(load({ context })).resolves.toBeNull()
    expect(client.getQueryData(['thing'])).toBe('fetched')
  })

  test('gets the arguments of its route', async () => {
    const { context } = fixture()
    const seen: unknown[] = []
    const load = loading(async ({ params }: { context: typeof context; params: { id: string } }) =>
      seen.push(params.id),
    )
    await load({ context, params: { id: '7' } })
    expect(seen).toEqual(['7'])
  })

  test('turns an error of the API into an error page', async () => {
    const { context } = fixture()
    const load = loading(async () => {
      throw new ApiError(404, { code: 'request.not_found', params: { name: 'Ann' } })
    })
    await expect(load({ context })).rejects.toMatchObject({
      data: { code: 'request.not_found', params: { name: 'Ann' } },
      init: { status: 404 },
    })
  })

  test('passes on a redirect', async () => {
    const { context } = fixture()
    const redirect = new Response(null, { status: 302 })
    const load = loading(async () => {
      throw redirect
    })
    await expect(load({ context })).rejects.toBe(redirect)
  })
})

describe('the query of a route', () => {
  test('answers from the cache, however old the data is', async () => {
    const { client, context, options } = fixture()
    client.setQueryData(['thing'], 'cached', { updatedAt: 1 })
    await expect(queryOf({ context })(options)).resolves.toBe('cached')
    expect(options.queryFn).not.toHaveBeenCalled()
  })

  test('fetches what the cache does not have', async () => {
    const { context, options } = fixture()
    await expect(queryOf({ context })(options)).resolves.toBe('fetched')
  })
})

describe('as the error of a route', () => {
  test('a lost connection is shown as unavailable', () => {
    expect(asRouteError(new ApiError(0, { code: 'request.unreachable' }))).toMatchObject({ init: { status: 503 } })
  })

  test('an address with what cannot be the id of anything is a page that does not exist', () => {
    expect(asRouteError(new ApiError(400, { code: 'request.invalid' }))).toMatchObject({
      data: { code: 'request.not_found' },
      init: { status: 404 },
    })
  })

  test('a bug stays what it is, so that it is reported', () => {
    const bug = new Error('bug')
    expect(asRouteError(bug)).toBe(bug)
  })
})
