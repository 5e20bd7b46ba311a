import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { REFUNDS_PER_ORDER } from '#contract/limits.ts'
import * as calls from '#contract/operator/money/calls.ts'
import { getOrder, withdraw } from '#contract/payments/calls.ts'
import { receiptUrl } from '#contract/payments/receipts.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import { adjustCredits, spend } from '#server/features/credits/service.ts'
import { findLedgerFaults } from '#server/features/operator/money/ledger-faults.ts'
import { ProviderRejection } from '#server/features/payments/providers/provider.ts'
import { sendReceiptsOfOrder } from '#server/features/payments/receipts/receipt.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { balanceOf } from '#tests/support/balance.ts'
import { waitForLock } from '#tests/support/audits/locks.ts'
import { auditMoney } from '#tests/support/audits/money-audit.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { mailsAbout } from '#tests/support/mails.ts'
import { buildOperator, type BuiltOperator } from '#tests/support/operators.ts'
import { buildOrder, reportPayment } from '#tests/support/payments.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'

let site: TestApp
let by: BuiltOperator

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
  by = await buildOperator(site.context, { role: 'manager' })
})
afterAll(() => site.close())

/** Buys 60 credits for 34.99 euros. */
async function buildBuyer() {
  const member = await buildMember(site.context)
  const { orderId, ref } = await buildOrder(site, member)
  await reportPayment(site, ref, 'completed')
  return { member, orderId, ref }
}

async function buy(member: Member) {
  const { orderId, ref } = await buildOrder(site, member)
  await reportPayment(site, ref, 'completed')
  return orderId
}

/** Buys again after a withdrawal in full, so that premium waits; with so many older credits. */
async function buildWaiting({ older = 0 } = {}) {
  const { member, orderId } = await buildBuyer()
  await site.call(withdraw, { params: { orderId }, body: { credits: 60, amountMinor: 3499 } }, member)
  await site.context.jobs.runDue()
  if (older > 0) await adjust(member, older)
  return { member, orderId: await buy(member) }
}

function adjust({ userId }: Member, amount: number) {
  const adjustment = { userId, clientId: randomUUID(), amount }
  return site.context.transaction((tx) => adjustCredits({ ...site.context, tx }, adjustment))
}

function spendOf({ userId }: Member, amount: number) {
  const message = { userId, kind: 'message', ref: randomUUID(), amount } as const
  return site.context.transaction((tx) => spend({ ...site.context, tx }, message))
}

/** Has the provider reject each refund meanwhile. */
async function withRejections(run: () => Promise<void>) {
  const [provider] = site.context.providers
  if (!provider) throw new Error('no provider')
  const rejecting = vi.spyOn(provider, 'refund').mockRejectedValue(new ProviderRejection('no money'))
  await run().finally(() => rejecting.mockRestore())
}

async function refund(orderId: string, amountMinor: number, credits = 0, clientId = randomUUID()) {
  const body = { clientId, amountMinor, credits, reason: 'Complaint' }
  const { status, error } = await site.call(calls.refundOrder, { params: { orderId }, body }, by)
  return Object.values(error?.fields ?? {})[0]?.code ?? error?.code ?? status
}

const fileOf = async (orderId: string) => (await site.call(calls.getOrderFile, { params: { orderId } }, by)).reply

/** What the provider paid back: the ids of the site, by which it executes each once, and the amounts. */
const paidBack = (ref: string) =>
  site.context.db
    .selectFrom('sandboxRefunds')
    .select(['id', 'amountMinor'])
    .where('ref', '=', ref)
    .orderBy('id')
    .execute()

async function stateOf(member: Member, orderId: string) {
  const { credits, isPremium } = await balanceOf(site.context, member.userId)
  const { reply } = await site.call(getOrder, { params: { orderId } }, member)
  return { credits, isPremium, status: reply?.order.status }
}

