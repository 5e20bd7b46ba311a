import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { getDirectDebit, payByDebit } from '#contract/debits/calls.ts'
import type { ErrorCode } from '#contract/errors.ts'
import * as limits from '#contract/limits.ts'
import { createOrder, listOrders } from '#contract/payments/calls.ts'
import type { BundleId } from '#contract/payments/schemas.ts'
import { DAY } from '#contract/time.ts'
import { ProviderRejection } from '#server/features/payments/providers/provider.ts'
import { AppError } from '#server/platform/errors.ts'
import { balanceOf } from '#tests/support/balance.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { debitForm } from '#tests/support/debit-form.ts'
import { newIban, randomPhone, requestDebitCode, textMessages } from '#tests/support/debits.ts'
import { askedMails } from '#tests/support/mails.ts'
import { reportPayment, sendEvent, settleAtSandbox } from '#tests/support/payments.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'
import { clearCodes } from './jobs.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true', LOG_LEVEL: 'silent' } })
})
afterAll(() => site.close())

type Changes = Partial<Record<keyof typeof debitForm | 'smsCode' | 'clientId', string>> & { bundle?: BundleId }

/** Sends the form, with a code that was just requested unless it is given. */
async function pay(member: Member, changes: Changes = {}) {
  const smsCode = changes.smsCode ?? (await requestDebitCode(site, member, changes.phone)).code
  const order = { clientId: randomUUID(), bundle: 'p0' as const, code: null }
  return site.call(
    payByDebit,
    { body: { ...debitForm, ...order, ...changes, smsCode, authorization: true } },
    { ...member, headers: randomAddress() },
  )
}

const ordersOf = async (member: Member) => (await site.call(listOrders, { query: {} }, member)).reply?.orders ?? []
const stateFor = async (member: Member) => (await site.call(getDirectDebit, {}, member)).reply?.state
const mandates = ({ userId }: Member) =>
  site.context.db.selectFrom('mandates').selectAll().where('userId', '=', userId).execute()
const refOf = (answer: Awaited<ReturnType<typeof pay>>) => answer.reply?.checkoutUrl.split('/').at(-1) ?? ''
const rejected = (code: ErrorCode) => ({ error: { code } })

