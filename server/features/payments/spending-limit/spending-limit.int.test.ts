import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SPENDING_RAISE_MS } from '#contract/limits.ts'
import { createOrder, getSpendingLimit, setSpendingLimit, withdraw } from '#contract/payments/calls.ts'
import type { BundleId } from '#contract/payments/schemas.ts'
import { spend } from '#server/features/credits/service.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { waitForLock } from '#tests/support/audits/locks.ts'
import { reportPayment, settleAtSandbox } from '#tests/support/payments.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'
import { assertWithinLimit } from './spending-limit.ts'
import { lockLimit, saveLimit } from './spending-queries.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true' } })
})
afterAll(() => site.close())

// Each call from another address, because an address has limits of its own.
const set = (member: Member, amountMinor: number | null) =>
  site.call(setSpendingLimit, { body: { amountMinor } }, { ...member, headers: randomAddress() })
const limitOf = async (member: Member) => (await site.call(getSpendingLimit, {}, member)).reply

function order(member: Member, options: { bundle?: BundleId; clientId?: string } = {}) {
  const body = { clientId: randomUUID(), bundle: 'p0', method: 'ideal', code: null, ...options } as const
  return site.call(createOrder, { body }, { ...member, headers: randomAddress() })
}

const exceeded = { status: 403, error: { code: 'payments.spending_limit' } }

test('a limit rejects the order above it, and shows what was spent', async () => {
  const member = await buildMember(site.context)
  expect(await limitOf(member)).toEqual({
    limit: null,
    raise: null,
    spent: { amountMinor: 0, currency: 'EUR' },
  })
  expect((await set(member, 3000)).reply).toMatchObject({ limit: { amountMinor: 3000, currency: 'EUR' } })
  const clientId = randomUUID()
  const first = await order(member, { clientId })
  expect(first.status).toBe(200)
  expect((await order(member)).status).toBe(200)
  expect(await limitOf(member)).toMatchObject({ spent: { amountMinor: 2998 } })
  expect(await order(member)).toMatchObject(exceeded)
  // The same order again is no other order.
  expect((await order(member, { clientId })).reply).toEqual(first.reply)
  // A failed payment is not spent.
  await reportPayment(site, first.reply?.checkoutUrl.split('/').at(-1) ?? '', 'failed')
  expect((await order(member)).status).toBe(200)
})