async function expectExact() {
  expect(await auditMoney(site.context.db)).toEqual([])
  expect(await findLedgerFaults(site.context)).toEqual([])
}

test('an order is paid back in parts, each once and with a credit note, and the last one ends it', async () => {
  const { member, orderId, ref } = await buildBuyer()
  expect(await refund(orderId, 500, 10)).toBe(204)
  expect(await refund(orderId, 999, 20)).toBe(204)
  expect(await stateOf(member, orderId)).toEqual({ credits: 30, isPremium: true, status: 'completed' })
  expect(await fileOf(orderId)).toMatchObject({ refundedMinor: 1499, refundableMinor: 2000, refundableCredits: 30 })
  await site.context.jobs.runDue()
  expect(await refund(orderId, 2001)).toBe('payments.refund_amount')
  expect(await refund(orderId, 2000, 31)).toBe('payments.refund_credits')
  expect(await refund(orderId, 2000, 30)).toBe(204)
  expect(await stateOf(member, orderId)).toEqual({ credits: 0, isPremium: false, status: 'refunded' })
  expect(await refund(orderId, 1)).toBe('payments.not_refundable')
  await site.context.jobs.runDue()
  await site.context.jobs.runDue()

  const made = await paidBack(ref)
  expect(made.map(({ amountMinor }) => amountMinor)).toEqual([500, 999, 2000])
  expect(new Set(made.map(({ id }) => id)).size).toBe(3)
  const notes = (await fileOf(orderId))?.receipts.filter(({ kind }) => kind === 'credit_note') ?? []
  expect(notes.map(({ amountMinor }) => amountMinor)).toEqual([500, 999, 2000])
  // The mails are sent by now. Sent again, each is about its own note.
  const { userId } = member
  await site.context.transaction((tx) => sendReceiptsOfOrder(site.context, tx, { userId, orderId }))
  const mails = (await mailsAbout(site.context, member)).filter(({ template }) => template === 'creditNote')
  expect(mails.map(({ props }) => 'amountMinor' in props && props.amountMinor)).toEqual([500, 999, 2000])
  // The provider's own report is no surprise.
  await reportPayment(site, ref, 'completed')
  expect((await fileOf(orderId))?.incidents).toEqual([])
  await expectExact()

  const { reply } = await site.call(getOrder, { params: { orderId } }, member)
  const files = await Promise.all(
    (reply?.order.receipts ?? []).map(async ({ kind, number }) => {
      const url = receiptUrl({ orderId, kind, number })
      const { statusCode, headers } = await site.app.inject({ url, headers: { cookie: member.cookie } })
      return [statusCode, String(headers['content-disposition']).includes(number)]
    }),
  )
  expect(files).toEqual(Array.from({ length: 4 }, () => [200, true]))
  const other = receiptUrl({ orderId, kind: 'credit_note', number: 'C-1999-000001' })
  expect((await site.app.inject({ url: other, headers: { cookie: member.cookie } })).statusCode).toBe(404)
})

test('parts at the same time are never more than was paid', async () => {
  const { member, orderId, ref } = await buildBuyer()
  const answers = await Promise.all(Array.from({ length: 6 }, () => refund(orderId, 1000, 10)))
  expect(answers.filter((answer) => answer === 204)).toHaveLength(3)
  expect(answers.filter((answer) => answer === 'payments.refund_amount')).toHaveLength(3)
  await site.context.jobs.runDue()
  expect((await paidBack(ref)).map(({ amountMinor }) => amountMinor)).toEqual([1000, 1000, 1000])
  expect(await stateOf(member, orderId)).toMatchObject({ credits: 30, status: 'completed' })
  await expectExact()
})

test('a part that is sent twice counts once', async () => {
  const { orderId, ref } = await buildBuyer()
  await refund(orderId, 500)
  const clientId = randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => refund(orderId, 700, 0, clientId)))
  expect(answers).toEqual([204, 204, 204])
  await site.context.jobs.runDue()
  expect((await paidBack(ref)).map(({ amountMinor }) => amountMinor)).toEqual([500, 700])
})

