import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createOrder, createRepeatOrder, getOrder, getRepeatOrder, withdraw } from '#contract/payments/calls.ts'
import type { PaymentMethod } from '#contract/payments/schemas.ts'
import { repeatRequests } from '#server/features/payments/repeat-order/repeat-requests.ts'
import type { ApiUrls } from '#server/features/payments/providers/create-providers.ts'
import { startTestApp } from './site/app.ts'
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

/** Has the buyer pay, and the provider report it. */
export async function payAt({ settle, report }: Subject, bought: Bought) {
  settle(bought)
  expect(await report(bought)).toBe(204)
}
