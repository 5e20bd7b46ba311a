import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { acceptStayOffer } from '#contract/credits/calls.ts'
import { DISCOUNT_HOLD_MS } from '#contract/limits.ts'
import {
  createOrder,
  createRepeatOrder,
  getOrder,
  getRepeatOrder,
  removeStoredMethod,
  withdraw,
} from '#contract/payments/calls.ts'
import type { PaymentMethod } from '#contract/payments/schemas.ts'
import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { chargeOrder } from '#server/features/payments/orders/charge.ts'
import { checkOrders } from '#server/features/payments/orders/check-orders.ts'
import { executeRefund } from '#server/features/payments/refunds/refunds.ts'
import { repeatRequests } from '#server/features/payments/repeat-order/repeat-requests.ts'
import type { ApiUrls } from '#server/features/payments/providers/create-providers.ts'
import { startTestApp } from './site/app.ts'
import { auditMoney } from './audits/money-audit.ts'
import { buildMember, type Member } from './builders.ts'
import type { FakeApi } from './fakes/fake-api.ts'
import { balanceOf } from './balance.ts'

/** Starts a site that sells through the fake of a provider. */
export async function startProviderSite(input: { environment: Record<string, string>; paymentApis: ApiUrls }) {
  const { environment, paymentApis } = input
  const site = await startTestApp({
    environment: {
      PUBLIC_URL: 'https://rendezvous.example',
      LOG_LEVEL: 'silent',
      TRUST_PROXY: 'true',
      REQUESTS_PER_MINUTE: '100000',
      ...environment,
    },
    paymentApis,
  })
  const { context } = site
  let callers = 0

  /** Orders p1, from a network address of its own: there is a limit for one. */
  function order(member: Member, options: Purchase = {}) {
    callers += 1
    const body = { clientId: randomUUID(), bundle: 'p1' as const, method: 'ideal' as const, ...options }
    return site.call(createOrder, { body }, { ...member, headers: { 'x-forwarded-for': `10.0.0.${callers}` } })
  }

  return {
    ...site,
    order,
    async buy(options: Purchase = {}) {
      const member = await buildMember(context)
      const { reply, error } = await order(member, options)
      if (!reply) throw new Error(JSON.stringify(error))
      return { member, orderId: reply.order.id, checkoutUrl: reply.checkoutUrl }
    },
    async repeat(member: Member) {
      const storedMethod = (await site.call(getRepeatOrder, {}, member)).reply?.stored?.id ?? 'none'
      const body = { clientId: randomUUID(), storedMethod, bundle: 'p1' as const, amountMinor: 3499 }
      return site.call(createRepeatOrder, { body }, member)
    },
    withdraw: ({ member, orderId }: Bought) =>
      site.call(withdraw, { params: { orderId }, body: { credits: 60, amountMinor: 3499 } }, member),
    statusOf: async ({ member, orderId }: Bought) =>
      (await site.call(getOrder, { params: { orderId } }, member)).reply?.order.status,
    creditsOf: async ({ member }: Pick<Bought, 'member'>) => (await balanceOf(context, member.userId)).credits,
    async refundOf({ orderId }: Bought) {
      const row = await context.db
        .selectFrom('refunds')
        .innerJoin('orders', 'orders.id', 'orderId')
        .select('refunds.status')
        .where('publicId', '=', orderId)
        .executeTakeFirst()
      return row?.status
    },
    /** Deletes all jobs, as the queue does with those that have failed for days. */
    dropJobs: () => sql`delete from graphile_worker._private_jobs`.execute(context.db),
    async runHourly() {
      await context.jobs.enqueue(context.db, repeatRequests, {})
      await context.jobs.runDue()
    },
    /** Runs the jobs that wait for their next attempt, too. */
    async runJobsAgain() {
      await sql`update graphile_worker._private_jobs set run_at = now()`.execute(context.db)
      await context.jobs.runDue()
    },
    async incidentsOf({ orderId }: Bought) {
      const rows = await context.db
        .selectFrom('paymentIncidents')
        .innerJoin('orders', 'orders.id', 'orderId')
        .select('kind')
        .where('publicId', '=', orderId)
        .execute()
      return rows.map(({ kind }) => kind)
    },
  }
}
export type ProviderSite = Awaited<ReturnType<typeof startProviderSite>>

interface Purchase {
  clientId?: string
  method?: PaymentMethod
  storesMethod?: boolean
  code?: string
}

export interface Bought {
  member: Member
  orderId: string
}

