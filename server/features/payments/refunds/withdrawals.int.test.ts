import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DEFAULT_REFUND_DAYS } from '#contract/limits.ts'
import { getBundles, getOrder } from '#contract/payments/calls.ts'
import * as contract from '#contract/payments/calls.ts'
import { adjustCredits, grant, spend } from '#server/features/credits/service.ts'
import { balanceOf } from '#tests/support/balance.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { waitForLock } from '#tests/support/audits/locks.ts'
import { askedMails } from '#tests/support/mails.ts'
import { buildOrder, reportPayment, settleAtSandbox } from '#tests/support/payments.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
})
afterAll(() => site.close())

/** Buys 60 credits for 34.99 euros. */
async function buy(member: Member) {
  const { orderId, ref } = await buildOrder(site, member)
  await reportPayment(site, ref, 'completed')
  return { orderId, ref }
}

async function buildBuyer(options: { credits?: number } = {}) {
  const member = await buildMember(site.context, options)
  return { member, ...(await buy(member)) }
}

let messages = 0
function spendCredits({ userId }: Member, amount: number) {
  messages += 1
  const change = { userId, kind: 'message', ref: `message ${messages}`, amount } as const
  return site.context.transaction((tx) => spend({ ...site.context, tx }, change))
}

/** The end of the day that comes so many days from now. */
function endOfDay(days: number) {
  const now = site.clock.now()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days + 1))
}

const list = async (member: Member) => (await site.call(contract.listWithdrawable, {}, member)).reply?.orders ?? []

const withdraw = (member: Member, orderId: string, body = { credits: 60, amountMinor: 3499 }) =>
  site.call(contract.withdraw, { params: { orderId }, body }, member)

async function statusOf(member: Member, orderId: string) {
  return (await site.call(getOrder, { params: { orderId } }, member)).reply?.order.status
}

const refundsAt = (ref: string) =>
  site.context.db.selectFrom('sandboxRefunds').select('amountMinor').where('ref', '=', ref).execute()

const rejected = (code: string) => ({ error: { code } })

describe('a purchase', () => {
  test('can be withdrawn from with the money for its unspent credits; older credits are spent first', async () => {
    const { member, orderId } = await buildBuyer({ credits: 10 })
    await spendCredits(member, 25)
    const until = endOfDay(DEFAULT_REFUND_DAYS).toISOString()
    const paidAt = site.clock.now().toISOString()
    const bought = { boughtCredits: 60, paidMinor: 3499, currency: 'EUR', paidAt, until }
    expect(await list(member)).toEqual([{ orderId, credits: 45, amountMinor: 2624, ...bought }])
  })

  test('is not listed before it is paid, when it is spent, and after the days of the site', async () => {
    const member = await buildMember(site.context)
    const { ref } = await buildOrder(site, member)
    expect(await list(member)).toEqual([])
    await reportPayment(site, ref, 'completed')
    expect(await list(member)).toHaveLength(1)
    await spendCredits(member, 60)
    expect(await list(member)).toEqual([])
    const { member: late, orderId } = await buildBuyer()
    const until = endOfDay(DEFAULT_REFUND_DAYS).getTime()
    site.clock.advance(until - site.clock.now().getTime() - 1)
    expect(await list(late)).toHaveLength(1)
    site.clock.advance(1)
    expect(await list(late)).toEqual([])
    expect(await withdraw(late, orderId)).toMatchObject(rejected('payments.not_withdrawable'))
  })
})

