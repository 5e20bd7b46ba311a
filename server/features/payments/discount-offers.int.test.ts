import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as payments from '#contract/payments/calls.ts'
import type { BundleId } from '#contract/payments/schemas.ts'
import { DISCOUNT_QUOTAS, TIME_BONUS_MS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import { deleteUser } from '#server/features/accounts/queries.ts'
import { createOffer, endOffer, NewOffer, offers } from '#server/features/credits/offers.ts'
import { AppError } from '#server/platform/errors.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { reportPayment } from '#tests/support/payments.ts'
import type { PaymentStatus } from './providers/provider.ts'

// Codes that an operator makes, for one member or for all (PAY-11).

/** Price of p1 in the Netherlands, and with 20%, in minor units. */
const FULL = 3499
const LOWERED = 2799

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent', TRUST_PROXY: 'true' } })
})
afterAll(() => site.close())

let made = 0
async function make(options: Partial<NewOffer> = {}) {
  const code = `SPRING-${(made += 1)}`
  const terms = { minimumMinor: null, country: null, email: null, maxUses: null, startsAt: null, expiresAt: null }
  await createOffer(site.context, NewOffer.parse({ code, percentage: 20, ...terms, ...options }))
  return options.code ?? code
}

/** Builds a member without the time bonus, which would be another code. */
const build = (options: Parameters<typeof buildMember>[1] = {}) =>
  buildMember(site.context, { signedUpMsAgo: TIME_BONUS_MS, ...options })
const buildMany = (count: number) => Promise.all(Array.from({ length: count }, () => build()))
const find = (member: Member, code: string) =>
  site.call(payments.getDiscountCode, { query: { code } }, { ...member, headers: randomAddress() })
const waiting = (member: Member) => site.call(payments.getDiscountCode, { query: { welcome: 'true' } }, member)

function order(member: Member, code: string, options: { clientId?: string; bundle?: BundleId } = {}) {
  const body = { clientId: randomUUID(), bundle: 'p1', method: 'ideal', code, ...options } as const
  return site.call(payments.createOrder, { body }, { ...member, headers: randomAddress() })
}
type Answer = Awaited<ReturnType<typeof order>>

async function end(answer: Answer, status: PaymentStatus) {
  const ref = answer.reply?.checkoutUrl.split('/').at(-1) ?? ''
  expect((await reportPayment(site, ref, status)).statusCode).toBe(204)
}

const rejected = (status: number, code: string) => ({ status, error: { code } })
const usesOf = async (code: string) => (await offers(site.context)).find((offer) => offer.code === code)

test('a code for all lowers the order of every member, once each', async () => {
  const code = await make()
  for (const member of await buildMany(2)) {
    const { reply } = await find(member, ` ${code.toLowerCase()}`)
    expect(reply?.discount).toEqual({ code, percentage: 20, minimum: null, country: null, expiresAt: null })
    expect(reply?.prices).toContainEqual({ bundle: 'p1', amountMinor: LOWERED })
    // It does not apply by itself.
    expect((await waiting(member)).reply?.discount).toBeNull()
    const first = await order(member, code)
    expect(first.reply?.order).toMatchObject({ amountMinor: LOWERED, discount: { code, fullAmountMinor: FULL } })
    expect(await order(member, code)).toMatchObject(rejected(409, 'credits.code_in_payment'))
    await end(first, 'completed')
    expect(await find(member, code)).toMatchObject(rejected(409, 'credits.code_used'))
    expect(await order(member, code)).toMatchObject(rejected(409, 'credits.code_used'))
  }
  expect(await usesOf(code)).toMatchObject({ used: 2, held: 0 })
})

test('a code is rejected with its reason, in the lookup and by the order', async () => {
  const [owner, other] = [await build(), await build()]
  const now = site.clock.now().getTime()
  const own = await make({ email: owner.email })
  expect((await find(owner, own)).status).toBe(200)
  const reasons = [
    [await make({ expiresAt: new Date(now) }), 410, 'credits.code_expired'],
    [await make({ startsAt: new Date(now + 1) }), 409, 'credits.code_not_started'],
    [await make({ country: 'DE' }), 422, 'credits.code_other_country'],
    [own, 404, 'credits.code_not_found'],
    ['SPRING-', 404, 'credits.code_not_found'],
  ] as const
  for (const [code, status, reason] of reasons) {
    expect([reason, await find(other, code)]).toMatchObject([reason, rejected(status, reason)])
    expect([reason, await order(other, code)]).toMatchObject([reason, rejected(status, reason)])
  }
  const stored = await site.context.db.selectFrom('orders').selectAll().where('userId', '=', other.userId).execute()
  expect(stored).toEqual([])
})

test('a code with a minimum and a country lowers what it is for', async () => {
  const code = await make({ minimumMinor: FULL + 1, country: 'NL' })
  const member = await build()
  const { reply } = await find(member, code)
  expect(reply?.discount).toMatchObject({ minimum: FULL + 1, country: 'NL' })
  expect(reply?.prices.map(({ bundle }) => bundle)).not.toContain('p1')
  expect(await order(member, code)).toMatchObject(rejected(422, 'credits.code_below_minimum'))
  expect((await order(member, code, { bundle: 'p2' })).reply?.order.discount).toMatchObject({ code })
})

