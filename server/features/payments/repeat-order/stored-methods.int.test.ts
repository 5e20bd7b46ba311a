import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPEN_ORDER_DAYS } from '#contract/limits.ts'
import { createOrder, getRepeatOrder, removeStoredMethod } from '#contract/payments/calls.ts'
import type { PaymentMethod } from '#contract/payments/schemas.ts'
import { DAY, HOUR } from '#contract/time.ts'
import { newPublicId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { reportPayment } from '#tests/support/payments.ts'
import { repeatRequests } from './repeat-requests.ts'

// A method that is to be stored, and whose job the queue has given up while the provider was down (PAY-13).

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
})
afterAll(() => site.close())

/** Buys p1 at the sandbox, which stores the method but does not report it. Returns the customer there. */
async function buy(member: Member, method: PaymentMethod = 'visa') {
  const body = { clientId: randomUUID(), bundle: 'p1' as const, method, storesMethod: true }
  const { reply } = await site.call(createOrder, { body }, member)
  await reportPayment(site, reply?.checkoutUrl.split('/').at(-1) ?? '', 'completed')
  const { customerRef } = await site.context.db
    .selectFrom('orders')
    .select('customerRef')
    .where('publicId', '=', reply?.order.id ?? '')
    .executeTakeFirstOrThrow()
  return customerRef ?? ''
}

async function dropJobs() {
  await site.context.jobs.runDue()
  await sql`delete from graphile_worker._private_jobs`.execute(site.context.db)
}

async function reportMethod(customer: string) {
  const row = { token: newPublicId(), customer, isDeclined: false, createdAt: site.clock.now() }
  await site.context.db.insertInto('sandboxMethods').values(row).execute()
}

/** Runs the hourly job, and what it queues. */
async function runHourly() {
  await site.context.jobs.enqueue(site.context.db, repeatRequests, {})
  for (let n = 0; n < 2; n += 1) await site.context.jobs.runDue()
}

const storedOf = async (member: Member) => (await site.call(getRepeatOrder, {}, member)).reply?.stored ?? null
const customersAtSandbox = async () =>
  (await site.context.db.selectFrom('sandboxMethods').select('customer').execute()).map(({ customer }) => customer)
const waiting = () => site.context.db.selectFrom('methodsToStore').selectAll().execute()

test('is stored when the provider is back, once, and reported after a day', async () => {
  const member = await buildMember(site.context)
  const customer = await buy(member)
  await dropJobs()
  site.clock.advance(5 * DAY)
  await runHourly()
  const incidents = await site.context.db.selectFrom('paymentIncidents').select('kind').execute()
  expect(incidents).toEqual([{ kind: 'method_stuck' }])
  expect(await storedOf(member)).toBeNull()
  await reportMethod(customer)
  await runHourly()
  expect(await storedOf(member)).toMatchObject({ method: 'visa' })
  expect(await waiting()).toEqual([])
  await site.call(removeStoredMethod, {}, member)
  await runHourly()
  expect(await storedOf(member)).toBeNull()
  expect(await customersAtSandbox()).not.toContain(customer)
})

test('does not take the place of that of a later order, and is forgotten', async () => {
  const member = await buildMember(site.context)
  const earlier = await buy(member)
  await dropJobs()
  const later = await buy(member, 'mastercard')
  await reportMethod(later)
  await site.context.jobs.runDue()
  await reportMethod(earlier)
  site.clock.advance(HOUR)
  await runHourly()
  expect(await storedOf(member)).toMatchObject({ method: 'mastercard' })
  expect(await customersAtSandbox()).not.toContain(earlier)
})

test('is forgotten when its account is gone by then', async () => {
  const member = await buildMember(site.context)
  const customer = await buy(member)
  await dropJobs()
  await reportMethod(customer)
  await site.context.db.deleteFrom('users').where('id', '=', member.userId).execute()
  site.clock.advance(HOUR)
  await runHourly()
  expect(await customersAtSandbox()).not.toContain(customer)
  expect(await waiting()).toEqual([])
})

test('is given up when the provider has reported none for a month', async () => {
  await buy(await buildMember(site.context))
  await dropJobs()
  site.clock.advance((OPEN_ORDER_DAYS - 1) * DAY)
  await runHourly()
  expect(await waiting()).toHaveLength(1)
  site.clock.advance(DAY)
  await runHourly()
  expect(await waiting()).toEqual([])
})
