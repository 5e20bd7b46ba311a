import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { getOrder, withdraw } from '#contract/payments/calls.ts'
import { receiptUrl, type ReceiptKind } from '#contract/payments/receipts.ts'
import { spend } from '#server/features/credits/service.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { askedMails } from '#tests/support/mails.ts'
import { buildOrder, reportPayment, sendEvent, settleAtSandbox } from '#tests/support/payments.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
})
afterAll(() => site.close())

async function buy(member: Member) {
  const { orderId, ref } = await buildOrder(site, member)
  expect((await reportPayment(site, ref, 'completed')).statusCode).toBe(204)
  return orderId
}

async function receiptsOf(member: Member, orderId: string) {
  return (await site.call(getOrder, { params: { orderId } }, member)).reply?.order.receipts
}

function download(member: { cookie: string }, orderId: string, kind: ReceiptKind = 'receipt') {
  return site.app.inject({ url: receiptUrl({ orderId, kind }), headers: { cookie: member.cookie } })
}

/** Returns the numbers of a series in their order. */
async function numbers(kind: ReceiptKind) {
  const rows = await site.context.db
    .selectFrom('receipts')
    .select(['year', 'number'])
    .where('kind', '=', kind)
    .orderBy('year')
    .orderBy('number')
    .execute()
  return rows.map(({ year, number }) => `${year} ${number}`)
}

test('a completed payment has one receipt with price and VAT, also in the mail, however often it is reported', async () => {
  const member = await buildMember(site.context)
  const { orderId, ref } = await buildOrder(site, member)
  expect(await receiptsOf(member, orderId)).toEqual([])
  for (let n = 0; n < 3; n += 1) await reportPayment(site, ref, 'completed')
  const [receipt] = (await receiptsOf(member, orderId)) ?? []
  expect(receipt).toEqual({ kind: 'receipt', number: expect.stringMatching(/^R-\d{4}-\d{6}$/) })
  const mails = await askedMails(site.context, member.email)
  expect(mails.map(({ template }) => template)).toEqual(['receipt'])
  expect(mails[0]?.props).toMatchObject({ number: receipt?.number, amountMinor: 3499, vatMinor: 607, vatPercent: 21 })
})

test('numbers have no gaps: not after concurrent payments, not after one that was rolled back, and start again each year', async () => {
  const members = await Promise.all(Array.from({ length: 8 }, () => buildMember(site.context)))
  const orders = await Promise.all(members.map((member) => buildOrder(site, member)))
  // The transaction of one payment fails after its number was taken.
  const failing = vi.spyOn(site.context.mail, 'send').mockRejectedValueOnce(new Error('no queue'))
  const answers = await Promise.all(orders.map(({ ref }) => reportPayment(site, ref, 'completed')))
  failing.mockRestore()
  expect(answers.filter(({ statusCode }) => statusCode === 500)).toHaveLength(1)
  for (const { ref } of orders) await reportPayment(site, ref, 'completed')
  const before = await numbers('receipt')
  expect(before).toEqual(before.map((_, index) => `${site.clock.now().getUTCFullYear()} ${index + 1}`))
  site.clock.advance(366 * 24 * 3_600_000)
  await buy(await buildMember(site.context))
  expect(await numbers('receipt')).toEqual([...before, `${site.clock.now().getUTCFullYear()} 1`])
})

