import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { OPEN_ORDER_DAYS, UNOPENED_ORDER_MS } from '#contract/limits.ts'
import { createOrder, getOrder, setSpendingLimit } from '#contract/payments/calls.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#contract/time.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import { spend } from '#server/features/credits/service.ts'
import { AppError } from '#server/platform/errors.ts'
import { newPublicId } from '#server/platform/ids.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { balanceOf } from '#tests/support/balance.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { waitForLock } from '#tests/support/audits/locks.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { buildOrder, reportPayment, sendEvent, settleAtSandbox } from '#tests/support/payments.ts'
import { checkOrders } from './check-orders.ts'
import { ProviderRejection } from '#server/features/payments/providers/provider.ts'
import { SIGNATURE_HEADER } from '#server/features/payments/providers/sandbox-signature.ts'
import { saveCheckout } from '#server/features/payments/queries.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent', REQUESTS_PER_MINUTE: '100000' } })
})
afterAll(() => site.close())
afterEach(() => vi.restoreAllMocks())

async function buildBuyer() {
  const member = await buildMember(site.context)
  return { member, ...(await buildOrder(site, member)) }
}

async function statusOf(member: Member, orderId: string) {
  return (await site.call(getOrder, { params: { orderId } }, member)).reply?.order.status
}

const balance = ({ userId }: Member) => balanceOf(site.context, userId)

async function incidentsOf(ref: string) {
  const { db } = site.context
  const rows = await db.selectFrom('paymentIncidents').select('kind').where('providerRef', '=', ref).execute()
  return rows.map(({ kind }) => kind)
}

const hint = (ref: string) => sendEvent(site, { eventId: newPublicId(), ref })

function spendCredits({ userId }: Member, amount: number) {
  const change = { userId, kind: 'message', ref: newPublicId(), amount } as const
  return site.context.transaction((tx) => spend({ ...site.context, tx }, change))
}

describe('a payment of something else than was ordered', () => {
  test.each([
    ['another amount', { amountMinor: 1 }],
    ['another currency', { currency: 'USD' }],
    ['another order', { reference: 'another' }],
  ])('%s changes nothing and is reported once', async (_, change) => {
    const { member, orderId, ref } = await buildBuyer()
    await settleAtSandbox(site, ref, { status: 'completed' })
    await site.context.db.updateTable('sandboxPayments').set(change).where('ref', '=', ref).execute()
    for (let n = 0; n < 2; n += 1) expect((await hint(ref)).statusCode).toBe(204)
    expect(await statusOf(member, orderId)).toBe('pending')
    expect(await balance(member)).toEqual({ credits: 0, isPremium: false })
    expect(await incidentsOf(ref)).toEqual(['mismatch'])
    await site.context.db
      .updateTable('sandboxPayments')
      .set({ reference: newPublicId() })
      .where('ref', '=', ref)
      .execute()
  })

  test('money that was returned without the site is reported', async () => {
    const { ref } = await buildBuyer()
    await reportPayment(site, ref, 'completed')
    const refund = { id: newPublicId(), ref, amountMinor: 1000, createdAt: site.clock.now() }
    await site.context.db.insertInto('sandboxRefunds').values(refund).execute()
    expect((await hint(ref)).statusCode).toBe(204)
    expect(await incidentsOf(ref)).toEqual(['refunded_elsewhere'])
  })
})

test('a payment for an account that is gone is kept, reported and returned', async () => {
  const { member, orderId, ref } = await buildBuyer()
  const { context } = site
  await context.transaction(async (tx) => {
    await emit(tx, accountErased, { userId: member.userId })
    await tx.deleteFrom('users').where('id', '=', member.userId).execute()
  })
  for (let n = 0; n < 3; n += 1) expect((await reportPayment(site, ref, 'completed')).statusCode).toBe(204)
  await context.jobs.runDue()
  const order = await context.db
    .selectFrom('orders')
    .select(['id', 'status'])
    .where('publicId', '=', orderId)
    .executeTakeFirstOrThrow()
  expect(order.status).toBe('refunded')
  expect(await incidentsOf(ref)).toEqual(['buyer_gone'])
  const refunds = context.db.selectFrom('refunds').select(['amountMinor', 'credits', 'status', 'reason'])
  expect(await refunds.where('orderId', '=', order.id).execute()).toEqual([
    { amountMinor: 3499, credits: 0, status: 'done', reason: 'buyer_gone' },
  ])
  const events = await context.db.selectFrom('orderEvents').select('toStatus').where('orderId', '=', order.id).execute()
  expect(events.map(({ toStatus }) => toStatus)).toEqual(['pending', 'completed', 'refunded'])
})

