import { accountDeleted, accountErased, accountVisibilityChanged } from '#server/features/accounts/events.ts'
import { dropDebit, forgetMandate } from '#server/features/payments/orders/collect-debit.ts'
import { orderChanged } from '#server/features/payments/events.ts'
import type { AppContext } from '#server/context.ts'
import { orderOfMandate, registeredOf, uncollectedOfClosed } from './queries.ts'
import { collects } from './rules.ts'

export function debitsSubscribers(context: Pick<AppContext, 'events' | 'jobs' | 'clock' | 'mail' | 'providers'>) {
  const { events, jobs, clock, mail } = context
  // The rows go with the account; what a provider keeps of them is only known before.
  events.within(accountErased, async (tx, { userId }) => {
    for (const mandate of await registeredOf(tx, userId)) await forgetMandate({ jobs, clock }, tx, mandate)
  })
  // Deleted or closed by an operator: nothing is taken any more that was only announced (PAY-12).
  for (const event of [accountDeleted, accountVisibilityChanged]) {
    events.within(event, async (tx, { userId }) => {
      for (const orderId of await uncollectedOfClosed(tx, userId)) await dropDebit({ clock }, tx, orderId)
    })
  }
  // Once: an order fails or is cancelled once, and never again when it was paid after all (PAY-30).
  events.within(orderChanged, async (tx, { userId, orderId, status }) => {
    if (status !== 'failed' && status !== 'cancelled') return
    const order = await orderOfMandate(tx, orderId)
    // An order whose checkout has not opened was not announced.
    const isAnnounced = order && (order.checkoutUrl !== null || collects(context, order.provider))
    if (isAnnounced) await mail.send(tx, { template: 'debitFailed', userId, about: { orderId } })
  })
}