/** A provider with its fake, and what happens there in words of its own. */
export interface Subject {
  site: ProviderSite
  fake: FakeApi & { state: { rejects: boolean } }
  /** Number of payments at the provider. */
  countPayments(): number
  /** The buyer pays; with consent the provider keeps the card. */
  settle(order: Bought): void
  /** Sends the webhook about a settled payment. Returns the status of the answer. */
  report(order: Bought): Promise<number>
  /** The bank takes the payment back, and the provider reports it. */
  chargeBack(order: Bought): Promise<unknown>
  /** What the provider has paid back, in minor units. */
  refundsOf(order: Bought): number[]
  /** What was sent or answered that the provider's description does not have. */
  contractFaults(): string[]
  keepsCardOf(order: Bought): boolean
  /** Whether the buyer can no longer pay. */
  isClosed(order: Bought): boolean
  /** The label of the card. */
  card: string
}

/** Tests what every provider has to do. `subject` is called in tests. */
export function testProvider(subject: () => Subject) {
  afterAll(async () => {
    await subject().site.close()
    await subject().fake.close()
  })
  beforeEach(() => {
    const { fake } = subject()
    fake.fault = null
    fake.state.rejects = false
  })

  async function pay(bought: Bought) {
    subject().settle(bought)
    expect(await subject().report(bought)).toBe(204)
  }

  /** What a process leaves that ends between the reply of the provider and storing it. */
  async function losePayment({ orderId }: Bought) {
    const lost = { providerRef: null, checkoutUrl: null, customerRef: null }
    await subject().site.context.db.updateTable('orders').set(lost).where('publicId', '=', orderId).execute()
  }

  describe('a checkout', () => {
    test('names no member', async () => {
      const { site, fake } = subject()
      fake.requests.length = 0
      const { member } = await site.buy({ method: 'creditcard', storesMethod: true })
      const sent = JSON.stringify(fake.requests)
      expect(sent).not.toBe('[]')
      for (const secret of [member.email, member.name, member.profileId, `${member.userId}`]) {
        expect(sent).not.toContain(secret)
      }
    })

    test('pressed twice while the provider is slow is one payment', async () => {
      const { site, fake, countPayments } = subject()
      const member = await buildMember(site.context)
      const before = countPayments()
      let release = () => {}
      fake.fault = new Promise((resolve) => {
        release = resolve
      })
      fake.requests.length = 0
      const clientId = randomUUID()
      const both = [site.order(member, { clientId }), site.order(member, { clientId })]
      await expect.poll(() => fake.requests.length).toBe(2)
      release()
      const answers = await Promise.all(both)
      // The provider executes the first one still when the second one arrives.
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 503])
      const again = await site.order(member, { clientId })
      expect(again.reply).toEqual(answers.find(({ status }) => status === 200)?.reply)
      expect(again.reply?.order.status).toBe('pending')
      expect(countPayments()).toBe(before + 1)
    })

    test.each([
      ['answers with 500', 500],
      ['answers with 503', 503],
      ['rejects the key', 401],
      ['cuts the connection', 'cut'],
    ] as const)('has an error when the provider %s, and works when repeated', async (_, fault) => {
      const { site, fake } = subject()
      const member = await buildMember(site.context)
      const clientId = randomUUID()
      fake.fault = fault
      const failed = await site.order(member, { clientId })
      expect(failed).toMatchObject({ status: 503, error: { code: 'payments.provider_unavailable' } })
      fake.fault = null
      expect((await site.order(member, { clientId })).status).toBe(200)
    })

    test('at a lowered price is closed before another order takes its code', async () => {
      const { site, isClosed } = subject()
      const member = await buildMember(site.context)
      await site.call(acceptStayOffer, {}, member)
      const first = await site.order(member, { code: 'STAY' })
      const bought = { member, orderId: first.reply?.order.id ?? '' }
      expect((await site.order(member, { code: 'STAY' })).error?.code).toBe('credits.code_in_payment')
      expect(isClosed(bought)).toBe(false)
      site.clock.advance(DISCOUNT_HOLD_MS)
      const second = await site.order(member, { code: 'STAY' })
      expect(second.reply?.order.amountMinor).toBe(first.reply?.order.amountMinor)
      expect(isClosed(bought)).toBe(true)
      expect(await site.statusOf(bought)).toBe('cancelled')
    })

    test('that the provider rejects is an error at the method, and the order has failed', async () => {
      const { site, fake } = subject()
      const member = await buildMember(site.context)
      fake.state.rejects = true
      const { status, error } = await site.order(member)
      expect({ status, code: error?.fields?.['method']?.code }).toEqual({
        status: 422,
        code: 'payments.method_unknown',
      })
      const { db } = site.context
      const rows = await db.selectFrom('orders').select('status').where('userId', '=', member.userId).execute()
      expect(rows).toEqual([{ status: 'failed' }])
    })
  })

  describe('a webhook', () => {
    test('completes the order once, however often it comes', async () => {
      const { site, settle, report } = subject()
      const bought = await site.buy()
      settle(bought)
      const answers = await Promise.all(Array.from({ length: 5 }, () => report(bought)))
      expect(answers).toEqual([204, 204, 204, 204, 204])
      expect(await site.statusOf(bought)).toBe('completed')
      expect(await site.creditsOf(bought)).toBe(60)
    })

    test('that comes while the provider is down is replaced by a question', async () => {
      const { site, fake, settle, report } = subject()
      const bought = await site.buy()
      settle(bought)
      fake.fault = 503
      expect(await report(bought)).toBe(503)
      fake.fault = null
      site.clock.advance(MINUTE)
      await site.context.jobs.enqueue(site.context.db, checkOrders, {})
      await site.context.jobs.runDue()
      expect(await site.statusOf(bought)).toBe('completed')
    })

    test('brings the reference of a payment that was not stored', async () => {
      const { site } = subject()
      const bought = await site.buy()
      await losePayment(bought)
      await pay(bought)
      expect(await site.statusOf(bought)).toBe('completed')
      expect(await site.creditsOf(bought)).toBe(60)
      expect((await site.call(getRepeatOrder, {}, bought.member)).reply?.stored).toBeNull()
    })

    test('brings the consent to keep the card of such a payment', async () => {
      const { site, card } = subject()
      const bought = await site.buy({ method: 'creditcard', storesMethod: true })
      await losePayment(bought)
      await pay(bought)
      await site.context.jobs.runDue()
      const { reply } = await site.call(getRepeatOrder, {}, bought.member)
      expect(reply?.stored).toMatchObject({ method: 'creditcard', label: card })
    })
  })

  describe('money that goes back', () => {
    test('by a chargeback takes the credits back', async () => {
      const { site, chargeBack } = subject()
      const bought = await site.buy()
      await pay(bought)
      await chargeBack(bought)
      expect(await site.statusOf(bought)).toBe('charged_back')
      expect(await site.creditsOf(bought)).toBe(0)
    })

    /** Has a refund executed twice, the first time so slowly that its reply comes too late. */
    async function refundSlowly(bought: Bought) {
      const { site, fake } = subject()
      const { id } = await site.context.db
        .selectFrom('refunds')
        .innerJoin('orders', 'orders.id', 'orderId')
        .select('refunds.id')
        .where('publicId', '=', bought.orderId)
        .executeTakeFirstOrThrow()
      let release = () => {}
      fake.fault = new Promise((resolve) => {
        release = resolve
      })
      fake.requests.length = 0
      const first = executeRefund(site.context, id)
      await expect.poll(() => fake.requests.some(({ method }) => method === 'POST')).toBe(true)
      await Promise.allSettled([executeRefund(site.context, id)])
      release()
      await first
    }

    test('slowly is returned once, and no credits come back meanwhile', async () => {
      const { site, refundsOf } = subject()
      const bought = await site.buy()
      await pay(bought)
      await site.withdraw(bought)
      await refundSlowly(bought)
      await site.context.jobs.runDue()
      expect(refundsOf(bought)).toEqual([3499])
      expect(await site.statusOf(bought)).toBe('refunded')
      expect(await site.creditsOf(bought)).toBe(0)
      expect(await site.incidentsOf(bought)).toEqual([])
    })

    test('is tried for as long as it takes, and reported after a day', async () => {
      const { site, fake, refundsOf } = subject()
      const bought = await site.buy()
      await pay(bought)
      await site.withdraw(bought)
      fake.fault = 401
      await site.context.jobs.runDue()
      // The queue has given the job up.
      await site.dropJobs()
      await site.runHourly()
      site.clock.advance(HOUR)
      await site.runHourly()
      expect(await site.incidentsOf(bought)).toEqual([])
      site.clock.advance(DAY)
      for (let n = 0; n < 2; n += 1) await site.runHourly()
      expect(await site.incidentsOf(bought)).toEqual(['refund_stuck'])
      fake.fault = null
      await site.runHourly()
      expect(refundsOf(bought)).toEqual([3499])
      expect(await site.refundOf(bought)).toBe('done')
    })

    test('for an account that is gone is refunded and reported, and its card is forgotten', async () => {
      const { site, report, refundsOf, keepsCardOf } = subject()
      const bought = await site.buy({ method: 'creditcard', storesMethod: true })
      await site.context.db.deleteFrom('users').where('id', '=', bought.member.userId).execute()
      await pay(bought)
      await report(bought)
      expect(keepsCardOf(bought)).toBe(true)
      // The card is kept by a job, which makes the one that forgets it.
      for (let n = 0; n < 2; n += 1) await site.context.jobs.runDue()
      expect(refundsOf(bought)).toEqual([3499])
      expect(await site.incidentsOf(bought)).toEqual(['buyer_gone'])
      expect(keepsCardOf(bought)).toBe(false)
    })
  })

  describe('a stored card', () => {
    async function buyAndStore() {
      const { site } = subject()
      const bought = await site.buy({ method: 'creditcard', storesMethod: true })
      await pay(bought)
      await site.context.jobs.runDue()
      return bought
    }

    test('pays the next order', async () => {
      const { site, card } = subject()
      const { member } = await buyAndStore()
      const answer = await site.call(getRepeatOrder, {}, member)
      expect(answer.reply?.stored).toMatchObject({ method: 'creditcard', label: card })
      const { reply } = await site.repeat(member)
      await site.context.jobs.runDue()
      expect(await site.statusOf({ member, orderId: reply?.order.id ?? '' })).toBe('completed')
      expect(await site.creditsOf({ member })).toBe(120)
    })

    test('is charged once, also when the process ends before the payment is stored', async () => {
      const { site, fake, countPayments } = subject()
      const { member } = await buyAndStore()
      const before = countPayments()
      const { reply } = await site.repeat(member)
      const { db } = site.context
      const publicId = reply?.order.id ?? ''
      const { id } = await db
        .selectFrom('orders')
        .select('id')
        .where('publicId', '=', publicId)
        .executeTakeFirstOrThrow()
      fake.fault = 'cut'
      await expect(chargeOrder(site.context, id)).rejects.toThrow('payments.provider_unavailable')
      fake.fault = null
      const ending = { ...site.context, transaction: () => Promise.reject(new Error('the process ends')) }
      await expect(chargeOrder(ending, id)).rejects.toThrow('the process ends')
      await db.updateTable('orders').set({ providerRef: null }).where('id', '=', id).execute()
      await chargeOrder(site.context, id)
      await site.context.jobs.runDue()
      expect(countPayments()).toBe(before + 1)
      expect(await site.creditsOf({ member })).toBe(120)
    })

    test('is forgotten by the provider when the member removes it', async () => {
      const { site, keepsCardOf } = subject()
      const bought = await buyAndStore()
      expect((await site.call(removeStoredMethod, {}, bought.member)).status).toBe(200)
      await site.context.jobs.runDue()
      expect(keepsCardOf(bought)).toBe(false)
      const methods = site.context.db.selectFrom('methodsToForget').selectAll()
      expect(await methods.execute()).toEqual([])
      const again = await site.repeat(bought.member)
      expect(again).toMatchObject({ status: 409, error: { code: 'payments.no_stored_method' } })
    })
  })

  test('a card that the provider cannot forget for days is reported, and forgotten later', async () => {
    const { site, fake, keepsCardOf } = subject()
    const bought = await site.buy({ method: 'creditcard', storesMethod: true })
    await pay(bought)
    await site.context.jobs.runDue()
    await site.call(removeStoredMethod, {}, bought.member)
    fake.fault = 401
    await site.context.jobs.runDue()
    await site.dropJobs()
    site.clock.advance(HOUR)
    await site.runHourly()
    expect(await site.incidentsOf(bought)).toEqual([])
    site.clock.advance(DAY)
    await site.runHourly()
    expect(await site.incidentsOf(bought)).toEqual(['method_stuck'])
    fake.fault = null
    await site.runHourly()
    expect(keepsCardOf(bought)).toBe(false)
  })

  /** The last test of a file: everything before it is audited. */
  function finish() {
    test('all of it adds up, and was sent as the provider publishes', async () => {
      const { site, contractFaults } = subject()
      expect(await auditMoney(site.context.db)).toEqual([])
      expect(contractFaults()).toEqual([])
    })
  }

  return { pay, finish }
}