describe('a chargeback', () => {
  const chargeBack = async (ref: string) => {
    await settleAtSandbox(site, ref, { chargedBackMinor: 3499 })
    expect((await hint(ref)).statusCode).toBe(204)
  }
  const recorded = async (orderId: string) =>
    site.context.db
      .selectFrom('chargebacks')
      .innerJoin('orders', 'orders.id', 'orderId')
      .select(['creditsTaken', 'creditsMissing'])
      .where('publicId', '=', orderId)
      .execute()

  test('takes the credits back once, ends premium and is reported', async () => {
    const { member, orderId, ref } = await buildBuyer()
    await reportPayment(site, ref, 'completed')
    for (let n = 0; n < 3; n += 1) await chargeBack(ref)
    expect(await statusOf(member, orderId)).toBe('charged_back')
    expect(await balance(member)).toEqual({ credits: 0, isPremium: false })
    expect(await recorded(orderId)).toEqual([{ creditsTaken: 60, creditsMissing: 0 }])
    expect(await incidentsOf(ref)).toEqual(['chargeback'])
  })

  test('of spent credits takes what is there and records the rest', async () => {
    const { member, orderId, ref } = await buildBuyer()
    await reportPayment(site, ref, 'completed')
    await spendCredits(member, 50)
    await chargeBack(ref)
    expect(await balance(member)).toEqual({ credits: 0, isPremium: false })
    expect(await recorded(orderId)).toEqual([{ creditsTaken: 10, creditsMissing: 50 }])
  })

  test('of a payment for an account that is gone records no missing credits, because none were granted', async () => {
    const { member, orderId, ref } = await buildBuyer()
    await site.context.transaction(async (tx) => {
      await emit(tx, accountErased, { userId: member.userId })
      await tx.deleteFrom('users').where('id', '=', member.userId).execute()
    })
    await reportPayment(site, ref, 'completed')
    await chargeBack(ref)
    expect(await recorded(orderId)).toEqual([{ creditsTaken: 0, creditsMissing: 0 }])
  })

  test('of one of two purchases leaves premium', async () => {
    const { member, ref } = await buildBuyer()
    const second = await buildOrder(site, member)
    await reportPayment(site, ref, 'completed')
    await reportPayment(site, second.ref, 'completed')
    await chargeBack(ref)
    expect(await balance(member)).toEqual({ credits: 60, isPremium: true })
  })
})

async function checkNow() {
  await site.context.jobs.enqueue(site.context.db, checkOrders, {})
  await site.context.jobs.runDue()
}

