import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { methodNames } from '#contract/payments/payment-methods.ts'
import { getOrder } from '#contract/payments/calls.ts'
import { balanceOf } from '#tests/support/balance.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember } from '#tests/support/builders.ts'
import { buildOrder } from '#tests/support/payments.ts'
import { freePort } from '#tests/support/programs/program.ts'
import { checkoutPage } from './sandbox-page.ts'

let site: TestApp

// The webhooks are sent over HTTP, so the app must listen on the port of its configuration.
beforeAll(async () => {
  const port = await freePort()
  // Silent, because the receipt jobs fail without the built mail templates.
  site = await startTestApp({ environment: { PORT: `${port}`, LOG_LEVEL: 'silent' } })
  await site.app.listen({ port })
})
afterAll(() => site.close())

async function buildBuyer() {
  const member = await buildMember(site.context)
  return { member, ...(await buildOrder(site, member)) }
}
type Buyer = Awaited<ReturnType<typeof buildBuyer>>

const show = ({ checkoutUrl }: Pick<Buyer, 'checkoutUrl'>, headers = {}) =>
  site.app.inject({ url: checkoutUrl, headers })

function press({ checkoutUrl }: Pick<Buyer, 'checkoutUrl'>, status: string, headers = {}, more = {}) {
  return site.app.inject({
    method: 'POST',
    url: checkoutUrl,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers },
    payload: new URLSearchParams({ status, ...more }).toString(),
  })
}

async function stateOf({ member, orderId }: Buyer) {
  const { reply } = await site.call(getOrder, { params: { orderId } }, member)
  return { status: reply?.order.status, ...(await balanceOf(site.context, member.userId)) }
}

describe('the checkout', () => {
  test('shows the payment without scripts and with its own security policy', async () => {
    const buyer = await buildBuyer()
    const { statusCode, headers, body } = await show(buyer)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'/,
    )
    expect(headers['x-content-type-options']).toBe('nosniff')
    for (const text of ['Pay Rendezvous', '€34.99', 'iDEAL', buyer.orderId, 'Leave pending'])
      expect(body).toContain(text)
    expect(body).not.toMatch(/<script|https?:\/\//)
  })

  test('is in French for visitors who chose French', async () => {
    const { body } = await show(await buildBuyer(), { cookie: 'i18n_redirected=fr' })
    expect(body).toContain('<html lang="fr">')
    expect(body).toContain('Payer Rendezvous')
    expect(body).toMatch(/34,99\s€/)
  })

  test('of an unknown payment is an error page', async () => {
    const { statusCode, body } = await show({ checkoutUrl: '/sandbox/checkout/bcdfghjkmnpqrs' })
    expect(statusCode).toBe(404)
    expect(body).toContain('Payment not found')
    expect((await press({ checkoutUrl: '/sandbox/checkout/bcdfghjkmnpqrs' }, 'completed')).statusCode).toBe(303)
  })

  const payment = {
    ref: 'r',
    merchant: `<b>"A" & 'B'</b>`,
    reference: 'o',
    amountMinor: 100,
    currency: 'EUR',
    method: 'visa',
    refundedMinor: 0,
    chargedBackMinor: 0,
    customer: null,
    returnPath: '/transactions/"><script>',
    status: 'pending',
  } as const

  test.each([
    ['GBP', 2999, '29,99\u00a0£<'],
    ['USD', 2999, '29,99\u00a0$US<'],
  ] as const)('shows the amount of %s as the site does', (currency, amountMinor, expected) => {
    expect(checkoutPage({ ...payment, currency, amountMinor }, 'fr')).toContain(expected)
  })

  test('escapes inserted values and names every method', () => {
    for (const method of methodNames) {
      const page = checkoutPage({ ...payment, method }, 'en')
      expect(page).toContain('&lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt;')
      expect(page).toContain('href="/transactions/&quot;&gt;&lt;script&gt;"')
      expect(page).not.toContain(`<dd>methods.${method}</dd>`)
    }
  })
})

