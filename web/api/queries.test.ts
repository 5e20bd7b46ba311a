import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import { apiQuery, apiQueryKey, createQueryClient, withSocket } from './queries.ts'
import { bindTransport, type Transport } from './transport.ts'

const getThingSchemas = {
  summary: 'A thing.',
  params: z.object({ id: z.string() }),
  reply: z.object({ name: z.string() }),
}
const getThing = endpoint<typeof getThingSchemas>('GET', '/api/things/:id', 'member')

function fixture(status = 200) {
  const transport = vi.fn<Transport>(async ({ params }) => ({
    status,
    body: status === 200 ? { name: `thing ${params?.['id']}` } : undefined,
    retryAfterSeconds: null,
  }))
  const client = createQueryClient()
  bindTransport(client, transport)
  return { client, transport }
}

describe('a query of an endpoint', () => {
  test('fetches through the transport of its client', async () => {
    const { client, transport } = fixture()
    const reply = await client.query(apiQuery(getThing, { params: { id: '7' } }))
    expect(reply).toEqual({ name: 'thing 7' })
    expect(transport.mock.lastCall?.[0]).toMatchObject({ method: 'GET', path: '/api/things/:id', params: { id: '7' } })
  })

  test('is fetched once while it is fresh', async () => {
    const { client, transport } = fixture()
    const query = () => client.query(apiQuery(getThing, { params: { id: '7' } }))
    await query()
    await query()
    expect(transport).toHaveBeenCalledOnce()
  })

  test('is cached per input', async () => {
    const { client } = fixture()
    await client.query(apiQuery(getThing, { params: { id: '7' } }))
    await expect(client.query(apiQuery(getThing, { params: { id: '8' } }))).resolves.toEqual({ name: 'thing 8' })
  })

  test('is not sent again during server rendering, where the visitor waits', async () => {
    const { client, transport } = fixture(503)
    await expect(client.query(apiQuery(getThing, { params: { id: '7' } }))).rejects.toBeInstanceOf(ApiError)
    expect(transport).toHaveBeenCalledOnce()
  })
})

test('the key of an endpoint matches its queries with every input', async () => {
  const { client } = fixture()
  const first = apiQuery(getThing, { params: { id: '1' } })
  const second = apiQuery(getThing, { params: { id: '2' } })
  await Promise.all([client.query(first), client.query(second)])
  client.removeQueries({ queryKey: apiQueryKey(getThing) })
  expect(client.getQueryData(first.queryKey)).toBeUndefined()
  expect(client.getQueryData(second.queryKey)).toBeUndefined()
})

test('a query that events keep current is fetched once the socket is open, and whenever it becomes invalid', async () => {
  const { client, transport } = fixture()
  const query = apiQuery(getThing, { params: { id: '1' } })
  const stop = new QueryObserver(client, { ...query, ...withSocket }).subscribe(() => {})
  expect(transport).not.toHaveBeenCalled()
  for (const calls of [1, 2]) {
    await client.invalidateQueries({ queryKey: query.queryKey })
    expect(transport).toHaveBeenCalledTimes(calls)
  }
  // The next part of the page that shows it.
  const stopSecond = new QueryObserver(client, { ...query, ...withSocket }).subscribe(() => {})
  expect(transport).toHaveBeenCalledTimes(2)
  expect(client.getQueryData(query.queryKey)).toEqual({ name: 'thing 1' })
  stop()
  stopSecond()
})