describe('a lost webhook', () => {
  const dueOf = async (orderId: string) => {
    const { db } = site.context
    const row = await db.selectFrom('orders').select('nextCheckAt').where('publicId', '=', orderId).executeTakeFirst()
    return row?.nextCheckAt ?? null
  }

  test('is replaced by a question to the provider', async () => {
    const { member, orderId, ref } = await buildBuyer()
    await settleAtSandbox(site, ref, { status: 'completed' })
    await checkNow()
    expect(await statusOf(member, orderId)).toBe('pending')
    site.clock.advance(MINUTE)
    await checkNow()
    expect(await statusOf(member, orderId)).toBe('completed')
    expect(await balance(member)).toEqual({ credits: 60, isPremium: true })
    expect(await dueOf(orderId)).toBeNull()
  })

  test('is asked for with growing pauses, and not for ever', async () => {
    const { member, orderId, ref } = await buildBuyer()
    site.clock.advance(HOUR)
    await checkNow()
    expect(await dueOf(orderId)).toEqual(new Date(site.clock.now().getTime() + HOUR))
    site.clock.advance(OPEN_ORDER_DAYS * DAY)
    await checkNow()
    expect(await dueOf(orderId)).toBeNull()
    const status = () =>
      site.context.db.selectFrom('orders').select('status').where('publicId', '=', orderId).executeTakeFirst()
    expect(await status()).toEqual({ status: 'cancelled' })
    // Late, but paid.
    await reportPayment(site, ref, 'completed')
    expect(await status()).toEqual({ status: 'completed' })
    expect(await balance(member)).toEqual({ credits: 60, isPremium: true })
  })

  test('is found however many orders of a provider that is not there any more are due', async () => {
    const { db } = site.context
    const others = await buildBuyer()
    await sql`
      insert into orders (
        id, public_id, user_id, site_id, client_id, bundle, credits, amount_minor, currency, country, payment_country, method,
        provider, provider_ref, status, created_at, updated_at, next_check_at
      )
      select id - n, public_id || n, user_id, site_id, gen_random_uuid(), bundle, credits, amount_minor, currency, country,
        payment_country, method, 'gone', n::text, status, created_at, updated_at, next_check_at
      from orders, generate_series(1, 100) n
      where public_id = ${others.orderId}`.execute(db)
    const { member, orderId, ref } = await buildBuyer()
    await settleAtSandbox(site, ref, { status: 'completed' })
    site.clock.advance(MINUTE)
    await checkNow()
    expect(await statusOf(member, orderId)).toBe('completed')
    await db.deleteFrom('orders').where('provider', '=', 'gone').execute()
  })

  test('of a provider that is down is asked for three times in a run, and later again', async () => {
    await site.context.db.updateTable('orders').set({ nextCheckAt: null }).execute()
    const buyers = []
    for (let n = 0; n < 5; n += 1) buyers.push(await buildBuyer())
    const [provider] = site.context.providers
    if (!provider) throw new Error('no provider')
    site.clock.advance(MINUTE)
    const ask = vi
      .spyOn(provider, 'findPayment')
      .mockRejectedValue(new AppError('payments.provider_unavailable', { cause: new Error('down') }))
    await checkNow()
    expect(ask).toHaveBeenCalledTimes(3)
    const due = await Promise.all(buyers.map(({ orderId }) => dueOf(orderId)))
    const later = site.clock.now().getTime() + MINUTE
    expect(due.filter((at) => at?.getTime() === later)).toHaveLength(3)
  })
})

test('a run ends before the next one begins where the provider answers slowly', async () => {
  await site.context.db.updateTable('orders').set({ nextCheckAt: null }).execute()
  for (let n = 0; n < 10; n += 1) await buildBuyer()
  const [provider] = site.context.providers
  if (!provider) throw new Error('no provider')
  site.clock.advance(MINUTE)
  const ask = vi.spyOn(provider, 'findPayment').mockImplementation(async () => {
    site.clock.advance(9 * SECOND)
    return null
  })
  const startedAt = site.clock.now()
  await checkNow()
  expect(site.clock.now().getTime() - startedAt.getTime()).toBeLessThanOrEqual(MINUTE)
  const asked = ask.mock.calls.length
  await checkNow()
  expect(ask.mock.calls.length).toBeGreaterThan(asked)
  // The others first.
  expect(new Set(ask.mock.calls.map(([ref]) => ref)).size).toBe(10)
  ask.mockRestore()
})

test('a payment that cannot be stored is asked for later again, and does not hold up the others', async () => {
  const { db } = site.context
  await db.updateTable('orders').set({ nextCheckAt: null }).execute()
  const broken = await buildBuyer()
  // Nothing can be granted to it.
  await db.deleteFrom('accountBalances').where('userId', '=', broken.member.userId).execute()
  const buyer = await buildBuyer()
  for (const { ref } of [broken, buyer]) await settleAtSandbox(site, ref, { status: 'completed' })
  site.clock.advance(MINUTE)
  await checkNow()
  expect(await statusOf(broken.member, broken.orderId)).toBe('pending')
  expect(await statusOf(buyer.member, buyer.orderId)).toBe('completed')
  const { nextCheckAt } = await db
    .selectFrom('orders')
    .select('nextCheckAt')
    .where('publicId', '=', broken.orderId)
    .executeTakeFirstOrThrow()
  expect(nextCheckAt).toEqual(new Date(site.clock.now().getTime() + MINUTE))
})

