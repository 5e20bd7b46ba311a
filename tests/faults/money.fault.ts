import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMessage } from '#contract/chat/calls.ts'
import { SECOND } from '#contract/time.ts'
import { unlockPhoto } from '#contract/unlocks/calls.ts'
import { SIGNATURE_HEADER } from '#server/features/payments/providers/sandbox-signature.ts'
import { newPublicId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { auditChat } from '#tests/support/audits/chat-audit.ts'
import { IS_FULL } from '#tests/support/site/full-size.ts'
import { auditMoney } from '#tests/support/audits/money-audit.ts'
import { buildOrder, sendEvent, settleAtSandbox } from '#tests/support/payments.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'

const WEBHOOKS = IS_FULL ? 1000 : 200
const ROUNDS = IS_FULL ? 200 : 5
const PARALLEL = 50
const WEBHOOKS_PER_ORDER = 10

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({
    environment: { LOG_LEVEL: 'silent', TRUST_PROXY: 'true', REQUESTS_PER_MINUTE: '1000000' },
  })
})
afterAll(() => site.close())

async function expectExact() {
  const { db } = site.context
  expect([...(await auditMoney(db)), ...(await auditChat(db))]).toEqual([])
}

/** The same order at each run. */
function shuffled<Item>(items: Item[], seed: number) {
  const [order = []] = fc.sample(fc.shuffledSubarray(items, { minLength: items.length }), { numRuns: 1, seed })
  return order
}

test(
  `${WEBHOOKS} webhooks, doubled, out of order and forged: every paid payment is credited once, no other one`,
  async () => {
    const buyers = await Promise.all(Array.from({ length: 5 }, () => buildMember(site.context)))
    const orders = []
    for (let n = 0; n < WEBHOOKS / WEBHOOKS_PER_ORDER; n += 1) {
      const buyer = buyers[n % buyers.length]
      if (!buyer) throw new Error('no buyer')
      const order = await buildOrder(site, buyer)
      // Of three payments two are paid and one is not.
      const status = (['completed', 'completed', 'failed'] as const)[n % 3] ?? 'failed'
      orders.push({ ...order, buyer, status })
    }
    const events = shuffled(
      orders.flatMap((order) =>
        Array.from({ length: WEBHOOKS_PER_ORDER }, (_, n) => ({ order, n, eventId: `${order.ref} ${n % 3}` })),
      ),
      1,
    )
    const settled = new Set<string>()
    let forged = 0
    const send = async ({ order, n, eventId }: (typeof events)[number]) => {
      // A payment's first webhook comes before its end, as one that was begun; later ones find it settled.
      if (n > 0 && !settled.has(order.ref)) {
        settled.add(order.ref)
        await settleAtSandbox(site, order.ref, { status: order.status })
      }
      const isForged = n % 5 === 4
      const headers = isForged ? { [SIGNATURE_HEADER]: `t=${Date.now()},v1=${'0'.repeat(64)}` } : undefined
      const { statusCode } = await sendEvent(site, { eventId, ref: order.ref }, headers)
      if (isForged) forged += 1
      expect(statusCode).toBe(isForged ? 401 : 204)
    }
    for (let n = 0; n < events.length; n += 20) await Promise.all(events.slice(n, n + 20).map(send))
    // Unknown payments, as forgers with a stolen key would name them.
    for (let n = 0; n < 5; n += 1)
      expect((await sendEvent(site, { eventId: 'x', ref: newPublicId() })).statusCode).toBe(404)

    expect(forged).toBe(WEBHOOKS / 5)
    const rows = await site.context.db.selectFrom('orders').select(['publicId', 'status']).execute()
    const statusOf = new Map(rows.map(({ publicId, status }) => [publicId, status]))
    for (const { orderId, status } of orders) expect(statusOf.get(orderId)).toBe(status)
    const credited = await site.context.db
      .selectFrom('creditLedger')
      .select('ref')
      .where('kind', '=', 'purchase')
      .execute()
    const paid = orders.filter(({ status }) => status === 'completed').map(({ orderId }) => orderId)
    expect(credited.map(({ ref }) => ref).toSorted()).toEqual(paid.toSorted())
    await expectExact()
  },
  300 * SECOND + WEBHOOKS * 100,
)

test(
  `${ROUNDS} rounds of ${PARALLEL} parallel spends of the last credits: one succeeds in each`,
  async () => {
    const { context } = site
    const price = context.sites.of('localhost').settings.message_credits
    const partners = await Promise.all([buildMember(context), buildMember(context)])
    const owner = await buildMember(context, { photos: ['public', 'private', 'private'] })
    const photoIds = owner.photoIds.slice(1)
    // Either one message, or one photo: the rest is too little for another.
    const credits = context.sites.of('localhost').settings.photo_credits
    expect(credits).toBeLessThan(2 * price)
    for (let round = 0; round < ROUNDS; round += 1) {
      const member = await buildMember(context, { credits })
      const answers = await Promise.all(
        Array.from({ length: PARALLEL }, (_, n) => spend(member, n, { partners, photoIds })),
      )
      const accepted = new Set(answers.flatMap(({ answer, thing }) => (answer.status === 200 ? [thing] : [])))
      expect(accepted.size).toBe(1)
      for (const { answer } of answers) expect([200, 402, 503]).toContain(answer.status)
      const spends = context.db.selectFrom('creditLedger').where('userId', '=', member.userId).where('amount', '<', 0)
      expect(await spends.select('id').execute()).toHaveLength(1)
    }
    await expectExact()
  },
  300 * SECOND + ROUNDS * 5 * SECOND,
)

/**
 * Spends in one of the possible ways: a message to one of two members, or one of two photos. Returns what was
 * to be paid: an open photo costs nothing.
 */
async function spend(member: Member, n: number, { partners, photoIds }: { partners: Member[]; photoIds: string[] }) {
  const caller = { cookie: member.cookie, headers: randomAddress() }
  const photoId = photoIds[n % photoIds.length]
  const partner = partners[n % partners.length]
  if (!photoId || !partner) throw new Error('nothing to pay for')
  if (n % 3 === 0)
    return { thing: photoId, answer: await site.call(unlockPhoto, { params: { photoId }, body: {} }, caller) }
  const clientId = randomUUID()
  const input = { params: { profileId: partner.profileId }, body: { clientId, body: `Spend ${n}` } }
  return { thing: clientId, answer: await site.call(sendMessage, input, caller) }
}