describe('the buttons', () => {
  test.each([
    ['completed', { status: 'completed', credits: 60, isPremium: true }],
    ['pending', { status: 'pending', credits: 0, isPremium: false }],
    ['failed', { status: 'failed', credits: 0, isPremium: false }],
    ['cancelled', { status: 'cancelled', credits: 0, isPremium: false }],
  ])('%s: the browser returns immediately, the webhook follows', async (status, state) => {
    const buyer = await buildBuyer()
    const { statusCode, headers } = await press(buyer, status)
    expect({ statusCode, location: headers.location }).toEqual({
      statusCode: 303,
      location: `/transactions/${buyer.orderId}`,
    })
    await site.context.jobs.runDue()
    expect(await stateOf(buyer)).toEqual(state)
    expect(await jobsOf(buyer.ref)).toEqual([])
  })

  test('send one event when pressed many times concurrently', async () => {
    const buyer = await buildBuyer()
    await Promise.all(Array.from({ length: 8 }, () => press(buyer, 'completed')))
    expect(await jobsOf(buyer.ref)).toHaveLength(1)
    await site.context.jobs.runDue()
    expect(await stateOf(buyer)).toMatchObject({ status: 'completed', credits: 60 })
  })

  test('a payment left pending can be settled later, but only once', async () => {
    const buyer = await buildBuyer()
    await press(buyer, 'pending')
    await press(buyer, 'pending')
    expect(await jobsOf(buyer.ref)).toHaveLength(1)
    await site.context.jobs.runDue()
    const waiting = await show(buyer)
    expect(waiting.body).toContain('This payment is pending')
    expect(waiting.body).not.toContain('Leave pending')
    await press(buyer, 'completed')
    await site.context.jobs.runDue()
    expect(await stateOf(buyer)).toMatchObject({ status: 'completed', credits: 60 })

    const settled = await show(buyer)
    expect(settled.body).toContain('This payment is completed')
    expect(settled.body).not.toContain('value="completed"')
    await press(buyer, 'failed')
    expect(await jobsOf(buyer.ref)).toEqual([])
  })

  test.each([
    ['slow', 1],
    ['twice', 2],
    ['lost', 0],
  ])('send a webhook that is %s', async (webhook, count) => {
    const buyer = await buildBuyer()
    await press(buyer, 'completed', {}, { webhook })
    expect(await jobsOf(buyer.ref)).toHaveLength(count)
    await site.context.jobs.runDue()
    expect(await stateOf(buyer)).toMatchObject(count > 0 ? { status: 'completed', credits: 60 } : { status: 'pending' })
  })

  test('charge a completed payment back, once', async () => {
    const buyer = await buildBuyer()
    await press(buyer, 'completed')
    await site.context.jobs.runDue()
    expect((await show(buyer)).body).toContain('Charge it back')
    await press(buyer, 'charged_back')
    await press(buyer, 'charged_back')
    expect(await jobsOf(buyer.ref)).toHaveLength(1)
    await site.context.jobs.runDue()
    expect(await stateOf(buyer)).toEqual({ status: 'charged_back', credits: 0, isPremium: false })
    expect((await show(buyer)).body).toContain('This payment was charged back')
  })

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another site, in an old browser', { 'sec-fetch-site': '', origin: 'https://evil.example' }],
  ])('do nothing when pressed from %s', async (_, headers) => {
    const buyer = await buildBuyer()
    const answer = await press(buyer, 'completed', headers)
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ error: { code: 'request.forbidden_origin' } })
    expect(await jobsOf(buyer.ref)).toEqual([])
  })

  test('an unknown status does nothing', async () => {
    const buyer = await buildBuyer()
    for (const status of ['open', 'refunded', '']) {
      expect((await press(buyer, status)).headers.location).toBe(buyer.checkoutUrl)
    }
    expect(await jobsOf(buyer.ref)).toEqual([])
  })
})

describe('the webhook', () => {
  test('is retried until the site accepts it, and counts once', async () => {
    const buyer = await buildBuyer()
    await press(buyer, 'completed')
    const failing = vi.spyOn(site.context.mail, 'send').mockRejectedValueOnce(new Error('no queue'))
    await site.context.jobs.runDue()
    expect(await stateOf(buyer)).toMatchObject({ status: 'pending', credits: 0 })
    const [job] = await jobsOf(buyer.ref)
    expect(job).toMatchObject({ attempts: 1 })
    failing.mockRestore()

    await sql`select graphile_worker.reschedule_jobs(array[${job?.id}::bigint], run_at => now())`.execute(
      site.context.db,
    )
    await site.context.jobs.runDue()
    expect(await stateOf(buyer)).toMatchObject({ status: 'completed', credits: 60 })
    expect(await jobsOf(buyer.ref)).toEqual([])
  })
})

/** Lists the queued webhooks of a payment. */
async function jobsOf(ref: string) {
  const { rows } = await sql<{ id: string; attempts: number }>`
    select id, attempts from graphile_worker._private_jobs where payload ->> 'ref' = ${ref}`.execute(site.context.db)
  return rows
}