describe('an order whose checkout does not open', () => {
  const order = (member: Member, clientId: string) => {
    const body = { clientId, bundle: 'p1' as const, method: 'ideal' as const }
    return site.call(createOrder, { body }, member)
  }
  const ordersOf = ({ userId }: Member) =>
    site.context.db.selectFrom('orders').select(['status', 'nextCheckAt']).where('userId', '=', userId).execute()

  function failCheckout(error: Error) {
    const [provider] = site.context.providers
    if (!provider) throw new Error('no provider')
    vi.spyOn(provider, 'createCheckout').mockRejectedValueOnce(error)
  }

  test('is cancelled after a while, so that it counts for no limit', async () => {
    const member = await buildMember(site.context)
    await site.call(setSpendingLimit, { body: { amountMinor: 3500 } }, member)
    failCheckout(new AppError('payments.provider_unavailable'))
    expect((await order(member, randomUUID())).status).toBe(503)
    expect((await order(member, randomUUID())).error?.code).toBe('payments.spending_limit')
    site.clock.advance(UNOPENED_ORDER_MS)
    await checkNow()
    expect(await ordersOf(member)).toEqual([{ status: 'cancelled', nextCheckAt: null }])
    expect((await order(member, randomUUID())).status).toBe(200)
  })

  test('goes on when that opens at the moment at which the order would end', async () => {
    const { context, clock } = site
    const member = await buildMember(context)
    failCheckout(new AppError('payments.provider_unavailable'))
    expect((await order(member, randomUUID())).status).toBe(503)
    clock.advance(UNOPENED_ORDER_MS)
    const nextCheckAt = new Date(clock.now().getTime() + MINUTE)
    let run: Promise<unknown> | undefined
    await context.transaction(async (tx) => {
      const own = tx.selectFrom('orders').select('id').where('userId', '=', member.userId)
      const { id } = await own.executeTakeFirstOrThrow()
      await saveCheckout(tx, { id, providerRef: newPublicId(), checkoutUrl: '/', customerRef: null, nextCheckAt })
      run = checkNow()
      await waitForLock(context)
    })
    await run
    expect(await ordersOf(member)).toEqual([{ status: 'pending', nextCheckAt }])
  })

  test('and has ended is not opened again under its client id, past the spending limit', async () => {
    const [member, rejected, unopened] = [await buildMember(site.context), randomUUID(), randomUUID()]
    const ended = { status: 409, error: { code: 'payments.order_ended' } }
    await site.call(setSpendingLimit, { body: { amountMinor: 3500 } }, member)
    failCheckout(new ProviderRejection('not enabled'))
    expect((await order(member, rejected)).status).toBe(422)
    expect(await order(member, rejected)).toMatchObject(ended)
    failCheckout(new AppError('payments.provider_unavailable'))
    expect((await order(member, unopened)).status).toBe(503)
    site.clock.advance(UNOPENED_ORDER_MS)
    await checkNow()
    expect((await order(member, randomUUID())).status).toBe(200)
    expect(await order(member, unopened)).toMatchObject(ended)
  })

  test('because it ended meanwhile is not given to the buyer', async () => {
    const [member, clientId] = [await buildMember(site.context), randomUUID()]
    const [provider] = site.context.providers
    if (!provider) throw new Error('no provider')
    const open = provider.createCheckout
    vi.spyOn(provider, 'createCheckout').mockImplementationOnce(async (input) => {
      await site.context.db
        .updateTable('orders')
        .set({ status: 'cancelled' })
        .where('publicId', '=', input.id)
        .execute()
      return open(input)
    })
    expect((await order(member, clientId)).error?.code).toBe('payments.order_ended')
  })
})