test('of many orders at once, as many pass as the limit has room for', async () => {
  const member = await buildMember(site.context)
  await set(member, 3 * 1499)
  const answers = await Promise.all(Array.from({ length: 8 }, () => order(member)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(answers.filter(({ error }) => error?.code === 'payments.spending_limit')).toHaveLength(5)
})

describe('at the same moment', () => {
  /** Runs `run` in a transaction, holds it until `meanwhile` waits for a lock, and commits. */
  async function during<Result>(run: (tx: Tx) => Promise<unknown>, meanwhile: () => Promise<Result>) {
    const { transaction } = site.context
    let second: Promise<Result> | undefined
    await transaction(async (tx) => {
      await run(tx)
      second = meanwhile()
      await waitForLock(site.context)
    })
    return second
  }
  const price = { amountMinor: 1499, currency: 'EUR' } as const

  test('an order waits for a limit that is being lowered, and is rejected by it', async () => {
    const member = await buildMember(site.context)
    const { userId } = member
    await set(member, 3000)
    const lowered = { amountMinor: 1000, currency: 'EUR', raise: null } as const
    const answer = await during(
      (tx) => saveLimit(tx, { userId, limit: lowered, at: site.clock.now() }),
      () => order(member),
    )
    expect(answer).toMatchObject(exceeded)
  })

  test('changes of a limit wait for the order that it was compared with, and for each other', async () => {
    const member = await buildMember(site.context)
    const { userId } = member
    await set(member, 3000)
    const answers = await during(
      (tx) => assertWithinLimit(site.context, tx, { userId, ...price }),
      () => Promise.all([set(member, 1000), set(member, 5000), order(member, { bundle: 'p1' })]),
    )
    expect(answers?.map(({ status }) => status)).toEqual([200, 200, 403])
    // In either order: lowered at once, and an earlier raise is withdrawn or starts from there.
    const { limit, raise } = (await limitOf(member)) ?? {}
    expect(limit?.amountMinor).toBe(1000)
    expect([undefined, 5000]).toContain(raise?.limit?.amountMinor)
  })

  test('of two first limits the second waits, and counts at once only if it is lower', async () => {
    for (const [second, counts] of [
      [2000, { limit: { amountMinor: 2000 }, raise: null }],
      [5000, { limit: { amountMinor: 3000 }, raise: { limit: { amountMinor: 5000 } } }],
      [null, { limit: { amountMinor: 3000 }, raise: { limit: null } }],
    ] as const) {
      const member = await buildMember(site.context)
      const { userId } = member
      const first = { amountMinor: 3000, currency: 'EUR', raise: null } as const
      const answer = await during(
        (tx) => saveLimit(tx, { userId, limit: first, at: site.clock.now() }),
        () => set(member, second),
      )
      expect(answer).toMatchObject({ status: 200, reply: counts })
    }
  })

  test('a raise never takes back a lowering that it did not see', async () => {
    const member = await buildMember(site.context)
    const { userId } = member
    await set(member, 3000)
    const lowered = { amountMinor: 1000, currency: 'EUR', raise: null } as const
    const answer = await during(
      async (tx) => {
        await lockLimit(tx, userId)
        await saveLimit(tx, { userId, limit: lowered, at: site.clock.now() })
      },
      () => set(member, 2000),
    )
    // Of the limit before, 2000 would have been a lowering.
    expect(answer?.reply).toMatchObject({ limit: { amountMinor: 1000 }, raise: { limit: { amountMinor: 2000 } } })
  })
})

test('lowering counts at once, raising and removing after a day', async () => {
  const member = await buildMember(site.context)
  await set(member, 2000)
  const at = new Date(site.clock.now().getTime() + SPENDING_RAISE_MS).toISOString()
  expect((await set(member, 9000)).reply).toMatchObject({
    limit: { amountMinor: 2000 },
    raise: { limit: { amountMinor: 9000 }, at },
  })
  expect(await order(member, { bundle: 'p1' })).toMatchObject(exceeded)
  expect((await set(member, null)).reply).toMatchObject({ limit: { amountMinor: 2000 }, raise: { limit: null, at } })
  expect((await set(member, 1000)).reply).toMatchObject({ limit: { amountMinor: 1000 }, raise: null })
  await set(member, 4000)
  site.clock.advance(SPENDING_RAISE_MS)
  expect(await limitOf(member)).toMatchObject({ limit: { amountMinor: 4000 }, raise: null })
  expect((await order(member, { bundle: 'p1' })).status).toBe(200)
})

test('a chargeback makes no room for another order', async () => {
  const member = await buildMember(site.context)
  await set(member, 1499)
  const ref = (await order(member)).reply?.checkoutUrl.split('/').at(-1) ?? ''
  await settleAtSandbox(site, ref, { chargedBackMinor: 1499 })
  await reportPayment(site, ref, 'completed')
  expect((await limitOf(member))?.spent.amountMinor).toBe(1499)
  expect(await order(member)).toMatchObject(exceeded)
})

test('what a withdrawal returns does not count; the price of the credits that were spent does', async () => {
  const member = await buildMember(site.context)
  const { userId } = member
  await set(member, 2000)
  const { reply } = await order(member)
  await reportPayment(site, reply?.checkoutUrl.split('/').at(-1) ?? '', 'completed')
  const message = { userId, kind: 'message', ref: 'a message', amount: 16 } as const
  await site.context.transaction((tx) => spend({ ...site.context, tx }, message))
  const params = { orderId: reply?.order.id ?? '' }
  const returned = await site.call(withdraw, { params, body: { credits: 4, amountMinor: 300 } }, member)
  expect(returned.status).toBe(200)
  expect((await limitOf(member))?.spent.amountMinor).toBe(1199)
  expect(await order(member)).toMatchObject(exceeded)
  // All of it comes back if the provider returns nothing.
  await site.context.db.updateTable('refunds').set({ status: 'failed' }).execute()
  expect((await limitOf(member))?.spent.amountMinor).toBe(1499)
})

test('a limit needs a log-in and an amount', async () => {
  const rejected = { status: 403, error: { code: 'authentication_required' } }
  expect(await site.call(getSpendingLimit, {})).toMatchObject(rejected)
  expect(await site.call(setSpendingLimit, { body: { amountMinor: 1 } })).toMatchObject(rejected)
  const member = await buildMember(site.context)
  for (const amountMinor of [-1, 0.5, 10_000_001]) expect(await set(member, amountMinor)).toMatchObject({ status: 400 })
})
