import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendMessage } from '#contract/chat/calls.ts'
import { createOrder, getOrder } from '#contract/payments/calls.ts'
import { unlockPhoto } from '#contract/unlocks/calls.ts'
import type { AppContext } from '#server/context.ts'
import { auditChat } from './audits/chat-audit.ts'
import { auditMoney } from './audits/money-audit.ts'
import { callsTo, randomAddress } from './audits/site-calls.ts'
import { buildMember, type Member } from './builders.ts'
import { reportToSandboxWebhook } from './payments.ts'

/** Members built at a time: each needs a connection of the pool. */
const BUILT_AT_ONCE = 8

interface LoadOptions {
  /** A function is asked before each attempt. */
  origin: string | (() => string)
  /** `APP_SECRET` of the site, with which the sandbox signs its webhooks. */
  secret: string
  /** Pause before a call that failed is repeated. */
  retryMs: number
}

/** Members who buy and spend, one thing after the other, and repeat each call until it is answered. */
export class SiteLoad {
  /** What was acknowledged to the members, which must be there at the end. */
  readonly acknowledged = { orders: new Map<string, number>(), messages: new Set<string>(), photos: new Set<string>() }
  /** Calls that failed and were repeated. */
  readonly failures: string[] = []
  readonly #options: LoadOptions
  readonly #working: Promise<void>[] = []
  #buyerIds: number[] = []
  #isOver = false

  constructor(options: LoadOptions) {
    this.#options = options
  }

  start({ buyers, spenders, owners }: Record<'buyers' | 'spenders' | 'owners', Member[]>) {
    this.#buyerIds = buyers.map(({ userId }) => userId)
    for (const member of buyers) this.#working.push(this.#buy(member))
    for (const member of spenders) this.#working.push(this.#spend(member, owners))
  }

  /** Everything that was begun is answered when this returns. */
  async stop() {
    this.#isOver = true
    await Promise.all(this.#working)
  }

  count() {
    const { orders, messages, photos } = this.acknowledged
    return orders.size + messages.size + photos.size
  }

  /** Waits until more was acknowledged, so that a fault meets a server that works. */
  async untilAcknowledged(more = 1) {
    const before = this.count()
    while (this.count() < before + more) await sleep(10)
  }

  /** Waits until more calls have failed. */
  async untilFailed(more: number) {
    const before = this.failures.length
    while (this.failures.length < before + more) await sleep(10)
  }

  #url(path: string) {
    const { origin } = this.#options
    return (typeof origin === 'string' ? origin : origin()) + path
  }

  /** Buys bundles: order, payment at the sandbox, its webhook again and again. */
  async #buy(member: Member) {
    const call = callsTo(this.#options.origin, member)
    while (!this.#isOver) {
      const body = { clientId: randomUUID(), bundle: 'p0', method: 'ideal' } as const
      const { order, checkoutUrl } = await this.untilAnswered('order', () => call(createOrder, { body }))
      await this.untilAnswered('payment', () => pay(this.#url(checkoutUrl)))
      this.acknowledged.orders.set(order.id, order.credits)
      const ref = checkoutUrl.split('/').at(-1) ?? ''
      await this.untilAnswered('webhook', () => this.#report(ref))
      await this.#untilCompleted(() => call(getOrder, { params: { orderId: order.id } }), ref)
    }
  }

  async #untilCompleted(read: () => Promise<{ order: { status: string } }>, ref: string) {
    for (;;) {
      const { order } = await this.untilAnswered('order page', read)
      if (order.status === 'completed') return
      await sleep(this.#options.retryMs)
      await this.untilAnswered('webhook', () => this.#report(ref))
    }
  }

  /** Sends messages and unlocks photos. */
  async #spend(member: Member, owners: Member[]) {
    const call = callsTo(this.#options.origin, member)
    const partner = owners[member.userId % owners.length]
    if (!partner) throw new Error('no owner')
    const photoIds = owners.flatMap((owner) => owner.photoIds.slice(1))
    for (let n = 0; !this.#isOver; n += 1) {
      const clientId = randomUUID()
      // Every fifth is a gift.
      const content = n % 5 === 4 ? ({ kind: 'gift', gift: 'rose', body: '' } as const) : { body: `Message ${n}` }
      const input = { params: { profileId: partner.profileId }, body: { clientId, ...content } }
      await this.untilAnswered('message', () => call(sendMessage, input))
      this.acknowledged.messages.add(clientId)
      const photoId = n % 10 === 0 ? photoIds[n / 10] : undefined
      if (!photoId) continue
      await this.untilAnswered('photo', () => call(unlockPhoto, { params: { photoId }, body: {} }))
      this.acknowledged.photos.add(`${member.userId} ${photoId}`)
    }
  }

  #report(ref: string) {
    return reportToSandboxWebhook({ origin: this.#url(''), secret: this.#options.secret, ref })
  }

  /** Repeats a call until it is answered, as a member does. Each failure is one of `failures`. */
  async untilAnswered<Answer>(name: string, send: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      try {
        return await send()
      } catch (error) {
        this.failures.push(`${name}: ${String(error)}`)
        await sleep(this.#options.retryMs)
      }
    }
  }

  /** Returns what does not add up about money and messages, and what was acknowledged and is not there. */
  async brokenPromises({ db }: Pick<AppContext, 'db'>) {
    const { orders, messages, photos } = this.acknowledged
    const faults = [...(await auditMoney(db)), ...(await auditChat(db))]
    const purchases = await db
      .selectFrom('creditLedger')
      .select(['ref', 'amount'])
      .where('kind', '=', 'purchase')
      .where('userId', 'in', this.#buyerIds)
      .execute()
    const credited = new Map(purchases.map(({ ref, amount }) => [ref, amount]))
    for (const [ref, credits] of orders) if (credited.get(ref) !== credits) faults.push(`lost purchase: ${ref}`)
    for (const ref of credited.keys()) if (!orders.has(ref)) faults.push(`purchase by no one: ${ref}`)

    const rows = await db.selectFrom('messages').select('clientId').execute()
    const stored = new Set(rows.map(({ clientId }) => clientId))
    if (stored.size < rows.length) faults.push('a message is stored twice')
    for (const clientId of messages) if (!stored.has(clientId)) faults.push(`lost message: ${clientId}`)

    const unlocks = await db
      .selectFrom('photoUnlocks')
      .innerJoin('photos', 'photos.id', 'photoUnlocks.photoId')
      .select(['photoUnlocks.userId', 'photos.publicId'])
      .execute()
    const unlocked = new Set(unlocks.map(({ userId, publicId }) => `${userId} ${publicId}`))
    for (const photo of photos) if (!unlocked.has(photo)) faults.push(`lost unlock: ${photo}`)
    return faults
  }
}

/** Presses 'pay' on the page of the sandbox, which sends two webhooks. */
async function pay(url: string) {
  const body = new URLSearchParams({ status: 'completed', webhook: 'twice' })
  const answer = await fetch(url, { method: 'POST', body, headers: randomAddress(), redirect: 'manual' })
  if (answer.status !== 303) throw new Error(`the page answers ${answer.status}: ${await answer.text()}`)
}

export async function buildMembers(context: AppContext, count: number, input: Parameters<typeof buildMember>[1]) {
  const members: Member[] = []
  while (members.length < count) {
    const length = Math.min(BUILT_AT_ONCE, count - members.length)
    members.push(...(await Promise.all(Array.from({ length }, () => buildMember(context, input)))))
  }
  return members
}
