import { accountConfirmed, accountErased } from '#server/features/accounts/events.ts'
import type { AppContext } from '#server/context.ts'
import { orderChanged } from './events.ts'
import { sendReceiptsAgain } from './receipts/receipt.ts'
import { removeStored } from './repeat-order/stored-methods.ts'

export function paymentsSubscribers({ events, realtime, jobs, mail, clock }: AppContext) {
  events.within(accountConfirmed, (tx, { userId }) => sendReceiptsAgain({ mail }, tx, userId))
  events.within(accountErased, (tx, { userId }) => removeStored({ jobs, clock }, tx, userId))
  events.after(orderChanged, ({ userId, orderId, status }) => {
    realtime.send(userId, { type: 'order.changed', orderId, status })
  })
}
