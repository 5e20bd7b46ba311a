import { afterAll, beforeAll, expect, test } from 'vitest'
import { getLander } from '#contract/landers/calls.ts'
import { COUNTRY_COOKIE } from '#contract/limits.ts'
import { getPriceList } from '#contract/payments/calls.ts'
import { searchMembers } from '#contract/search/calls.ts'
import { getSettings } from '#contract/settings/calls.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { changeSettings } from './service.ts'

const french = { 'x-forwarded-for': '78.192.0.1' }
const dutch = { 'x-forwarded-for': '193.0.6.139' }
let behindProxy: TestApp
let direct: TestApp

beforeAll(async () => {
  behindProxy = await startTestApp({ environment: { TRUST_PROXY: 'true' } })
  direct = await startTestApp()
})
afterAll(async () => {
  await behindProxy.close()
  await direct.close()
})

const settingsFor = async (app: TestApp, headers: Record<string, string>) => {
  const { reply } = await app.call(getSettings, { query: {} }, { headers })
  return [reply?.settings.geoip_country, reply?.settings.geoip_selected_country]
}
const pricesFor = async (headers: Record<string, string>) =>
  (await behindProxy.call(getPriceList, {}, { headers })).reply?.country
const searchFor = async (headers: Record<string, string>) =>
  (await behindProxy.call(searchMembers, { query: {} }, { headers })).reply?.filters.country
const landerFor = async (headers: Record<string, string>) =>
  (await behindProxy.call(getLander, { params: { lander: 'gallery' }, query: {} }, { headers })).reply?.country

test('the country of a visitor is that of the network address, for each visitor', async () => {
  expect(await settingsFor(behindProxy, french)).toEqual(['FR', null])
  expect(await settingsFor(behindProxy, dutch)).toEqual(['NL', null])
  expect(await settingsFor(behindProxy, { 'x-forwarded-for': '10.0.0.1' })).toEqual([null, null])
  // Of two addresses the nearer one counts where one proxy is trusted: see TRUST_PROXY. Here all are.
  expect(await settingsFor(behindProxy, { 'x-forwarded-for': '78.192.0.1, 193.0.6.139' })).toEqual(['FR', null])
})

test('the country of a visitor counts before the language of the browser, in prices, search and landing pages', async () => {
  const headers = { ...french, 'accept-language': 'de-DE' }
  expect([await pricesFor(headers), await searchFor(headers)]).toEqual(['FR', 'FR'])
  expect(await landerFor(headers)).toBe('FR')
})

test('the country of a visitor is the chosen one before that of the address', async () => {
  const headers = { ...french, cookie: `${COUNTRY_COOKIE}=IE` }
  expect(await settingsFor(behindProxy, headers)).toEqual(['FR', 'IE'])
  expect([await pricesFor(headers), await searchFor(headers)]).toEqual(['IE', 'IE'])
})

test.each(['XX', 'BR', 'gb', '', 'constructor', 'GB%00', 'x'.repeat(3000)])(
  'the country of a visitor cannot be chosen as %.20s',
  async (value) => {
    const headers = { ...french, cookie: `${COUNTRY_COOKIE}=${value}` }
    expect(await settingsFor(behindProxy, headers)).toEqual(['FR', null])
  },
)

test('the country of a visitor is none that the site does not have', async () => {
  const { context } = behindProxy
  await changeSettings(context, { siteId: context.sites.of('localhost').id, settings: { countries: ['DE', 'NL'] } })
  await context.events.drain()
  const headers = { ...french, cookie: `${COUNTRY_COOKIE}=IE` }
  expect([await pricesFor(headers), await searchFor(headers)]).toEqual(['DE', 'DE'])
})

test('the country of a visitor of a header is not believed unless a proxy is trusted', async () => {
  expect(await settingsFor(direct, french)).toEqual([null, null])
  expect(await settingsFor(direct, { 'x-real-ip': '78.192.0.1', forwarded: 'for=78.192.0.1' })).toEqual([null, null])
})

test('the country of a visitor cannot be stored for all', async () => {
  const { context } = direct
  const { id } = context.sites.of('localhost')
  const settings: object = { geoip_country: 'FR', geoip_selected_country: 'FR' }
  await changeSettings(context, { siteId: id, settings })
  await context.events.drain()
  expect(context.sites.byId(id).settings).toMatchObject({ geoip_country: null, geoip_selected_country: null })
})