test('a code begins and ends at its times', async () => {
  const start = site.clock.now().getTime() + DAY
  const code = await make({ startsAt: new Date(start), expiresAt: new Date(start + DAY) })
  const member = await build()
  expect((await find(member, code)).error?.code).toBe('credits.code_not_started')
  site.clock.advance(DAY)
  expect((await find(member, code)).status).toBe(200)
  site.clock.advance(DAY - 1)
  expect((await find(member, code)).status).toBe(200)
  site.clock.advance(1)
  expect((await find(member, code)).error?.code).toBe('credits.code_expired')
})

test('of many checkouts at once as many get a code as it has places; a failed payment frees one', async () => {
  const code = await make({ maxUses: 3 })
  const members = await buildMany(12)
  const answers = await Promise.all(members.map((member) => order(member, code)))
  const accepted = answers.filter(({ status }) => status === 200)
  expect(accepted).toHaveLength(3)
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(answer).toMatchObject(rejected(409, 'credits.code_used_up'))
  expect(await usesOf(code)).toMatchObject({ used: 0, held: 3 })

  const late = await build()
  expect(await find(late, code)).toMatchObject(rejected(409, 'credits.code_used_up'))
  const [first, second] = accepted
  if (!first || !second) throw new Error('no order')
  await end(first, 'failed')
  await end(second, 'completed')
  const next = await Promise.all((await buildMany(5)).map((member) => order(member, code)))
  expect(next.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await usesOf(code)).toMatchObject({ used: 1, held: 2 })
  const stored = await site.context.db
    .selectFrom('orders')
    .select('status')
    .where('discountCode', '=', code)
    .orderBy('status')
    .execute()
  expect(stored.map(({ status }) => status)).toEqual(['completed', 'failed', 'pending', 'pending'])
})

test('one order sent many times at once takes one place', async () => {
  const code = await make({ maxUses: 2 })
  const [ana, ben] = [await build(), await build()]
  const clientId = randomUUID()
  const answers = await Promise.all(Array.from({ length: 8 }, () => order(ana, code, { clientId })))
  expect(new Set(answers.map(({ reply }) => reply?.order.id)).size).toBe(1)
  expect((await order(ben, code)).status).toBe(200)
})

test('an order whose checkout did not open has its place, until its payment has ended', async () => {
  const code = await make({ maxUses: 1 })
  const [ana, ben] = [await build(), await build()]
  const [provider] = site.context.providers
  if (!provider) throw new Error('no provider')
  const down = vi.spyOn(provider, 'createCheckout').mockRejectedValueOnce(new AppError('payments.provider_unavailable'))
  const clientId = randomUUID()
  expect((await order(ana, code, { clientId })).status).toBe(503)
  down.mockRestore()
  expect(await order(ben, code)).toMatchObject(rejected(409, 'credits.code_used_up'))
  expect((await order(ana, code, { clientId })).reply?.order.amountMinor).toBe(LOWERED)
})

test('the use of an erased account counts on', async () => {
  const code = await make({ maxUses: 1 })
  const [ana, ben] = [await build(), await build()]
  await end(await order(ana, code), 'completed')
  await site.context.transaction(async (tx) => {
    await emit(tx, accountErased, { userId: ana.userId })
    await deleteUser(tx, ana.userId)
  })
  expect(await find(ben, code)).toMatchObject(rejected(409, 'credits.code_used_up'))
  expect(await usesOf(code)).toMatchObject({ used: 1, maxUses: 1 })
})

test('an operator ends a code at once; what was begun with it stays', async () => {
  const code = await make()
  const [ana, ben] = [await build(), await build()]
  const begun = await order(ana, code)
  await endOffer(site.context, { code })
  expect(await order(ben, code)).toMatchObject(rejected(410, 'credits.code_expired'))
  await end(begun, 'completed')
  expect(await usesOf(code)).toMatchObject({ used: 1 })
  await expect(endOffer(site.context, { code: 'NOTHING' })).rejects.toThrow('credits.code_not_found')
  // Also one that has not begun.
  const later = await make({ startsAt: new Date(site.clock.now().getTime() + DAY) })
  await endOffer(site.context, { code: later })
  expect((await find(ben, later)).error?.code).toBe('credits.code_expired')
})

test('a code is made once, not by a name of the program, and with terms that make sense', async () => {
  const code = await make()
  for (const name of [code, 'STAY', 'TIMEBONUS25'])
    await expect(make({ code: name })).rejects.toThrow('credits.code_exists')
  await expect(make({ email: 'unknown@example.com' })).rejects.toThrow('accounts.email_not_found')
  const at = site.clock.now()
  const wrong: Partial<Record<keyof NewOffer, unknown>>[] = [
    { percentage: 0 },
    { percentage: 101 },
    { percentage: 12.5 },
    { minimumMinor: 0 },
    { maxUses: 0 },
    { country: 'XX' },
    { code: 'A B' },
    { startsAt: at, expiresAt: at },
  ]
  for (const terms of wrong) await expect(make(terms as Partial<NewOffer>)).rejects.toThrow(/path/)
})

test('a program that guesses codes is stopped', async () => {
  const member = await build()
  const [{ max } = { max: 0 }] = DISCOUNT_QUOTAS.perMember
  const guesses = await Promise.all(Array.from({ length: max + 1 }, (_, each) => find(member, `GUESS-${each}`)))
  const codes = guesses.map(({ error }) => error?.code)
  expect(codes.filter((each) => each === 'credits.code_not_found')).toHaveLength(max)
  expect(codes).toContain('request.too_many')
})
