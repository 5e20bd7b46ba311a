import type { Email } from '#contract/emails.ts'
import { emailSite } from '#server/features/settings/views.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { buyerOf, type lockOrder } from './queries.ts'
import { marketOf } from './rules.ts'

type PaidOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

/** Queues the receipt mail of an order in the transaction that completes it. Source: PAY-9. */
export async function sendReceipt(
  { config, mail, clock, sites }: Pick<AppContext, 'config' | 'mail' | 'clock' | 'sites'>,
  tx: Tx,
  { userId, siteId, publicId: orderId, credits, amountMinor, currency, country }: PaidOrder,
) {
  const buyer = await buyerOf(tx, userId)
  if (!buyer) return
  const site = sites.byId(siteId)
  const email: Email = {
    template: 'receipt',
    to: buyer.email,
    language: buyer.language,
    site: emailSite({ config }, site),
    props: {
      name: buyer.name,
      orderId,
      credits,
      amountMinor,
      currency,
      vatPercent: marketOf(country).vatPercent,
      paidAt: clock.now().toISOString(),
      refundDays: site.settings.refund_days,
    },
  }
  await mail.send(tx, email)
}
