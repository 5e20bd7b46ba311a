import type { Email } from '#contract/emails.ts'
import { OrderId } from '#contract/ids.ts'
import { emailSite } from '#server/features/settings/views.ts'
import type { AppContext } from '#server/context.ts'
import type { EmailRequest } from '#server/platform/mail/mail.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { paidOrder } from './queries.ts'
import { marketOf } from './rules.ts'

/** Queues the receipt mail of an order in the transaction that completes it. Source: PAY-9. */
export function sendReceipt(
  { mail }: Pick<AppContext, 'mail'>,
  tx: Tx,
  { userId, orderId }: { userId: number; orderId: string },
) {
  return mail.send(tx, { template: 'receipt', userId, about: { orderId } })
}

/** Builds a receipt when it is sent. Returns null when the buyer's account is gone. */
export async function buildReceipt(
  { config, db, sites }: Pick<AppContext, 'config' | 'db' | 'sites'>,
  { userId, about = {} }: EmailRequest,
): Promise<Email | null> {
  const order = await paidOrder(db, { userId, orderId: OrderId.parse(about['orderId']) })
  if (!order?.completedAt) return null
  const site = sites.byId(order.siteId)
  return {
    template: 'receipt',
    to: order.email,
    language: order.language,
    site: emailSite({ config }, site),
    props: {
      name: order.name,
      orderId: order.publicId,
      credits: order.credits,
      amountMinor: order.amountMinor,
      currency: order.currency,
      vatPercent: marketOf(order.country).vatPercent,
      paidAt: order.completedAt.toISOString(),
      refundDays: site.settings.refund_days,
    },
  }
}
