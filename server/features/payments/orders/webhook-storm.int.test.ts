import { afterAll, beforeAll, expect, test } from 'vitest'
import { getOrder, withdraw } from '#contract/payments/calls.ts'
import { newPublicId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember } from '#tests/support/builders.ts'
import { IS_FULL } from '#tests/support/site/full-size.ts'
import { buildOrder, sendEvent, settleAtSandbox } from '#tests/support/payments.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'

const PAYMENTS = IS_FULL ? 1000 : 48
const MAX_COPIES = 20
/** Payments at a time. */
const AT_ONCE = 8
const PRICE = 3499
const CREDITS = 60

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({
    environment: { LOG_LEVEL: 'silent', TRUST_PROXY: 'true', REQUESTS_PER_MINUTE: '1000000' },
  })
})
afterAll(() => site.close())

/** A generator of its own, so that a failure can be repeated. */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

/** States of a payment at the provider, in this order, and the ledger entries that must follow. */
const fates = [
  { steps: ['pending', 'completed'], end: 'completed', entries: { purchase: CREDITS } },
  { steps: ['failed', 'completed'], end: 'completed', entries: { purchase: CREDITS } },
  { steps: ['pending', 'cancelled'], end: 'cancelled', entries: {} },
  { steps: ['failed'], end: 'failed', entries: {} },
  { steps: ['completed', 'refund'], end: 'refunded', entries: { purchase: CREDITS, refund: -CREDITS } },
  { steps: ['completed', 'chargeback'], end: 'charged_back', entries: { purchase: CREDITS, chargeback: -CREDITS } },
  {
    steps: ['completed', 'refund', 'chargeback'],
    end: 'charged_back',
    entries: { purchase: CREDITS, refund: -CREDITS },
  },
] as const

async function play(fate: (typeof fates)[number], random: (below: number) => number) {
  const member = await buildMember(site.context)
  const { orderId, ref } = await buildOrder(site, member)
  const copies = 1 + random(MAX_COPIES)
  const hint = async () => (await sendEvent(site, { eventId: `${random(5)}`, ref })).statusCode
  const sent: Promise<number>[] = []
  const withdrawn: number[] = []
  for (const [index, step] of fate.steps.entries()) {
    if (step === 'refund') {
      // The credits are there once one webhook was processed; the others go on meanwhile.
      await hint()
      const body = { credits: CREDITS, amountMinor: PRICE }
      const answers = await Promise.all(
        Array.from({ length: 3 }, () =>
          site.call(withdraw, { params: { orderId }, body }, { ...member, headers: randomAddress() }),
        ),
      )
      withdrawn.push(...answers.map(({ status }) => status))
      await site.context.jobs.runDue()
    } else {
      if (step === 'chargeback') await Promise.all(sent)
      await settleAtSandbox(site, ref, step === 'chargeback' ? { chargedBackMinor: PRICE } : { status: step })
    }
    // Those of this step are under way while the next one happens, so that some arrive late.
    const now = index === fate.steps.length - 1 ? copies - sent.length : random(copies - sent.length + 1)
    for (let n = 0; n < now; n += 1) sent.push(hint())
  }
  expect(new Set([...(await Promise.all(sent)), await hint()])).toEqual(new Set([204]))
  expect(withdrawn.every((status) => status === 200)).toBe(true)
  return { member, orderId, ref, fate }
}

test('each of many payments is credited once and debited once, however its webhooks come', async () => {
  const random = createRandom(11)
  const { db, jobs } = site.context
  for (let done = 0; done < PAYMENTS; done += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, PAYMENTS - done) }, (_, n) => {
      const fate = fates[(done + n) % fates.length] ?? fates[0]
      return play(fate, random)
    })
    const played = await Promise.all(batch)
    await jobs.runDue()
    for (const { member, orderId, ref, fate } of played) {
      const { reply } = await site.call(getOrder, { params: { orderId } }, member)
      const entries = await db
        .selectFrom('creditLedger')
        .select(['kind', 'amount'])
        .where('ref', '=', orderId)
        .execute()
      const refunds = await db.selectFrom('sandboxRefunds').select('amountMinor').where('ref', '=', ref).execute()
      const { balance } = await db
        .selectFrom('accountBalances')
        .select('balance')
        .where('userId', '=', member.userId)
        .executeTakeFirstOrThrow()
      const expected = Object.entries(fate.entries).map(([kind, amount]) => ({ kind, amount }))
      expect({ fate: fate.steps, status: reply?.order.status }).toEqual({ fate: fate.steps, status: fate.end })
      expect(entries.toSorted((a, b) => b.amount - a.amount)).toEqual(expected)
      expect(balance).toBe(expected.reduce((sum, { amount }) => sum + amount, 0))
      expect(refunds).toEqual('refund' in fate.entries ? [{ amountMinor: PRICE }] : [])
    }
  }
}, 600_000)

test('a webhook that names no payment of the site changes nothing', async () => {
  expect((await sendEvent(site, { eventId: '1', ref: newPublicId() })).statusCode).toBe(404)
})