describe('the form', () => {
  test('orders the bundle, stores the mandate encrypted, and mails mandate and announcement', async () => {
    const member = await buildMember(site.context, { name: 'Zoë' })
    expect(await site.call(getDirectDebit, {}, member)).toMatchObject({
      reply: { state: 'open', creditor: { name: 'Rendezvous Demo Company', id: 'NL00ZZZ000000000000' } },
    })
    const iban = newIban()
    const answer = await pay(member, { iban })
    expect(answer.reply).toMatchObject({ order: { status: 'pending', method: 'sdd', amountMinor: 1499 } })
    const [mandate] = await mandates(member)
    for (const secret of [iban, iban.slice(-10), 'Müller', 'Oudegracht', '612345678'])
      expect(mandate?.details.toString('latin1')).not.toContain(Buffer.from(secret).toString('latin1'))

    const [mail] = await askedMails(site.context, member.email)
    const collectedFrom = new Date(site.clock.now().getTime() + limits.DEBIT_NOTICE_DAYS * DAY)
      .toISOString()
      .slice(0, 10)
    expect(mail).toMatchObject({
      template: 'debitNotice',
      props: {
        holder: 'Zoë Müller',
        iban: `${iban.slice(0, 4)} •••• ${iban.slice(-4)}`,
        address: 'Oudegracht 12b, 3511 AB Utrecht',
        amountMinor: 1499,
        collectedFrom,
        reference: mandate?.reference,
      },
    })
    await reportPayment(site, refOf(answer), 'completed')
    expect(await balanceOf(site.context, member.userId)).toEqual({ credits: 20, isPremium: true })
  })

  test('announces a collection once its checkout has opened, and only once', async () => {
    const { db, mail, providers } = site.context
    const [provider] = providers
    if (!provider) throw new Error('no provider')
    const member = await buildMember(site.context)
    const { code: smsCode } = await requestDebitCode(site, member)
    const form = { iban: newIban(), smsCode, clientId: randomUUID() }
    const send = vi.spyOn(mail, 'send')
    vi.spyOn(provider, 'createCheckout').mockRejectedValueOnce(new AppError('payments.provider_unavailable'))
    expect(await pay(member, form)).toMatchObject(rejected('payments.provider_unavailable'))
    expect(send).not.toHaveBeenCalled()
    for (let times = 0; times < 2; times += 1) expect((await pay(member, form)).status).toBe(200)
    const [order] = await ordersOf(member)
    const request = { template: 'debitNotice', userId: member.userId, about: { orderId: order?.id } }
    expect(send.mock.calls.map(([, sent]) => sent)).toEqual([request])
    vi.restoreAllMocks()
    expect(await db.selectFrom('mandates').select('id').where('userId', '=', member.userId).execute()).toHaveLength(1)
  })

  test('announces no collection if the provider rejects the checkout', async () => {
    const [provider] = site.context.providers
    if (!provider) throw new Error('no provider')
    const member = await buildMember(site.context)
    const send = vi.spyOn(site.context.mail, 'send')
    vi.spyOn(provider, 'createCheckout').mockRejectedValueOnce(new ProviderRejection('no such method'))
    expect(await pay(member, { iban: newIban() })).toMatchObject(rejected('payments.method_unknown'))
    expect(await ordersOf(member)).toMatchObject([{ status: 'failed' }])
    // Nor that it failed.
    expect(send).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })

  test('that the buyer cancels on the page of the provider is reported by mail', async () => {
    const member = await buildMember(site.context)
    const answer = await pay(member, { iban: newIban() })
    for (let n = 0; n < 2; n += 1) await reportPayment(site, refOf(answer), 'cancelled')
    const mails = await askedMails(site.context, member.email)
    expect(mails.map(({ template }) => template)).toEqual(['debitNotice', 'debitFailed'])
  })

  test('sent twice at once, and again later, is one order with one mandate', async () => {
    const member = await buildMember(site.context)
    const { code: smsCode } = await requestDebitCode(site, member)
    const form = { iban: newIban(), smsCode, clientId: randomUUID() }
    const answers = [...(await Promise.all([pay(member, form), pay(member, form)])), await pay(member, form)]
    for (const { reply } of answers) expect(reply).toEqual(answers[0]?.reply)
    expect([await ordersOf(member), await mandates(member)].map(({ length }) => length)).toEqual([1, 1])
    // The code was used up.
    expect(await pay(member, { ...form, clientId: randomUUID() })).toMatchObject(rejected('debits.code_invalid'))
  })

  test.each<[string, Changes, ErrorCode, string]>([
    ['with a wrong check digit', { iban: 'NL92ABNA0417164300' }, 'debits.iban_invalid', 'iban'],
    ['of the wrong length', { iban: 'NL91ABNA041716430' }, 'debits.iban_invalid', 'iban'],
    ['with other characters', { iban: 'NL91ABNA0417164300;' }, 'debits.iban_invalid', 'iban'],
    ['that is a card number', { iban: '4111 1111 1111 1111' }, 'debits.iban_invalid', 'iban'],
    ['outside SEPA', { iban: 'BR1800360305000010009795493C1' }, 'debits.iban_not_sepa', 'iban'],
    ['of the United Arab Emirates', { iban: 'AE07 0331 2345 6789 0123 456' }, 'debits.iban_not_sepa', 'iban'],
    ['of Turkey', { iban: 'TR33 0006 1005 1978 6457 8413 26' }, 'debits.iban_not_sepa', 'iban'],
    ['that is a routing and an account number', { iban: '021000021 123456789' }, 'debits.iban_invalid', 'iban'],
    ['that is a BIC', { iban: 'ABNANL2A' }, 'debits.iban_invalid', 'iban'],
    ['of a country without IBANs', { iban: 'US64SVBKUS6S3300958879' }, 'debits.iban_invalid', 'iban'],
    ['that is empty', { iban: ' ' }, 'debits.required', 'iban'],
  ])('rejects an IBAN %s, and nothing is ordered', async (_, changes, code, field) => {
    const member = await buildMember(site.context)
    const answer = await pay(member, { smsCode: '123456', ...changes })
    expect(answer).toMatchObject({ error: { code, fields: { [field]: { code } } } })
    expect(await ordersOf(member)).toEqual([])
  })

  test('is only for members who have confirmed their address, in countries with direct debit, and not skipped', async () => {
    const unconfirmed = await buildMember(site.context, { isConfirmed: false })
    expect(await stateFor(unconfirmed)).toBe('unconfirmed')
    expect(await pay(unconfirmed, { smsCode: '123456' })).toMatchObject(rejected('debits.unconfirmed'))
    const danish = await buildMember(site.context, { country: 'DK' })
    expect(await stateFor(danish)).toBe('unavailable')
    expect(await pay(danish, { smsCode: '123456' })).toMatchObject(rejected('debits.unavailable'))
    const member = await buildMember(site.context)
    const body = { clientId: randomUUID(), bundle: 'p0', method: 'sdd', code: null } as const
    expect(await site.call(createOrder, { body }, member)).toMatchObject(rejected('payments.mandate_required'))
    for (const each of [unconfirmed, danish, member]) expect(await ordersOf(each)).toEqual([])
    expect(await site.call(getDirectDebit, {})).toMatchObject(rejected('authentication_required'))
  })
})