test('refunds of two orders at the same moment with one client id are one refund', async () => {
  const buyers = [await buildBuyer(), await buildBuyer()]
  const clientId = randomUUID()
  // The second one has seen no refund with this id when it stores its own.
  const answers = await site.context.transaction(async (tx) => {
    const balances = tx.selectFrom('accountBalances').select('userId').forUpdate()
    const userIds = buyers.map(({ member }) => member.userId)
    await balances.where('userId', 'in', userIds).execute()
    const sent = buyers.map(({ orderId }) => refund(orderId, 500, 10, clientId))
    await waitForLock(site.context, buyers.length)
    return () => Promise.all(sent)
  })
  expect(new Set(await answers())).toEqual(new Set([204, 'operator.sent_before']))
  const credits = await Promise.all(buyers.map(async ({ member, orderId }) => (await stateOf(member, orderId)).credits))
  expect(credits.toSorted((a, b) => a - b)).toEqual([50, 60])
  await site.context.jobs.runDue()
  const paid = await Promise.all(buyers.map(({ ref }) => paidBack(ref)))
  expect(paid.flat().map(({ amountMinor }) => amountMinor)).toEqual([500])
  await expectExact()
})

test('a rejected part gives its credits back, and only it can be refunded again', async () => {
  const { member, orderId, ref } = await buildBuyer()
  await refund(orderId, 500, 10)
  await site.context.jobs.runDue()
  await withRejections(async () => {
    expect(await refund(orderId, 2999, 50)).toBe(204)
    expect(await stateOf(member, orderId)).toEqual({ credits: 0, isPremium: false, status: 'refunded' })
    await site.context.jobs.runDue()
  })
  expect(await stateOf(member, orderId)).toEqual({ credits: 50, isPremium: true, status: 'completed' })
  expect(await fileOf(orderId)).toMatchObject({ refundedMinor: 500, refundableMinor: 2999, refundableCredits: 50 })
  expect(await refund(orderId, 2999, 50)).toBe(204)
  await site.context.jobs.runDue()
  expect((await paidBack(ref)).map(({ amountMinor }) => amountMinor)).toEqual([500, 2999])
  await expectExact()
})

test.each([
  [0, 'stored'],
  [10, 'stored'],
  [60, 'stored'],
  [10, 'not stored, as of older refunds'],
])(
  'a rejected refund with %i credits lets premium wait again where it was waiting, which is %s',
  async (credits, stored) => {
    const { member, orderId } = await buildWaiting({ older: 3 })
    expect(await stateOf(member, orderId)).toEqual({ credits: 63, isPremium: false, status: 'completed' })
    await withRejections(async () => {
      expect(await refund(orderId, 3499, credits)).toBe(204)
      if (stored !== 'stored') await site.context.db.updateTable('refunds').set({ premiumWaited: null }).execute()
      await site.context.jobs.runDue()
    })
    expect(await stateOf(member, orderId)).toEqual({ credits: 63, isPremium: false, status: 'completed' })
    // The older credits are spent first.
    await spendOf(member, 3)
    expect((await stateOf(member, orderId)).isPremium).toBe(false)
    await spendOf(member, 1)
    expect((await stateOf(member, orderId)).isPremium).toBe(true)
  },
)

test('a rejected refund lets premium wait for its credits, although a later order waits for more', async () => {
  const { member, orderId } = await buildWaiting()
  await withRejections(async () => {
    expect(await refund(orderId, 3499, 60)).toBe(204)
    await adjust(member, 3)
    await buy(member)
    await site.context.jobs.runDue()
  })
  expect(await stateOf(member, orderId)).toEqual({ credits: 123, isPremium: false, status: 'completed' })
  await spendOf(member, 1)
  expect((await stateOf(member, orderId)).isPremium).toBe(true)
})

