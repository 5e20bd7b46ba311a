import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CountryCode } from '#contract/countries.ts'
import { FORMER_PRICES_MS } from '#contract/limits.ts'
import { createOrder, getBundles, getPriceList, getRepeatOrder, getSpendingLimit } from '#contract/payments/calls.ts'
import { updateProfile } from '#contract/profiles/calls.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'

// Whose prices a member has after a move (PAY-28).

const addresses = { FR: '78.192.0.1', NL: '193.0.6.139', nowhere: '10.0.0.1' }
const places = {
  NL: { region: 'Utrecht', city: 'Utrecht' },
  FR: { region: 'Bretagne', city: 'Rennes' },
  CA: { region: 'Ontario', city: 'Toronto' },
  CH: { region: 'Zürich', city: 'Zürich' },
} satisfies Partial<Record<CountryCode, object>>

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true', LOG_LEVEL: 'silent' } })
})
afterAll(() => site.close())

/** A member in France whose session outlasts the time. */
async function buildFrench() {
  const member = await buildMember(site.context, { country: 'FR' })
  const expiresAt = new Date(site.clock.now().getTime() + 10 * FORMER_PRICES_MS)
  await site.context.db.updateTable('sessions').set({ expiresAt }).where('userId', '=', member.userId).execute()
  return member
}

async function move(member: Member, country: keyof typeof places, from: keyof typeof addresses) {
  const headers = { 'x-forwarded-for': addresses[from] }
  const body = { country, ...places[country] }
  expect((await site.call(updateProfile, { body }, { ...member, headers })).status).toBe(200)
}
const offerTo = async (member: Member) => (await site.call(getBundles, { query: {} }, member)).reply
const currencyFor = async (member: Member) => (await offerTo(member))?.bundles[0]?.currency

async function orderOf(member: Member) {
  const body = { clientId: randomUUID(), bundle: 'p3', method: 'visa', country: 'FR', code: null } as const
  const { reply } = await site.call(createOrder, { body }, member)
  const order = site.context.db.selectFrom('orders').select(['country', 'currency', 'amountMinor'])
  return order.where('publicId', '=', reply?.order.id ?? '').executeTakeFirstOrThrow()
}

test('a move that the network address contradicts keeps the former prices and VAT everywhere, for its time', async () => {
  const member = await buildFrench()
  await move(member, 'CA', 'FR')
  const until = new Date(site.clock.now().getTime() + FORMER_PRICES_MS).toISOString()
  expect(await offerTo(member)).toMatchObject({ vatPercent: 20, formerPrices: { country: 'FR', until } })
  expect(await orderOf(member)).toEqual({ country: 'FR', currency: 'EUR', amountMinor: 14_999 })
  expect((await site.call(getPriceList, {}, member)).reply?.country).toBe('FR')
  expect((await site.call(getRepeatOrder, {}, member)).reply).toMatchObject({ formerPrices: { country: 'FR' } })
  expect((await site.call(getSpendingLimit, {}, member)).reply?.spent.currency).toBe('EUR')
  site.clock.advance(FORMER_PRICES_MS - 1)
  expect(await currencyFor(member)).toBe('EUR')
  site.clock.advance(1)
  expect(await offerTo(member)).toMatchObject({ vatPercent: 0, formerPrices: null })
  expect(await orderOf(member)).toMatchObject({ country: 'CA', currency: 'CAD' })
})

test('a move to the country of the network address, or from an unknown one, brings its prices at once', async () => {
  const [french, unknown] = [await buildMember(site.context), await buildMember(site.context)]
  await move(french, 'FR', 'FR')
  expect(await offerTo(french)).toMatchObject({ vatPercent: 20, formerPrices: null })
  await move(unknown, 'CH', 'nowhere')
  expect(await currencyFor(unknown)).toBe('CHF')
})

test('moving on gains nothing, and moving back ends it', async () => {
  const member = await buildFrench()
  await move(member, 'CA', 'FR')
  site.clock.advance(FORMER_PRICES_MS - 1)
  await move(member, 'CH', 'FR')
  site.clock.advance(FORMER_PRICES_MS - 1)
  expect(await currencyFor(member)).toBe('EUR')
  // The same country again is no move.
  await move(member, 'CH', 'FR')
  site.clock.advance(1)
  expect(await currencyFor(member)).toBe('CHF')
  await move(member, 'FR', 'NL')
  expect(await currencyFor(member)).toBe('CHF')
  await move(member, 'CH', 'NL')
  expect(await offerTo(member)).toMatchObject({ formerPrices: null })
})