describe('an order that is sent again', () => {
  const send = (member: Member, clientId: string, options: { bundle?: 'p2'; method?: 'visa' } = {}) =>
    site.call(createOrder, { body: { clientId, bundle: 'p1', method: 'ideal', ...options } }, member)

  test('after it was paid leads to its result, and opens no other payment', async () => {
    const [member, clientId] = [await buildMember(site.context), randomUUID()]
    const { reply } = await send(member, clientId)
    await reportPayment(site, reply?.checkoutUrl.split('/').at(-1) ?? '', 'completed')
    const orderId = reply?.order.id ?? ''
    const [provider] = site.context.providers
    if (!provider) throw new Error('no provider')
    const open = vi.spyOn(provider, 'createCheckout')
    const again = await send(member, clientId)
    expect(again.reply?.order).toMatchObject({ id: orderId, status: 'completed' })
    expect(new URL(again.reply?.checkoutUrl ?? '').pathname).toBe(`/transactions/${orderId}`)
    // Its webhook was faster than the reply of the provider.
    await site.context.db.updateTable('orders').set({ checkoutUrl: null }).where('publicId', '=', orderId).execute()
    expect((await send(member, clientId)).status).toBe(200)
    expect(open).not.toHaveBeenCalled()
  })

  test('with another choice is rejected', async () => {
    const [member, clientId] = [await buildMember(site.context), randomUUID()]
    await send(member, clientId)
    for (const other of [{ bundle: 'p2' }, { method: 'visa' }] as const) {
      expect(await send(member, clientId, other)).toMatchObject({ status: 400, error: { code: 'request.invalid' } })
    }
  })

  test('goes to the provider of the order, also when another one takes new payments', async () => {
    const [member, clientId] = [await buildMember(site.context), randomUUID()]
    const [provider] = site.context.providers
    if (!provider) throw new Error('no provider')
    vi.spyOn(provider, 'createCheckout').mockRejectedValueOnce(new AppError('payments.provider_unavailable'))
    expect((await send(member, clientId)).status).toBe(503)
    const createCheckout = vi.fn<typeof provider.createCheckout>()
    site.context.providers.unshift({ ...provider, name: 'mollie', createCheckout })
    try {
      expect((await send(member, clientId)).status).toBe(200)
      expect(createCheckout).not.toHaveBeenCalled()
    } finally {
      site.context.providers.shift()
    }
  })

  test('whose provider reports the payment first is not asked for any more', async () => {
    const [member, clientId] = [await buildMember(site.context), randomUUID()]
    const [provider] = site.context.providers
    if (!provider) throw new Error('no provider')
    const open = provider.createCheckout
    vi.spyOn(provider, 'createCheckout').mockImplementationOnce(async (input) => {
      const at = site.clock.now()
      const paid = { status: 'completed', completedAt: at, nextCheckAt: null }
      await site.context.db.updateTable('orders').set(paid).where('publicId', '=', input.id).execute()
      return open(input)
    })
    expect((await send(member, clientId)).status).toBe(200)
    const { db } = site.context
    const row = await db
      .selectFrom('orders')
      .select('nextCheckAt')
      .where('userId', '=', member.userId)
      .executeTakeFirst()
    expect(row).toEqual({ nextCheckAt: null })
  })
})

test('a thousand webhooks, repeated, reordered and forged, credit each paid order once', async () => {
  const buyers = await Promise.all(Array.from({ length: 10 }, () => buildBuyer()))
  const ends = ['completed', 'failed', 'completed', 'cancelled', 'pending'] as const
  // A generator of its own, so that a failure can be repeated.
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((seed / 2 ** 31) * below)
  }
  const answers = new Map<number, number>()
  for (let round = 0; round < 100; round += 1) {
    const sent = Array.from({ length: 10 }, async () => {
      const ref = buyers[random(10)]?.ref ?? ''
      const kind = random(10)
      if (kind === 0) return sendEvent(site, { eventId: '1', ref }, { [SIGNATURE_HEADER]: `t=1,v1=${'0'.repeat(64)}` })
      if (kind === 1) return hint(newPublicId())
      return kind < 5 ? reportPayment(site, ref, ends[random(5)] ?? 'pending', `${random(20)}`) : hint(ref)
    })
    for (const { statusCode } of await Promise.all(sent)) answers.set(statusCode, (answers.get(statusCode) ?? 0) + 1)
  }
  expect(new Set(answers.keys())).toEqual(new Set([204, 401, 404]))
  for (const { member, orderId } of buyers) {
    const status = await statusOf(member, orderId)
    const isPaid = status === 'completed'
    expect(await balance(member)).toEqual({ credits: isPaid ? 60 : 0, isPremium: isPaid })
  }
})