test('a rejected refund lets premium wait again after an operator took some of the credits', async () => {
  const { member, orderId } = await buildWaiting()
  await adjust(member, -10)
  await withRejections(async () => {
    expect(await refund(orderId, 3499, 50)).toBe(204)
    await site.context.jobs.runDue()
  })
  expect(await stateOf(member, orderId)).toEqual({ credits: 50, isPremium: false, status: 'completed' })
  await spendOf(member, 1)
  expect((await stateOf(member, orderId)).isPremium).toBe(true)
})

test('a rejected part lets premium begin again that a credit began before the last part ended it', async () => {
  const { member, orderId } = await buildWaiting()
  await withRejections(async () => {
    expect(await refund(orderId, 500, 10)).toBe(204)
    await spendOf(member, 1)
    expect(await refund(orderId, 2999, 49)).toBe(204)
    expect(await stateOf(member, orderId)).toEqual({ credits: 0, isPremium: false, status: 'refunded' })
    await site.context.jobs.runDue()
  })
  expect(await stateOf(member, orderId)).toEqual({ credits: 59, isPremium: true, status: 'completed' })
})

test('a rejected part opens an incident again that was closed about another one, and only then', async () => {
  const { orderId } = await buildBuyer()
  const closed = async () => (await fileOf(orderId))?.incidents.map(({ kind, note }) => [kind, note])
  const close = { params: { orderId, kind: 'refund_failed' as const }, body: { reason: 'Paid by hand' } }
  for (let nth = 0; nth < 2; nth += 1) {
    await withRejections(async () => {
      expect(await refund(orderId, 500)).toBe(204)
      await site.context.jobs.runDue()
    })
    expect(await closed()).toEqual([['refund_failed', null]])
    expect((await site.call(calls.closeIncident, close, by)).status).toBe(204)
    expect(await closed()).toEqual([['refund_failed', 'Paid by hand']])
  }
})

test('a chargeback after parts takes what is left of the credits, and notes what is left of the price', async () => {
  const { member, orderId, ref } = await buildBuyer()
  await refund(orderId, 500, 10)
  await refund(orderId, 700, 10)
  await site.context.jobs.runDue()
  await site.context.db.updateTable('sandboxPayments').set({ chargedBackMinor: 3499 }).where('ref', '=', ref).execute()
  await reportPayment(site, ref, 'completed')
  expect(await stateOf(member, orderId)).toEqual({ credits: 0, isPremium: false, status: 'charged_back' })
  const notes = (await fileOf(orderId))?.receipts.map(({ kind, amountMinor }) => [kind, amountMinor])
  expect(notes).toEqual([
    ['receipt', 3499],
    ['credit_note', 500],
    ['credit_note', 700],
    ['chargeback_note', 2299],
  ])
  await expectExact()
})

test('an order is refunded in so many parts', async () => {
  const { orderId } = await buildBuyer()
  for (let nth = 0; nth < REFUNDS_PER_ORDER; nth += 1) expect(await refund(orderId, 10)).toBe(204)
  expect(await refund(orderId, 10)).toBe('payments.not_refundable')
  expect(await fileOf(orderId)).toMatchObject({ refundableMinor: 0, refundableCredits: null })
})

test('a payment that came when the account was gone is paid back, and is no fault of the ledger', async () => {
  const member = await buildMember(site.context)
  const { ref } = await buildOrder(site, member)
  await site.context.transaction(async (tx) => {
    await emit(tx, accountErased, { userId: member.userId })
    await tx.deleteFrom('users').where('id', '=', member.userId).execute()
  })
  expect((await reportPayment(site, ref, 'completed')).statusCode).toBe(204)
  await site.context.jobs.runDue()
  expect((await paidBack(ref)).map(({ amountMinor }) => amountMinor)).toEqual([3499])
  await expectExact()
})
