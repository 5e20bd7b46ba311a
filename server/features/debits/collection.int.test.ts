import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#contract/accounts/calls.ts'
import { acceptStayOffer } from '#contract/credits/calls.ts'
import { getDirectDebit, payByDebit } from '#contract/debits/calls.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { DEBIT_COLLECT_DAYS, DEBIT_NOTICE_DAYS, DISCOUNT_HOLD_MS, OPEN_ORDER_DAYS } from '#contract/limits.ts'
import { withdraw } from '#contract/payments/calls.ts'
import { DAY } from '#contract/time.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import { liftSuspension, suspendAccount } from '#server/features/accounts/suspension.ts'
import { createOffer, NewOffer } from '#server/features/credits/offers.ts'
import { checkOrders } from '#server/features/payments/orders/check-orders.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { auditMoney } from '#tests/support/audits/money-audit.ts'
import { buildMember } from '#tests/support/builders.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'
import { debitForm } from '#tests/support/debit-form.ts'
import { buildDebit, newIban, requestDebitCode } from '#tests/support/debits.ts'
import { adyenContractFaults } from '#tests/support/fakes/adyen-contract.ts'
import { ADYEN_TEST, adyenWebhook, startFakeAdyen, type FakeAdyen } from '#tests/support/fakes/fake-adyen.ts'
import { mollieContractFaults } from '#tests/support/fakes/mollie-contract.ts'
import type { Fault } from '#tests/support/fakes/fake-api.ts'
import { MOLLIE_TEST_KEY, startFakeMollie, type FakeMollie } from '#tests/support/fakes/fake-mollie.ts'
import { askedMails } from '#tests/support/mails.ts'
import { startProviderSite, type Bought, type ProviderSite } from '#tests/support/provider-site.ts'
import { collectDue } from './collect.ts'
import { collectDebits } from './jobs.ts'

type Returned = 'AM04' | 'MD06'

/** What happens to a debit at a provider and at the bank, in its words. */
interface Collector {
  fake: FakeMollie | FakeAdyen
  site: ProviderSite
  /** The collected debits of an order, by account and holder. */
  debitsOf(bought: Bought): { iban: string | undefined; holder: string | undefined }[]
  /** The bank pays. */
  settle(bought: Bought): Promise<unknown>
  /** Makes a debit that the bank rejects. */
  reject(collect: () => Promise<Bought>): Promise<Bought>
  /** Makes a debit that the bank has not decided about. */
  delay<T>(collect: () => Promise<T>): Promise<T>
  /** The bank takes the debit back. */
  giveBack(bought: Bought, reason: Returned): Promise<unknown>
  /** Whether the provider keeps the account, for later payments. */
  keeps(bought: { iban: string }): boolean
  /** What was sent or answered that the provider's description does not have. */
  contractFaults(): string[]
  /** From now on the provider does not take the account, or takes it again. */
  rejectAccounts(isRejecting: boolean): void
}

async function startMollieCollector(): Promise<Collector> {
  const fake = await startFakeMollie()
  const site = await startProviderSite({
    environment: { PAYMENT_PROVIDER: 'mollie', MOLLIE_API_KEY: MOLLIE_TEST_KEY },
    paymentApis: { mollie: `${fake.url}v2/` },
  })
  const paymentsOf = ({ orderId }: Bought) =>
    [...fake.payments.values()].filter(({ metadata }) => JSON.stringify(metadata).includes(orderId))
  async function change(bought: Bought, state: Partial<ReturnType<typeof paymentsOf>[number]>) {
    const [payment] = paymentsOf(bought)
    const { pathname, search } = new URL(Object.assign(payment ?? {}, state).webhookUrl ?? '')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await site.app.inject({ method: 'POST', url: pathname + search, headers, payload: `id=${payment?.id}` })
  }
  return {
    fake,
    site,
    debitsOf: (bought) =>
      paymentsOf(bought).map(({ customerId = '', mandateId }) => {
        const mandate = fake.customers.get(customerId)?.find(({ id }) => id === mandateId)
        return { iban: mandate?.details['consumerAccount'], holder: mandate?.details['consumerName'] }
      }),
    settle: (bought) => change(bought, { status: 'paid' }),
    async reject(collect) {
      const bought = await collect()
      await change(bought, { status: 'failed' })
      return bought
    },
    delay: (collect) => collect(),
    giveBack: (bought, code) => {
      const amount = { currency: 'EUR', value: '14.99' }
      const chargebacks = [
        { resource: 'chargeback' as const, id: 'chb_fake', amount, reason: { code, description: 'x' } },
      ]
      return change(bought, { amountChargedBack: amount, _embedded: { chargebacks } })
    },
    keeps: ({ iban }) => JSON.stringify([...fake.customers.values()]).includes(iban),
    contractFaults: () => mollieContractFaults(fake),
    rejectAccounts: (isRejecting) => {
      fake.state.rejectsMandates = isRejecting
    },
  }
}

