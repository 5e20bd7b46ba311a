import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { queryClientContext } from '#web/api/load.ts'
import { createQueryClient } from '#web/api/queries.ts'
import { bindTransport } from '#web/api/transport.ts'
import { loader } from './members.tsx'

/** Opens the search while the API rejects every call. Returns what the loader throws. */
function open(address: string, rejection: { status: number; code: string }) {
  const client = createQueryClient()
  const { status, code } = rejection
  bindTransport(client, async () => ({ status, body: { error: { code, requestId: 'one' } }, retryAfterSeconds: null }))
  const context = new RouterContextProvider()
  context.set(queryClientContext, client)
  const url = new URL(address, 'http://localhost')
  const args = { context, url, params: {}, pattern: '/members', request: new Request(url) } as const
  return loader(args as Parameters<typeof loader>[0]).catch((thrown: unknown) => thrown)
}

const invalid = { status: 400, code: 'request.invalid' }

test('a link with a key that the API rejects leads to the first page of its search (SEARCH-4)', async () => {
  const answer = await open('/members?gender=female&after=xx&minAge=30', invalid)
  expect(answer).toBeInstanceOf(Response)
  const { status, headers } = answer as Response
  expect([status, headers.get('location')]).toEqual([302, '/members?gender=female&minAge=30'])
})

test('any other error is an error page', async () => {
  expect(await open('/members?gender=female', invalid)).toMatchObject({ init: { status: 404 } })
  const closed = { status: 401, code: 'authentication_required' }
  expect(await open('/members?after=xx', closed)).toMatchObject({ init: { status: 401 } })
})
