import { randomUUID } from 'node:crypto'
import { signatureOf, SIGNATURE_HEADER } from '#server/features/payments/providers/sandbox-signature.ts'
import type { PaymentStatus } from '#server/features/payments/providers/provider.ts'
import type { SandboxEvent } from '#server/features/payments/providers/sandbox.ts'
import { createOrder } from '#server/features/payments/service.ts'
import { newPublicId } from '#server/platform/ids.ts'
import { randomAddress } from './audits/site-calls.ts'
import type { TestApp } from './site/app.ts'
import type { Member } from './builders.ts'

/** Creates a pending order of 60 credits, p1 in the Netherlands. `ref` is the provider's id. */
export async function buildOrder({ context }: Pick<TestApp, 'context'>, { userId, profileId, sessionHash }: Member) {
  const viewer = {
    userId,
    profileId,
    sessionHash,
    isConfirmed: true,
    isPremium: false,
    isPaused: false,
    mustAssureAge: false,
    language: 'en',
  } as const
  const input = { viewer, clientId: randomUUID(), bundle: 'p1', method: 'ideal', code: null } as const
  const { order, checkoutUrl } = await createOrder(context, { ...input, site: context.sites.of('localhost') })
  return { orderId: order.id, checkoutUrl, ref: checkoutUrl.split('/').at(-1) ?? '' }
}

/** Changes a payment in the sandbox's books, as its page and a bank do, without a webhook. */
export async function settleAtSandbox(
  { context: { db } }: TestApp,
  ref: string,
  change: { status?: PaymentStatus; chargedBackMinor?: number; amountMinor?: number; currency?: string },
) {
  await db.updateTable('sandboxPayments').set(change).where('ref', '=', ref).execute()
}

/** Sends an event as the sandbox does. `headers` replaces its signature. */
export function sendEvent({ app, context }: TestApp, event: SandboxEvent, headers?: Record<string, string>) {
  const body = Buffer.from(JSON.stringify(event))
  const signature = signatureOf({ secret: context.config.secret, body, now: context.clock.now() })
  return app.inject({
    method: 'POST',
    url: '/api/payments/webhooks/sandbox',
    headers: { 'content-type': 'application/json', ...(headers ?? { [SIGNATURE_HEADER]: signature }) },
    payload: body,
  })
}

/** Sends the webhook about a payment over HTTP, as the sandbox does. Throws when it is not accepted. */
export async function reportToSandboxWebhook({ origin, secret, ref }: Record<'origin' | 'secret' | 'ref', string>) {
  const body = JSON.stringify({ eventId: newPublicId(), ref } satisfies SandboxEvent)
  const signature = signatureOf({ secret, body: Buffer.from(body), now: new Date() })
  const headers = { ...randomAddress(), 'content-type': 'application/json', [SIGNATURE_HEADER]: signature }
  const answer = await fetch(`${origin}/api/payments/webhooks/sandbox`, { method: 'POST', body, headers })
  const { status } = answer
  if (status !== 204) throw new Error(`the webhook is answered with ${status}: ${await answer.text()}`)
}

/** Changes a payment in the sandbox's books and sends the webhook about it. */
export async function reportPayment(site: TestApp, ref: string, status: PaymentStatus, eventId = newPublicId()) {
  await settleAtSandbox(site, ref, { status })
  return sendEvent(site, { eventId, ref })
}