async function startAdyenCollector(): Promise<Collector> {
  const fake = await startFakeAdyen()
  const site = await startProviderSite({
    environment: {
      PAYMENT_PROVIDER: 'adyen',
      ADYEN_API_KEY: ADYEN_TEST.apiKey,
      ADYEN_MERCHANT_ACCOUNT: ADYEN_TEST.merchantAccount,
      ADYEN_HMAC_KEY: ADYEN_TEST.hmacKey,
    },
    paymentApis: { adyen: fake.url },
  })
  const amount = { value: 1499, currency: 'EUR' }
  function report({ orderId }: Bought, item: { eventCode: string; reasonCode?: string }) {
    const psp = `DEBIT${orderId}`
    const names =
      item.eventCode === 'AUTHORISATION' ? { pspReference: psp } : { pspReference: `B${psp}`, originalReference: psp }
    const payload = adyenWebhook([{ merchantReference: orderId, amount, ...names, ...item }])
    return site.app.inject({ method: 'POST', url: '/api/payments/webhooks/adyen', payload })
  }
  async function answer<T>(resultCode: string, collect: () => Promise<T>) {
    fake.state.resultCode = resultCode
    const result = await collect()
    fake.state.resultCode = 'Authorised'
    return result
  }
  return {
    fake,
    site,
    debitsOf: ({ orderId }) =>
      fake.debits
        .filter(({ reference }) => reference === orderId)
        .map(({ iban, ownerName }) => ({ iban, holder: ownerName })),
    settle: (bought) => report(bought, { eventCode: 'AUTHORISATION' }),
    reject: (collect) => answer('Refused', collect),
    delay: (collect) => answer('Received', collect),
    giveBack: (bought, reasonCode) => report(bought, { eventCode: 'CHARGEBACK', reasonCode }),
    keeps: () => false,
    contractFaults: () => adyenContractFaults(fake),
    rejectAccounts: (isRejecting) => {
      fake.state.debitError = isRejecting ? '161' : null
    },
  }
}

interface CollectError {
  name: string
  fault: Fault
  /** Whether the provider never collects after it. */
  isFinal: boolean
}

const mollieErrors = [400, 401, 403, 404, 409, 410, 415, 422, 429, 500, 502, 503, 504].map((status): CollectError => ({
  name: `${status}`,
  fault: status,
  isFinal: [400, 404, 410, 422].includes(status),
}))

const adyenError = (status: number, errorCode: string, isFinal: boolean): CollectError => ({
  name: `${status} ${errorCode}`,
  fault: { status, body: { status, errorCode, message: 'As the test wants it' } },
  isFinal,
})
/** Amount, currency and method, and a bank account that is missing, wrong or not served. */
const finalCodes = ['100', '137', '138', '905', '108', '110', '111', '112', '126', '127', '161', '162', '163']
const adyenErrors = [
  ...finalCodes.map((code) => adyenError(422, code, true)),
  ...['14_0421', '702', '704'].map((code) => adyenError(422, code, false)),
  ...[401, 403, 429, 500, 502, 503, 504].map((status) => adyenError(status, '010', false)),
]

