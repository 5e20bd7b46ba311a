import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrder, getBundles } from '#contract/payments/calls.ts'
import { demoCompany } from '#server/features/settings/defaults.ts'
import { insertSite } from '#server/features/settings/queries.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember } from '#tests/support/builders.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
  const { context } = site
  const other = { domain: 'other.test', isDefault: false, company: demoCompany, at: context.clock.now() }
  await context.transaction((tx) => insertSite(tx, other))
  await context.sites.refresh()
})
afterAll(() => site.close())

async function setPrice(domain: string, message_credits: number) {
  const { context } = site
  await changeSettings(context, { siteId: context.sites.of(domain).id, settings: { message_credits } })
  await context.sites.refresh()
}

const priceOf = (domain: string) => site.context.sites.of(domain).settings.message_credits

/** Credits and messages of the smallest bundle on a site. */
async function smallest(host: string) {
  const { reply } = await site.call(getBundles, { query: {} }, { headers: { host } })
  const { credits, messages } = reply?.bundles[0] ?? { credits: 0, messages: 1 }
  return { credits, messages }
}

const setMatchPrice = (domain: string, match_message_credits: number | null) =>
  changeSettings(site.context, { siteId: site.context.sites.of(domain).id, settings: { match_message_credits } })

test('a text between two who matched costs at most what any other text costs, also when that price falls', async () => {
  const tooHigh = { code: 'settings.match_price_too_high' }
  const { sites, events, db } = site.context
  await setMatchPrice('localhost', 2)
  await events.drain()
  expect(sites.of('localhost').settings.match_message_credits).toBe(2)
  for (const domain of ['localhost', 'other.test'])
    await expect(setMatchPrice(domain, 3)).rejects.toMatchObject(tooHigh)
  await expect(setPrice('localhost', 1)).rejects.toMatchObject(tooHigh)
  expect(sites.of('localhost').settings).toMatchObject({ message_credits: 2, match_message_credits: 2 })

  // Written past the check: the site goes on with the price of any other text.
  const settings = JSON.stringify({ match_message_credits: 9 })
  await db.updateTable('sites').set({ settings }).where('domain', '=', 'other.test').execute()
  await sites.refresh()
  expect(sites.of('other.test').settings.match_message_credits).toBeNull()
  await setMatchPrice('other.test', null)
  await setMatchPrice('localhost', null)
  await sites.refresh()
})

test('a message costs the same on all sites, that of the default site, until credits are sold and for ever after', async () => {
  await setPrice('other.test', 10)
  expect([priceOf('localhost'), priceOf('other.test')]).toEqual([2, 2])
  await setPrice('localhost', 5)
  expect([priceOf('localhost'), priceOf('other.test')]).toEqual([5, 5])
  expect(await smallest('other.test')).toEqual({ credits: 50, messages: 10 })

  const body = { clientId: randomUUID(), bundle: 'p0', method: 'ideal' } as const
  expect((await site.call(createOrder, { body }, await buildMember(site.context))).reply?.order.credits).toBe(50)
  for (const domain of ['localhost', 'other.test'])
    await expect(setPrice(domain, 1)).rejects.toMatchObject({ code: 'settings.price_fixed' })
  // Written past the check: the price of the sold credits stays.
  await site.context.db
    .updateTable('sites')
    .set({ settings: JSON.stringify({ message_credits: 1 }) })
    .execute()
  await site.context.sites.refresh()
  expect([priceOf('localhost'), priceOf('other.test')]).toEqual([5, 5])
  expect(await smallest('localhost')).toEqual({ credits: 50, messages: 10 })
})

test('an order at a price that is no longer in force is rejected', async () => {
  const { context } = site
  const member = await buildMember(context)
  await context.db.updateTable('messagePrices').set({ messageCredits: 9 }).execute()
  const body = { clientId: randomUUID(), bundle: 'p0', method: 'ideal' } as const
  expect(await site.call(createOrder, { body }, member)).toMatchObject({ status: 503, error: { code: 'request.busy' } })
  await context.sites.refresh()
  expect((await site.call(createOrder, { body }, member)).reply?.order.credits).toBe(90)
})