describe('a withdrawal', () => {
  test('takes the credits, ends premium, mails a receipt and has the provider pay once', async () => {
    const { member, orderId, ref } = await buildBuyer()
    const withdrawnAt = site.clock.now().toISOString()
    const { reply } = await withdraw(member, orderId)
    expect(reply).toEqual({ credits: 60, amountMinor: 3499, currency: 'EUR', withdrawnAt })
    expect(await statusOf(member, orderId)).toBe('refunded')
    expect(await balanceOf(site.context, member.userId)).toEqual({ credits: 0, isPremium: false })
    const mails = await askedMails(site.context, member.email)
    expect(mails.at(-1)).toMatchObject({ template: 'withdrawal', props: { orderId, amountMinor: 3499, withdrawnAt } })
    await site.context.jobs.runDue()
    expect(await refundsAt(ref)).toEqual([{ amountMinor: 3499 }])
    // The provider's webhook about its refund changes nothing more.
    await reportPayment(site, ref, 'completed')
    expect(await statusOf(member, orderId)).toBe('refunded')
    expect(await list(member)).toEqual([])
  })

  test('repeated, also many times at once, is one', async () => {
    const { member, orderId, ref } = await buildBuyer()
    const answers = await Promise.all(Array.from({ length: 8 }, () => withdraw(member, orderId)))
    for (const { reply } of answers) expect(reply).toEqual(answers[0]?.reply)
    expect(answers[0]?.reply).toMatchObject({ credits: 60 })
    await site.context.jobs.runDue()
    expect(await refundsAt(ref)).toHaveLength(1)
    expect((await balanceOf(site.context, member.userId)).credits).toBe(0)
  })

  test('of a whole purchase makes premium by a later one begin with its first spent credit', async () => {
    const { member, orderId } = await buildBuyer()
    const startOf = async () => (await site.call(getBundles, { query: {} }, member)).reply?.premiumStart
    expect(await startOf()).toBe('payment')
    await withdraw(member, orderId)
    expect(await startOf()).toBe('first_credit')
    const { userId } = member
    const gift = { userId, kind: 'demo', ref: 'older credits', amount: 3 } as const
    await site.context.transaction((tx) => grant({ ...site.context, tx }, gift))
    const isPremium = async () => (await balanceOf(site.context, userId)).isPremium
    const second = await buy(member)
    expect(await balanceOf(site.context, userId)).toEqual({ credits: 63, isPremium: false })
    const receipt = { template: 'receipt', userId, about: { orderId: second.orderId } }
    expect(await site.context.mail.build(receipt)).toMatchObject({ props: { hasPremium: false } })
    // Credits that are older are spent first.
    await spendCredits(member, 2)
    await spendCredits(member, 1)
    expect(await isPremium()).toBe(false)
    // A purchase that is withdrawn before is as if it had never been.
    await withdraw(member, second.orderId)
    await buy(member)
    expect(await isPremium()).toBe(false)
    await spendCredits(member, 1)
    expect(await isPremium()).toBe(true)
  })

  test('of a part of a purchase leaves premium by a later one as it is', async () => {
    const { member, orderId } = await buildBuyer()
    await spendCredits(member, 2)
    await withdraw(member, orderId, { credits: 58, amountMinor: 3382 })
    expect((await balanceOf(site.context, member.userId)).isPremium).toBe(false)
    await buy(member)
    expect((await balanceOf(site.context, member.userId)).isPremium).toBe(true)
  })

  test('of one of two purchases leaves premium and the other credits', async () => {
    const { member, orderId } = await buildBuyer()
    await buy(member)
    await withdraw(member, orderId)
    expect(await balanceOf(site.context, member.userId)).toEqual({ credits: 60, isPremium: true })
  })

  test('of other credits or money than shown is rejected, and takes nothing', async () => {
    const { member, orderId } = await buildBuyer()
    await spendCredits(member, 2)
    for (const body of [
      { credits: 60, amountMinor: 3499 },
      { credits: 58, amountMinor: 3499 },
    ]) {
      expect(await withdraw(member, orderId, body)).toMatchObject(rejected('payments.withdrawal_changed'))
    }
    expect(await balanceOf(site.context, member.userId)).toEqual({ credits: 58, isPremium: true })
    expect(await withdraw(member, orderId, { credits: 58, amountMinor: 3382 })).toMatchObject({ status: 200 })
  })

  test('races with spends: no credit is both spent and returned', async () => {
    const { member, orderId } = await buildBuyer()
    await Promise.allSettled([
      ...Array.from({ length: 5 }, () => spendCredits(member, 10)),
      withdraw(member, orderId),
      ...Array.from({ length: 5 }, () => spendCredits(member, 10)),
    ])
    const entries = await site.context.db
      .selectFrom('creditLedger')
      .select('amount')
      .where('userId', '=', member.userId)
      .execute()
    const { credits } = await balanceOf(site.context, member.userId)
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(credits)
    expect(credits).toBeGreaterThanOrEqual(0)
  })

  test('is for the buyer only, and for paid orders', async () => {
    const { orderId } = await buildBuyer()
    const other = await buildMember(site.context)
    expect(await withdraw(other, orderId)).toMatchObject(rejected('payments.order_not_found'))
    const { orderId: unpaid } = await buildOrder(site, other)
    expect(await withdraw(other, unpaid)).toMatchObject(rejected('payments.not_withdrawable'))
    expect(await site.call(contract.listWithdrawable, {})).toMatchObject(rejected('authentication_required'))
  })

  test.each([{ credits: 0 }, { credits: -1 }, { credits: 1.5 }, { amountMinor: 2 ** 60 }])(
    'of %j is rejected',
    async (bad) => {
      const { member, orderId } = await buildBuyer()
      expect((await withdraw(member, orderId, { credits: 60, amountMinor: 3499, ...bad })).status).toBe(400)
    },
  )

  test('that the provider rejects gives credits and premium back, and is reported', async () => {
    const { member, orderId, ref } = await buildBuyer()
    await settleAtSandbox(site, ref, { status: 'failed' })
    await withdraw(member, orderId)
    await site.context.jobs.runDue()
    expect(await statusOf(member, orderId)).toBe('completed')
    expect(await balanceOf(site.context, member.userId)).toEqual({ credits: 60, isPremium: true })
    expect(await incidentsOf(ref)).toEqual(['refund_failed'])
    expect(await withdraw(member, orderId)).toMatchObject(rejected('payments.not_withdrawable'))
  })

  test('that the provider rejects lets premium wait again where it was waiting', async () => {
    const { member, orderId } = await buildBuyer()
    await withdraw(member, orderId)
    await site.context.jobs.runDue()
    const second = await buy(member)
    await settleAtSandbox(site, second.ref, { status: 'failed' })
    await withdraw(member, second.orderId)
    await site.context.jobs.runDue()
    expect(await statusOf(member, second.orderId)).toBe('completed')
    expect(await balanceOf(site.context, member.userId)).toEqual({ credits: 60, isPremium: false })
    await spendCredits(member, 1)
    expect(await balanceOf(site.context, member.userId)).toEqual({ credits: 59, isPremium: true })
  })

  test('lets premium by a later purchase begin with its first spent credit, also when older ones are taken', async () => {
    const { member, orderId } = await buildBuyer()
    await withdraw(member, orderId)
    await site.context.jobs.runDue()
    const { userId } = member
    const adjust = (amount: number) =>
      site.context.transaction((tx) =>
        adjustCredits({ ...site.context, tx }, { userId, clientId: randomUUID(), amount }),
      )
    await adjust(50)
    await buy(member)
    await adjust(-40)
    await spendCredits(member, 10)
    expect(await balanceOf(site.context, userId)).toEqual({ credits: 60, isPremium: false })
    await spendCredits(member, 1)
    expect(await balanceOf(site.context, userId)).toEqual({ credits: 59, isPremium: true })
  })

  test('of a payment that the bank takes back before the money is returned has it returned once', async () => {
    const { member, orderId, ref } = await buildBuyer()
    await spendCredits(member, 15)
    expect((await withdraw(member, orderId, { credits: 45, amountMinor: 2624 })).status).toBe(200)
    const [provider] = site.context.providers
    if (!provider) throw new Error('no provider')
    // Not every provider rejects a refund of what the bank has taken back.
    const refund = vi.spyOn(provider, 'refund').mockResolvedValue()
    await settleAtSandbox(site, ref, { chargedBackMinor: 3499 })
    await reportPayment(site, ref, 'completed')
    await site.context.jobs.runDue()
    expect(refund).not.toHaveBeenCalled()
    refund.mockRestore()
    expect(await incidentsOf(ref)).toEqual(['chargeback'])
    expect(await balanceOf(site.context, member.userId)).toEqual({ credits: 0, isPremium: false })
    const notes = await site.context.db
      .selectFrom('receipts')
      .innerJoin('orders', 'orders.id', 'orderId')
      .select(['kind', 'receipts.amountMinor'])
      .where('publicId', '=', orderId)
      .orderBy('receipts.id')
      .execute()
    expect(notes).toEqual([
      { kind: 'receipt', amountMinor: 3499 },
      { kind: 'chargeback_note', amountMinor: 3499 },
    ])
  })

  test('of a payment that the bank takes back later leaves the credits of another purchase', async () => {
    const { member, orderId, ref } = await buildBuyer()
    await spendCredits(member, 15)
    await withdraw(member, orderId, { credits: 45, amountMinor: 2624 })
    await site.context.jobs.runDue()
    await buy(member)
    await settleAtSandbox(site, ref, { chargedBackMinor: 3499 })
    await reportPayment(site, ref, 'completed')
    const taken = site.context.db
      .selectFrom('chargebacks')
      .innerJoin('orders', 'orders.id', 'orderId')
      .select(['creditsTaken', 'creditsMissing'])
    // The 15 that were spent; the other 45 were returned.
    expect(await taken.where('publicId', '=', orderId).execute()).toEqual([{ creditsTaken: 15, creditsMissing: 0 }])
    expect((await balanceOf(site.context, member.userId)).credits).toBe(45)
  })

  test('waits for a provider that is down, and is paid once when it is up', async () => {
    const { member, orderId, ref } = await buildBuyer()
    await withdraw(member, orderId)
    const [provider] = site.context.providers
    if (!provider) throw new Error('no provider')
    const down = vi.spyOn(provider, 'refund').mockRejectedValue(new Error('down'))
    await site.context.jobs.runDue()
    expect(await statusOf(member, orderId)).toBe('refunded')
    expect(await refundsAt(ref)).toEqual([])
    down.mockRestore()
    // The queue waits longer after each failure.
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(site.context.db)
    await site.context.jobs.runDue()
    expect(await refundsAt(ref)).toEqual([{ amountMinor: 3499 }])
  })

  test('whose order is being changed holds up neither other receipts nor a chargeback that drops it', async () => {
    const { member, orderId } = await buildBuyer()
    await withdraw(member, orderId)
    const { db } = site.context
    let executed: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async (tx) => {
      // As a webhook about the order does.
      const { id } = await tx
        .selectFrom('orders')
        .select('id')
        .where('publicId', '=', orderId)
        .forUpdate()
        .executeTakeFirstOrThrow()
      executed = site.context.jobs.runDue()
      await waitForLock(site.context)
      const free = sql`
        select from refunds, receipt_series where order_id = ${id} for update nowait`.execute(tx)
      await expect(free).resolves.toBeDefined()
    })
    await executed
    expect(await statusOf(member, orderId)).toBe('refunded')
  })
})

async function incidentsOf(ref: string) {
  const rows = await site.context.db
    .selectFrom('paymentIncidents')
    .select('kind')
    .where('providerRef', '=', ref)
    .execute()
  return rows.map(({ kind }) => kind)
}