describe.each([
  ['Mollie', startMollieCollector, mollieErrors],
  ['Adyen', startAdyenCollector, adyenErrors],
])('a direct debit that %s collects', (_, start, errors) => {
  let collector: Collector
  let site: ProviderSite
  let fake: Collector['fake']

  beforeAll(async () => {
    collector = await start()
    site = collector.site
    fake = collector.fake
  })
  beforeEach(() => {
    fake.fault = null
    fake.requests.length = 0
    collector.rejectAccounts(false)
  })
  afterAll(async () => {
    await site.close()
    await fake.close()
  })

  async function debit({ iban = newIban(), code = null }: { iban?: string; code?: string | null } = {}) {
    const member = await buildMember(site.context)
    if (code !== null) await site.call(acceptStayOffer, {}, member)
    return { member, iban, ...(await buildDebit(site, member, { iban, code })) }
  }
  async function run(job: typeof collectDebits | typeof checkOrders = collectDebits) {
    await site.context.jobs.enqueue(site.context.db, job, {})
    await site.context.jobs.runDue()
  }
  async function debitAndCollect(options: Parameters<typeof debit>[0] = {}) {
    const bought = await debit(options)
    site.clock.advance(DEBIT_NOTICE_DAYS * DAY)
    await run()
    return bought
  }
  const stateFor = async ({ member }: Bought) => (await site.call(getDirectDebit, {}, member)).reply?.state

  test('is announced at once, collected on the day with mandate and holder, and credited once', async () => {
    const bought = await debit()
    expect(bought.checkoutUrl).toBe(`https://rendezvous.example/transactions/${bought.orderId}`)
    const mails = await askedMails(site.context, bought.member.email)
    expect(mails.map(({ template }) => template)).toEqual(['debitNotice'])
    site.clock.advance((DEBIT_NOTICE_DAYS - 1) * DAY)
    await run()
    await run(checkOrders)
    expect(fake.requests).toEqual([])
    expect(await site.statusOf(bought)).toBe('pending')
    site.clock.advance(DAY)
    await Promise.all([run(), run()])
    await run()
    expect(collector.debitsOf(bought)).toEqual([{ iban: bought.iban, holder: 'Zoë Müller' }])
    for (let n = 0; n < 2; n += 1) await collector.settle(bought)
    expect(await site.statusOf(bought)).toBe('completed')
    expect(await site.creditsOf(bought)).toBe(20)
    const { email, name, profileId, userId } = bought.member
    const sent = JSON.stringify(fake.requests)
    for (const secret of [email, name, profileId, `${userId}`, 'Oudegracht', bought.phone])
      expect(sent).not.toContain(secret)
  })

  test('is collected once, also when replies are lost and keys forgotten', async () => {
    const bought = await debit()
    site.clock.advance(DEBIT_NOTICE_DAYS * DAY)
    fake.fault = 503
    await run()
    fake.fault = 'cut'
    await run()
    expect(await site.statusOf(bought)).toBe('pending')
    fake.fault = null
    // The process ends before it stores the payment.
    const ending = { ...site.context, transaction: () => Promise.reject(new Error('the process ends')) }
    await collectDue(ending, new AbortController().signal)
    const { db } = site.context
    await db.updateTable('orders').set({ providerRef: null }).where('publicId', '=', bought.orderId).execute()
    expect(collector.debitsOf(bought)).toHaveLength(1)
    fake.forgetKeys()
    await run()
    expect(collector.debitsOf(bought)).toHaveLength(1)
    await collector.settle(bought)
    expect(await site.creditsOf(bought)).toBe(20)
  })

  test('fails if the provider does not take the account, and its code is free again', async () => {
    collector.rejectAccounts(true)
    const bought = await debitAndCollect({ code: 'STAY' })
    expect(await site.statusOf(bought)).toBe('failed')
    expect(collector.debitsOf(bought)).toEqual([])
    expect(await site.creditsOf(bought)).toBe(0)
    collector.rejectAccounts(false)
    expect((await site.order(bought.member, { code: 'STAY' })).status).toBe(200)
  })

  test('and the bank rejects fails, and counts if it is paid after all', async () => {
    const bought = await collector.reject(debitAndCollect)
    expect(await site.statusOf(bought)).toBe('failed')
    expect([await site.creditsOf(bought), await stateFor(bought)]).toEqual([0, 'open'])
    for (let n = 0; n < 2; n += 1) await collector.settle(bought)
    expect(await site.statusOf(bought)).toBe('completed')
    expect(await site.creditsOf(bought)).toBe(20)
  })

  /** The subjects of the mails to a buyer, oldest first. */
  async function mailsTo({ member }: Bought) {
    await site.context.jobs.runDue()
    const mails = (await site.context.mail.outbox?.list(1000)) ?? []
    const own = mails.filter(({ userId, subject }) => userId === member.userId && subject !== 'SMS')
    return own.map(({ subject }) => subject).toReversed()
  }
  const mandateMail = 'Your direct debit mandate for Rendezvous'
  const failureMail = 'Your direct debit for Rendezvous failed'

  test('and the bank rejects is reported by mail once, and by a receipt if it is paid after all', async () => {
    const bought = await collector.reject(debitAndCollect)
    for (let n = 0; n < 2; n += 1) await run(checkOrders)
    expect(await mailsTo(bought)).toEqual([mandateMail, failureMail])
    site.clock.advance(DAY)
    for (let n = 0; n < 2; n += 1) await collector.settle(bought)
    expect(await mailsTo(bought)).toEqual([mandateMail, failureMail, 'Your receipt from Rendezvous'])
  })

  test('and the provider does not take is reported by mail once', async () => {
    collector.rejectAccounts(true)
    const bought = await debitAndCollect()
    for (let n = 0; n < 2; n += 1) await run()
    expect(await mailsTo(bought)).toEqual([mandateMail, failureMail])
  })

  test('that was paid before the mail about its failure goes out has none', async () => {
    const bought = await debit()
    const { mail } = site.context
    const request = { template: 'debitFailed', userId: bought.member.userId, about: { orderId: bought.orderId } }
    expect(await mail.build(request)).toBeNull()
    await site.context.db
      .updateTable('orders')
      .set({ status: 'failed' })
      .where('publicId', '=', bought.orderId)
      .execute()
    expect(await mail.build(request)).toMatchObject({
      template: 'debitFailed',
      to: bought.member.email,
      props: {
        orderId: bought.orderId,
        amountMinor: 1499,
        iban: `${bought.iban.slice(0, 4)} •••• ${bought.iban.slice(-4)}`,
      },
    })
    expect(await mail.build({ ...request, about: { orderId: 'bcdfghjkmnpqrs' } })).toBeNull()
  })

  test('and the bank returns is reported by its credit note, once', async () => {
    const bought = await debitAndCollect()
    await collector.settle(bought)
    site.clock.advance(DAY)
    for (let n = 0; n < 2; n += 1) await collector.giveBack(bought, 'AM04')
    const [mandate, receipt, ...others] = await mailsTo(bought)
    expect([mandate, receipt]).toEqual([mandateMail, 'Your receipt from Rendezvous'])
    expect(others).toEqual(['Your credit note from Rendezvous'])
  })

  test('and is paid when no one expects it any more is credited once', async () => {
    const bought = await collector.delay(debitAndCollect)
    expect(await site.statusOf(bought)).toBe('pending')
    site.clock.advance(OPEN_ORDER_DAYS * DAY)
    await run(checkOrders)
    // The session of the member has ended by now.
    const order = site.context.db.selectFrom('orders').select('status').where('publicId', '=', bought.orderId)
    expect(await order.executeTakeFirst()).toEqual({ status: 'cancelled' })
    for (let n = 0; n < 2; n += 1) await collector.settle(bought)
    expect(await site.creditsOf(bought)).toBe(20)
    expect(collector.debitsOf(bought)).toHaveLength(1)
  })

  test('keeps its code until it is collected', async () => {
    const { member, ...bought } = await debit({ code: 'STAY' })
    site.clock.advance(DISCOUNT_HOLD_MS)
    expect((await site.order(member, { code: 'STAY' })).error?.code).toBe('credits.code_in_payment')
    expect(await site.statusOf({ member, ...bought })).toBe('pending')
  })

  test.each<[Returned, 'open' | 'blocked']>([
    ['AM04', 'open'],
    ['MD06', 'blocked'],
  ])('and the bank returns with %s takes the credits back once, and direct debit is %s', async (reason, state) => {
    const bought = await debitAndCollect()
    const later = await debit({ iban: bought.iban })
    await collector.settle(bought)
    for (let n = 0; n < 2; n += 1) await collector.giveBack(bought, reason)
    expect(await site.statusOf(bought)).toBe('charged_back')
    expect(await site.creditsOf(bought)).toBe(0)
    expect(await stateFor(bought)).toBe(state)
    // What was announced for the same account is collected only if it may be.
    site.clock.advance(DEBIT_NOTICE_DAYS * DAY)
    await run()
    expect(collector.debitsOf(later)).toHaveLength(state === 'open' ? 1 : 0)
    expect(await site.statusOf(later)).not.toBe(state === 'open' ? 'failed' : 'pending')
  })

  test('and is returned after a withdrawal takes nothing twice', async () => {
    const bought = await debitAndCollect()
    await collector.settle(bought)
    const body = { credits: 20, amountMinor: 1499 }
    const { member } = bought
    expect((await site.call(withdraw, { params: { orderId: bought.orderId }, body }, member)).status).toBe(200)
    await site.context.jobs.runDue()
    expect(await site.refundOf(bought)).toBe('done')
    await collector.giveBack(bought, 'MD06')
    expect(await site.statusOf(bought)).toBe('charged_back')
    expect(await site.creditsOf(bought)).toBe(0)
    expect(await site.incidentsOf(bought)).toEqual(['chargeback'])
  })

  test('ends if it cannot be collected for days, and is not collected then', async () => {
    const bought = await debit()
    fake.fault = 503
    site.clock.advance(DEBIT_NOTICE_DAYS * DAY)
    await run()
    site.clock.advance(DEBIT_COLLECT_DAYS * DAY)
    await run(checkOrders)
    expect(await site.statusOf(bought)).toBe('cancelled')
    fake.fault = null
    await run()
    expect(collector.debitsOf(bought)).toEqual([])
    expect(await mailsTo(bought)).toEqual([mandateMail, failureMail])
  })

  test('of an account that is erased before is not collected, and one that was is forgotten', async () => {
    const [collected, waiting] = [await debitAndCollect(), await debit()]
    expect(collector.debitsOf(collected)).toHaveLength(1)
    for (const { member } of [collected, waiting]) {
      const { userId } = member
      await site.context.transaction(async (tx) => {
        await emit(tx, accountErased, { userId })
        await tx.deleteFrom('users').where('id', '=', userId).execute()
      })
    }
    site.clock.advance(DEBIT_NOTICE_DAYS * DAY)
    await run()
    expect(collector.debitsOf(waiting)).toEqual([])
    expect(collector.keeps(collected)).toBe(false)
  })

  test('of an account that is deleted or closed before is ended, and not collected after it opens again', async () => {
    const collected = await debitAndCollect()
    const [deleted, closed, earlier] = [await debit({ code: 'STAY' }), await debit(), await debit()]
    const { member } = deleted
    const body = { password: member.password, reason: null, remarks: '' }
    const answer = await site.call(deleteAccount, { body }, { ...member, headers: randomAddress() })
    expect(answer.status).toBe(200)
    const { db, transaction, clock } = site.context
    const closing = { at: clock.now(), until: null }
    for (const { userId } of [closed.member, collected.member])
      await transaction((tx) => suspendAccount(tx, { userId, ...closing }))
    for (const each of [deleted, closed]) {
      const order = db.selectFrom('orders').select('status').where('publicId', '=', each.orderId)
      expect(await order.executeTakeFirst()).toEqual({ status: 'cancelled' })
      expect(await mailsTo(each)).toContain(failureMail)
    }
    // Closed before orders ended with that.
    const disabledAt = clock.now()
    await db.updateTable('users').set({ disabledAt }).where('id', '=', earlier.member.userId).execute()
    await transaction((tx) => liftSuspension(tx, { userId: closed.member.userId }))
    site.clock.advance(DEBIT_NOTICE_DAYS * DAY)
    await run()
    for (const each of [deleted, closed, earlier]) expect(collector.debitsOf(each)).toEqual([])
    // What was collected by then counts.
    await collector.settle(collected)
    expect(await site.creditsOf(collected)).toBe(20)
  })

  test.each(errors)(
    'and answers with $name is collected once or never (final: $isFinal)',
    async ({ fault, isFinal }) => {
      const bought = await debit()
      site.clock.advance(DEBIT_NOTICE_DAYS * DAY)
      fake.fault = fault
      await run()
      fake.fault = null
      expect([await site.statusOf(bought), collector.debitsOf(bought)]).toEqual([isFinal ? 'failed' : 'pending', []])
      for (let n = 0; n < 2; n += 1) await run()
      expect(collector.debitsOf(bought)).toHaveLength(isFinal ? 0 : 1)
      if (!isFinal) await collector.settle(bought)
      expect(await site.creditsOf(bought)).toBe(isFinal ? 0 : 20)
      expect(await mailsTo(bought)).toContain(isFinal ? failureMail : 'Your receipt from Rendezvous')
      // The member can order again, from the same account.
      expect(await stateFor(bought)).toBe('open')
    },
  )

  test('adds up over the whole database, and was spoken about as the provider publishes', async () => {
    expect(await auditMoney(site.context.db)).toEqual([])
    expect(collector.contractFaults()).toEqual([])
  })

  test('is not ordered with a code that does not fit, which uses up no SMS code', async () => {
    const member = await buildMember(site.context)
    const now = site.clock.now()
    const startsAt = new Date(now.getTime() - DAY)
    const none = { minimumMinor: null, country: null, email: null, maxUses: null, startsAt, expiresAt: null }
    const offers: [Partial<NewOffer>, ErrorCode][] = [
      [{ code: 'OVER', expiresAt: now }, 'credits.code_expired'],
      [{ code: 'ABROAD', country: 'DE' }, 'credits.code_other_country'],
      [{ code: 'LARGE', minimumMinor: 2000 }, 'credits.code_below_minimum'],
      [{ code: 'ONE', maxUses: 1 }, 'credits.code_used_up'],
    ]
    for (const [terms] of offers) await createOffer(site.context, NewOffer.parse({ percentage: 20, ...none, ...terms }))
    expect((await site.order(await buildMember(site.context), { code: 'ONE' })).status).toBe(200)
    const { code: smsCode } = await requestDebitCode(site, member)
    const form = { ...debitForm, iban: newIban(), smsCode, bundle: 'p0' as const }
    const pay = (code: string | null) =>
      site.call(
        payByDebit,
        { body: { ...form, clientId: randomUUID(), code } },
        { ...member, headers: randomAddress() },
      )
    expect(await pay('UNKNOWN')).toMatchObject({ error: { code: 'credits.code_not_found' } })
    for (const [{ code = '' }, error] of offers.slice(0, 3))
      expect(await pay(code)).toMatchObject({ error: { code: error } })
    const orders = site.context.db.selectFrom('orders').select('id').where('userId', '=', member.userId)
    expect(await orders.execute()).toEqual([])
    expect((await pay(null)).status).toBe(200)
  })
})
