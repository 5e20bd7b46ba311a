import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { OrderId } from '#contract/ids.ts'
import type { Context } from '#server/platform/context.ts'
import { acceptedSecrets, isSameText } from '#server/platform/encryption.ts'
import { AppError } from '#server/platform/errors.ts'
import type { WebhookHint, WebhookRequest } from './provider.ts'

const WEBHOOK_PATH = '/api/payments/webhooks/mollie'
const WebhookQuery = z.object({ order: OrderId, sign: z.string() })
const WebhookBody = z.object({ id: z.string().regex(/^tr_\w{1,40}$/) })

type Deps = Pick<Context, 'config'>

/** Returns where Mollie reports on an order; undefined where it cannot reach the site. */
export function webhookUrl({ config }: Deps, order: string) {
  // Mollie rejects an address that it cannot reach; without one the site asks by itself (PAY-17).
  if (new URL(config.publicUrl).hostname === 'localhost') return undefined
  const query = new URLSearchParams({ order, sign: sign(order, config.secret) })
  return `${config.publicUrl}${WEBHOOK_PATH}?${query.toString()}`
}

/** @throws AppError `payments.webhook_signature`, `request.invalid` */
export function readWebhook(
  { config }: Deps,
  { rawBody, query }: Pick<WebhookRequest, 'rawBody' | 'query'>,
): WebhookHint[] {
  const address = WebhookQuery.safeParse(query)
  const isOurs = (secret: string) => isSameText(address.data?.sign ?? '', sign(address.data?.order ?? '', secret))
  if (!address.success || !acceptedSecrets(config).some(isOurs)) throw new AppError('payments.webhook_signature')
  const body = WebhookBody.safeParse(Object.fromEntries(new URLSearchParams(rawBody.toString())))
  if (!body.success) throw new AppError('request.invalid')
  return [{ providerRef: body.data.id, reference: address.data.order }]
}

function sign(order: string, secret: string) {
  const key = createHmac('sha256', secret).update('mollie webhook').digest()
  return createHmac('sha256', key).update(order).digest('hex')
}