describe('a code', () => {
  test('is stored as a hash, sent to the number in its text, and used by its member and number only', async () => {
    const [member, other] = [await buildMember(site.context), await buildMember(site.context)]
    const { reply, message, code } = await requestDebitCode(site, member, '06 87654321')
    expect(reply).toMatchObject({ phone: '+31687654321' })
    expect(message).toMatchObject({ to: '+31687654321', text: expect.stringContaining(code) })
    const rows = JSON.stringify(await site.context.db.selectFrom('smsCodes').selectAll().execute())
    for (const secret of [code, '87654321']) expect(rows).not.toContain(secret)
    const stolen = { smsCode: code, phone: '0687654321', iban: newIban() }
    expect(await pay(other, stolen)).toMatchObject(rejected('debits.code_invalid'))
    expect(await pay(member, { ...stolen, phone: '0687654322' })).toMatchObject(rejected('debits.code_invalid'))
    expect((await pay(member, stolen)).status).toBe(200)
  })

  test('cannot be guessed: after a few wrong ones the right one fails too, also tried at once', async () => {
    const member = await buildMember(site.context)
    const { code } = await requestDebitCode(site, member)
    const wrong = code === '000000' ? '000001' : '000000'
    const form = { iban: newIban() }
    const answers = await Promise.all(
      Array.from({ length: limits.SMS_CODE_ATTEMPTS }, () => pay(member, { ...form, smsCode: wrong })),
    )
    for (const answer of answers) expect(answer).toMatchObject({ status: 422, ...rejected('debits.code_invalid') })
    expect(await pay(member, { ...form, smsCode: code })).toMatchObject(rejected('debits.code_invalid'))
    expect(await ordersOf(member)).toEqual([])
  })

  test('ends after its minutes, and with the next one', async () => {
    const member = await buildMember(site.context)
    const phone = randomPhone()
    const first = await requestDebitCode(site, member, phone)
    site.clock.advance(limits.SMS_PAUSE_MS)
    const second = await requestDebitCode(site, member, phone)
    for (const { code } of [first, second]) expect(code).not.toBe('')
    const form = { iban: newIban(), phone }
    expect(await pay(member, { ...form, smsCode: first.code })).toMatchObject(rejected('debits.code_invalid'))
    site.clock.advance(limits.SMS_CODE_MS)
    expect(await pay(member, { ...form, smsCode: second.code })).toMatchObject(rejected('debits.code_invalid'))
  })

  test('is sent again after a pause, a few times a day, also when requested at once', async () => {
    const member = await buildMember(site.context)
    const phone = '0611111111'
    const answers = await Promise.all(Array.from({ length: 4 }, () => requestDebitCode(site, member, phone)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.find(({ error }) => error)?.error).toMatchObject({
      code: 'debits.code_pause',
      params: { seconds: 30 },
    })
    for (let n = 1; n < limits.SMS_PER_MEMBER; n += 1) {
      site.clock.advance(limits.SMS_PAUSE_MS)
      expect((await requestDebitCode(site, member, phone)).status).toBe(200)
    }
    site.clock.advance(limits.SMS_PAUSE_MS)
    expect(await requestDebitCode(site, member, phone)).toMatchObject({ status: 429, ...rejected('debits.code_limit') })
    // The number has had enough, also for another member, who does not learn of it, nor by the time it takes.
    const simulateSend = vi.spyOn(site.context.sms, 'simulateSend')
    expect(await requestDebitCode(site, await buildMember(site.context), phone)).toMatchObject({
      status: 200,
      message: undefined,
    })
    expect(simulateSend).toHaveBeenCalledTimes(1)
    vi.restoreAllMocks()
    site.clock.advance(DAY)
    expect((await requestDebitCode(site, member, phone)).status).toBe(200)
  })

  test('to many numbers of one range is limited', async () => {
    site.clock.advance(DAY)
    const sent = (await textMessages(site)).length
    const statuses: number[] = []
    for (let n = 0; n < limits.SMS_PER_RANGE + 1; n += 1) {
      const answer = await requestDebitCode(site, await buildMember(site.context), `062222${1000 + n}`)
      statuses.push(answer.status)
    }
    // A rejection would tell that others use numbers of the range.
    expect(statuses).toEqual(Array.from({ length: limits.SMS_PER_RANGE + 1 }, () => 200))
    expect(await textMessages(site)).toHaveLength(sent + limits.SMS_PER_RANGE)
  })

  test.each([
    ['a fixed line', '030 1234567', 'debits.phone_invalid'],
    ['no number', 'abc', 'debits.phone_invalid'],
    ['a number of a country that is not served', '+77012345678', 'debits.phone_not_served'],
  ] as const)('is not sent to %s', async (_, phone, code) => {
    const answer = await requestDebitCode(site, await buildMember(site.context), phone)
    expect(answer).toMatchObject({ status: 422, error: { code, fields: { phone: { code } } } })
    expect(answer.message).toBeUndefined()
  })

  test('is deleted when no limit counts it any more', async () => {
    await requestDebitCode(site, await buildMember(site.context))
    site.clock.advance(DAY + 1)
    await site.context.jobs.enqueue(site.context.db, clearCodes, {})
    await site.context.jobs.runDue()
    expect(await site.context.db.selectFrom('smsCodes').select('id').execute()).toEqual([])
  })
})

describe('the limit', () => {
  test('counts a member and a bank account', async () => {
    const iban = newIban()
    const [member, other] = [await buildMember(site.context), await buildMember(site.context)]
    expect((await pay(member, { iban, bundle: 'p3' })).status).toBe(200)
    site.clock.advance(limits.SMS_PAUSE_MS)
    // 149.99 and 69.99 are more than 200 euros.
    expect(await pay(member, { iban: newIban(), bundle: 'p2' })).toMatchObject(rejected('debits.limit_reached'))
    const { code: smsCode } = await requestDebitCode(site, other)
    const answer = await pay(other, { iban, bundle: 'p2', smsCode })
    expect(answer).toMatchObject({ status: 403, ...rejected('debits.limit_reached') })
    expect([await ordersOf(member), await ordersOf(other)].map(({ length }) => length)).toEqual([1, 0])
    // The rejected order has used neither the code nor the limit: a cheaper one is possible.
    expect((await pay(other, { iban, bundle: 'p1', smsCode })).status).toBe(200)
  })

  test('holds when two members use one bank account at once', async () => {
    const iban = newIban()
    const members = [await buildMember(site.context), await buildMember(site.context)]
    const codes = await Promise.all(members.map((member) => requestDebitCode(site, member)))
    const answers = await Promise.all(
      members.map((member, index) => pay(member, { iban, bundle: 'p3', smsCode: codes[index]?.code ?? '' })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 403]))
  })

  test('counts what the bank has taken back for lack of money, and what was refunded', async () => {
    const [member, iban] = [await buildMember(site.context), newIban()]
    const answer = await pay(member, { iban, bundle: 'p3' })
    await reportPayment(site, refOf(answer), 'completed')
    const { db } = site.context
    const { id } = await db
      .selectFrom('orders')
      .select('id')
      .where('publicId', '=', answer.reply?.order.id ?? '')
      .executeTakeFirstOrThrow()
    const other = await buildMember(site.context)
    // A rejected order does not use its code.
    const [phone, otherPhone] = ['0645671201', '0645673402']
    site.clock.advance(limits.SMS_PAUSE_MS)
    const form = { bundle: 'p2', phone, smsCode: (await requestDebitCode(site, member, phone)).code } as const
    const otherCode = (await requestDebitCode(site, other, otherPhone)).code
    const otherForm = { bundle: 'p2', phone: otherPhone, smsCode: otherCode } as const
    for (const status of ['charged_back', 'refunded']) {
      await db.updateTable('orders').set({ status }).where('id', '=', id).execute()
      expect(await stateFor(member)).toBe('open')
      expect(await pay(member, { ...form, iban: newIban() })).toMatchObject(rejected('debits.limit_reached'))
      expect(await pay(other, { ...otherForm, iban })).toMatchObject(rejected('debits.limit_reached'))
    }
    await db.updateTable('orders').set({ status: 'failed' }).where('id', '=', id).execute()
    expect((await pay(member, { ...form, iban })).status).toBe(200)
  })

  test('ends after its days', async () => {
    const [member, iban] = [await buildMember(site.context), newIban()]
    await pay(member, { iban, bundle: 'p3' })
    site.clock.advance(limits.DEBIT_LIMIT_DAYS * DAY)
    const fresh = await buildMember(site.context)
    expect((await pay(fresh, { iban, bundle: 'p3' })).status).toBe(200)
  })
})

test('a debit that the bank has taken back blocks the member and the bank account', async () => {
  const [member, other, iban] = [await buildMember(site.context), await buildMember(site.context), newIban()]
  const answer = await pay(member, { iban })
  await reportPayment(site, refOf(answer), 'completed')
  await settleAtSandbox(site, refOf(answer), { chargedBackMinor: 1499 })
  await sendEvent(site, { eventId: 'back', ref: refOf(answer) })
  expect(await stateFor(member)).toBe('blocked')
  expect(await pay(member, { iban: newIban(), smsCode: '123456' })).toMatchObject({
    status: 403,
    ...rejected('debits.blocked'),
  })
  expect(await requestDebitCode(site, member)).toMatchObject(rejected('debits.blocked'))
  expect(await stateFor(other)).toBe('open')
  // Who has no code does not learn that the bank account was used here.
  expect(await pay(other, { iban, smsCode: '123456' })).toMatchObject(rejected('debits.code_invalid'))
  expect(await pay(other, { iban })).toMatchObject(rejected('debits.blocked'))
  expect(await ordersOf(other)).toEqual([])
})
