import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { errorStatus, type ErrorCode } from '#contract/errors.ts'
import { auditMoney } from './audits/money-audit.ts'
import { buildMember } from './builders.ts'
import type { Fault } from './fakes/fake-api.ts'
import { translatorFor } from './fakes/translator.ts'
import { payAt, type Subject } from './provider-site.ts'

/** What an error of the provider means: it never executes the request, or it may do so later. */
type Verdict = 'rejects' | 'postpones'

export interface ErrorCase {
  name: string
  fault: Fault
  checkout: Verdict
  refund: Verdict
  charge: Verdict
  /** Status of the answer to a webhook about a payment that the provider cannot be asked for. */
  report: 204 | 404 | 503
}

/** Tests what a provider's error codes lead to. `subject` is called in tests. */
export function testErrors(subject: () => Subject, cases: ErrorCase[]) {
  async function during<T>(fault: Fault, action: () => Promise<T>) {
    const { fake } = subject()
    fake.fault = fault
    const result = await action()
    fake.fault = null
    return result
  }

  test.each(cases)('$name: a checkout that it $checkout has a clear error and charges nothing', async (error) => {
    const { site, countPayments } = subject()
    const member = await buildMember(site.context)
    const clientId = randomUUID()
    const before = countPayments()
    const { reply, status, error: answer } = await during(error.fault, () => site.order(member, { clientId }))
    expect([reply, countPayments()]).toEqual([null, before])
    const code = answer?.fields?.['method']?.code ?? answer?.code
    const isRejected = error.checkout === 'rejects'
    expect([status, code]).toEqual(
      isRejected ? [422, 'payments.method_unknown'] : [503, 'payments.provider_unavailable'],
    )
    expectText(code)
    const again = await site.order(member, { clientId })
    // A rejected order has ended; the next one is another.
    expect(again.error?.code).toBe(isRejected ? 'payments.order_ended' : undefined)
    const next = isRejected ? await site.order(member) : again
    expect(next.reply?.order.status).toBe('pending')
    expect(countPayments()).toBe(before + 1)
  })

  test.each(cases)('$name: a webhook meanwhile has the status $report, and its payment counts once', async (error) => {
    const { site, settle, report } = subject()
    const bought = await site.buy()
    settle(bought)
    expect(await during(error.fault, () => report(bought))).toBe(error.report)
    for (let n = 0; n < 2; n += 1) expect(await report(bought)).toBe(204)
    expect([await site.statusOf(bought), await site.creditsOf(bought)]).toEqual(['completed', 60])
  })

  test.each(cases)('$name: a refund that it $refund returns the money once or the credits', async (error) => {
    const { site, refundsOf } = subject()
    const bought = await site.buy()
    await payAt(subject(), bought)
    await site.withdraw(bought)
    await during(error.fault, () => site.context.jobs.runDue())
    const isRejected = error.refund === 'rejects'
    expect(await site.refundOf(bought)).toBe(isRejected ? 'failed' : 'requested')
    expect(await site.creditsOf(bought)).toBe(isRejected ? 60 : 0)
    for (let n = 0; n < 2; n += 1) await site.runJobsAgain()
    expect(refundsOf(bought)).toEqual(isRejected ? [] : [3499])
    expect(await site.refundOf(bought)).toBe(isRejected ? 'failed' : 'done')
    expect(await site.statusOf(bought)).toBe(isRejected ? 'completed' : 'refunded')
    expect(await site.incidentsOf(bought)).toEqual(isRejected ? ['refund_failed'] : [])
    expect(await auditMoney(site.context.db)).toEqual([])
  })

  test.each(cases)('$name: a charge of a stored card that it $charge charges once or never', async (error) => {
    const { site, countPayments } = subject()
    const bought = await site.buy({ method: 'creditcard', storesMethod: true })
    await payAt(subject(), bought)
    await site.context.jobs.runDue()
    const before = countPayments()
    const { member } = bought
    const { reply } = await site.repeat(member)
    const repeated = { member, orderId: reply?.order.id ?? '' }
    await during(error.fault, () => site.context.jobs.runDue())
    const isRejected = error.charge === 'rejects'
    expect(await site.statusOf(repeated)).toBe(isRejected ? 'failed' : 'pending')
    expect(countPayments()).toBe(before)
    for (let n = 0; n < 2; n += 1) await site.runJobsAgain()
    expect(await site.statusOf(repeated)).toBe(isRejected ? 'failed' : 'completed')
    // The member tries again.
    const second = isRejected ? await site.repeat(member) : null
    expect(second?.error ?? null).toBeNull()
    await site.context.jobs.runDue()
    expect([await site.creditsOf({ member }), countPayments()]).toEqual([120, before + 1])
    expect(await auditMoney(site.context.db)).toEqual([])
  })
}

/** The code has a sentence for the member in the languages that are complete. */
function expectText(code: ErrorCode | undefined) {
  for (const language of ['en', 'fr'] as const) {
    const text = translatorFor(language)(`errors.${code}`)
    expect(text).toMatch(/^\p{Lu}.+\.$/u)
    expect(text).not.toContain(code)
  }
  expect(Object.keys(errorStatus)).toContain(code)
}
