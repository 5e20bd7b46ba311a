import { accountErased } from '#server/features/accounts/events.ts'
import type { Context } from '#server/platform/context.ts'
import { orderChanged } from './events.ts'
import { removeStored } from './stored-methods.ts'

export function paymentsSubscribers({ events, realtime, jobs, clock }: Context) {
  events.within(accountErased, (tx, { userId }) => removeStored({ jobs, clock }, tx, userId))
  events.after(orderChanged, ({ userId, orderId, status }) => {
    realtime.send(userId, { type: 'order.changed', orderId, status })
  })
}