test('a refund has a credit note of its own series once the provider has accepted it', async () => {
  const member = await buildMember(site.context)
  const orderId = await buy(member)
  const body = { credits: 60, amountMinor: 3499 }
  expect((await site.call(withdraw, { params: { orderId }, body }, member)).status).toBe(200)
  expect(await receiptsOf(member, orderId)).toHaveLength(1)
  await site.context.jobs.runDue()
  const issued = await receiptsOf(member, orderId)
  expect(issued?.map(({ kind }) => kind)).toEqual(['receipt', 'credit_note'])
  expect(issued?.[1]?.number).toMatch(/^C-\d{4}-000001$/)
  const mail = await site.context.mail.build({ template: 'creditNote', userId: member.userId, about: { orderId } })
  expect(mail).toMatchObject({
    to: member.email,
    props: { number: issued?.[1]?.number, amountMinor: 3499, vatMinor: 607 },
  })
  const { statusCode, rawPayload } = await download(member, orderId, 'credit_note')
  expect([statusCode, rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
})

describe('a payment that the bank takes back', () => {
  async function chargeBack(ref: string, chargedBackMinor = 3499) {
    await settleAtSandbox(site, ref, { chargedBackMinor })
    // A provider reports it more than once.
    for (const eventId of ['1', '2']) expect((await sendEvent(site, { eventId, ref })).statusCode).toBe(204)
  }

  async function buyOnce(member: Member) {
    const { orderId, ref } = await buildOrder(site, member)
    await reportPayment(site, ref, 'completed')
    return { orderId, ref }
  }

  test('has one credit note of a series without gaps, in the list, by mail and as PDF', async () => {
    const members = await Promise.all(Array.from({ length: 4 }, () => buildMember(site.context)))
    const orders = await Promise.all(members.map(buyOnce))
    await Promise.all(orders.map(({ ref }) => chargeBack(ref)))
    const [member] = members
    const [order] = orders
    if (!member || !order) throw new Error('no order')
    const issued = await receiptsOf(member, order.orderId)
    expect(issued?.map(({ kind }) => kind)).toEqual(['receipt', 'chargeback_note'])
    expect(issued?.[1]?.number).toMatch(/^B-\d{4}-00000[1-4]$/)
    const year = site.clock.now().getUTCFullYear()
    expect(await numbers('chargeback_note')).toEqual([1, 2, 3, 4].map((number) => `${year} ${number}`))
    const mails = await askedMails(site.context, member.email)
    expect(mails.map(({ template }) => template)).toEqual(['receipt', 'creditNote'])
    expect(mails[1]?.props).toMatchObject({
      kind: 'chargeback_note',
      number: issued?.[1]?.number,
      amountMinor: 3499,
      vatMinor: 607,
    })
    const { statusCode, rawPayload } = await download(member, order.orderId, 'chargeback_note')
    expect([statusCode, rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  })

  test('after a part was refunded is credited with the rest, so that both are the price', async () => {
    const member = await buildMember(site.context)
    const { orderId, ref } = await buyOnce(member)
    const change = { userId: member.userId, kind: 'message', ref: 'message', amount: 15 } as const
    await site.context.transaction((tx) => spend({ ...site.context, tx }, change))
    const returned = { credits: 45, amountMinor: 2624 }
    expect((await site.call(withdraw, { params: { orderId }, body: returned }, member)).status).toBe(200)
    await site.context.jobs.runDue()
    await chargeBack(ref)
    const rows = await site.context.db
      .selectFrom('receipts')
      .innerJoin('orders', 'orders.id', 'orderId')
      .select(['kind', 'receipts.amountMinor'])
      .where('publicId', '=', orderId)
      .orderBy('kind')
      .execute()
    expect(rows).toEqual([
      { kind: 'chargeback_note', amountMinor: 3499 - 2624 },
      { kind: 'credit_note', amountMinor: 2624 },
      { kind: 'receipt', amountMinor: 3499 },
    ])
  })

  test('after all was refunded has none', async () => {
    const member = await buildMember(site.context)
    const { orderId, ref } = await buyOnce(member)
    await site.call(withdraw, { params: { orderId }, body: { credits: 60, amountMinor: 3499 } }, member)
    await site.context.jobs.runDue()
    await chargeBack(ref)
    expect((await receiptsOf(member, orderId))?.map(({ kind }) => kind)).toEqual(['receipt', 'credit_note'])
  })
})

test.each(['en', 'fr'] as const)('the PDF in %s is for the buyer only, once the order is paid', async (language) => {
  const [buyer, other] = [await buildMember(site.context, { language }), await buildMember(site.context)]
  const { orderId, ref } = await buildOrder(site, buyer)
  expect((await download(buyer, orderId)).json().error.code).toBe('payments.receipt_not_found')
  await reportPayment(site, ref, 'completed')
  const answers = [
    await download(other, orderId),
    await download(buyer, 'x'),
    await download(buyer, orderId, 'credit_note'),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  expect((await download({ cookie: '' }, orderId)).json().error.code).toBe('authentication_required')

  const { statusCode, headers, rawPayload } = await download(buyer, orderId)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'private, no-store' })
  expect(headers['content-disposition']).toMatch(/^attachment; filename="R-\d{4}-\d{6}\.pdf"$/)
  expect(rawPayload.toString('latin1')).toContain(`/Lang (${language})`)
})

test('receipts contain no personal data', async () => {
  const member = await buildMember(site.context, { name: 'Quentinella' })
  await buy(member)
  const { rows } = await sql<{ text: string }>`select r::text as text from receipts r`.execute(site.context.db)
  for (const secret of [member.name, member.email, String(member.userId)])
    expect(rows.map(({ text }) => text).join('\n')).not.toContain(secret)
})
