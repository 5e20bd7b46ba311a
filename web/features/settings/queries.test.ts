import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { GEOCODE_CACHE_MS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import { environmentManager } from '@tanstack/react-query'
import { createQueryClient } from '#web/api/queries.ts'
import { bindTransport, type Transport } from '#web/api/transport.ts'
import { geocodeQuery } from './geocode-query.ts'
import { companyQuery, interestsQuery, regionsQuery } from './list-queries.ts'
import { settingsOfPage, settingsQuery } from './queries.ts'

// As in a browser: on a server the library drops nothing, whatever the options say.
beforeEach(() => {
  vi.useFakeTimers()
  environmentManager.setIsServer(() => false)
})
afterEach(() => {
  vi.useRealTimers()
  environmentManager.setIsServer(() => true)
})

function tab(reply: { status: number; body: unknown }) {
  const transport = vi.fn<Transport>(async () => ({ ...reply, retryAfterSeconds: null }))
  const client = createQueryClient()
  bindTransport(client, transport)
  return { client, transport }
}

describe('a list of the site is fetched once and kept as long as the page is open (SET-7):', () => {
  test.each([
    ['interests', interestsQuery()],
    ['regions', regionsQuery()],
    ['company', companyQuery()],
  ] as const)('%s', async (_, options) => {
    const { client, transport } = tab({ status: 200, body: {} })
    // The compiler does not unite the options of three queries.
    const query = () => client.query(options as ReturnType<typeof companyQuery>)
    await query()
    await vi.advanceTimersByTimeAsync(DAY)
    await query()
    expect(transport).toHaveBeenCalledOnce()
  })

  test('settings', async () => {
    const { client, transport } = tab({ status: 200, body: { settings: { name: 'Rendezvous', region_data: {} } } })
    await client.query(settingsQuery())
    await vi.advanceTimersByTimeAsync(DAY)
    expect(await client.query(settingsQuery())).toEqual({ settings: { name: 'Rendezvous' } })
    expect(transport).toHaveBeenCalledOnce()
  })
})

test('the settings of a page are asked for with its query, of which a host name that is none is left out', async () => {
  const { client, transport } = tab({ status: 200, body: { settings: {} } })
  await client.query(settingsOfPage(new URLSearchParams('domain=sparks.test&network=acme')))
  client.clear()
  await client.query(settingsOfPage(new URLSearchParams({ domain: 'x'.repeat(300), sub1: 'a' })))
  expect(transport.mock.calls.map(([{ query }]) => query)).toEqual([
    { domain: 'sparks.test', network: 'acme' },
    { sub1: 'a' },
  ])
})

describe('the place of a position (SET-9)', () => {
  const position = { lat: 52.0912, lon: 5.1234 }

  test('is kept for an hour, and then asked for again', async () => {
    const geocode = { country: 'NL', region: 'Utrecht', city: 'Utrecht' }
    const { client, transport } = tab({ status: 200, body: { geocode } })
    expect(await client.query(geocodeQuery(position))).toEqual(geocode)
    await vi.advanceTimersByTimeAsync(GEOCODE_CACHE_MS - 1)
    expect(await client.query(geocodeQuery(position))).toEqual(geocode)
    expect(transport).toHaveBeenCalledOnce()
    expect(transport.mock.lastCall?.[0].query).toEqual({ lat: '52.09', lon: '5.12' })
    await vi.advanceTimersByTimeAsync(1)
    await client.query(geocodeQuery(position))
    expect(transport).toHaveBeenCalledTimes(2)
  })

  test.each([
    ['where there is none', { status: 200, body: { geocode: null } }],
    ['after a failure', { status: 400, body: { error: { code: 'request.invalid' } } }],
  ])('is false %s, and not asked for again', async (_, reply) => {
    const { client, transport } = tab(reply)
    for (let n = 0; n < 2; n += 1) expect(await client.query(geocodeQuery(position))).toBe(false)
    expect(transport).toHaveBeenCalledOnce()
  })
})
