import type { Context } from '#server/platform/context.ts'
import { orderChanged } from './events.ts'

export function paymentsSubscribers({ events, realtime }: Context) {
  events.after(orderChanged, ({ userId, orderId, status }) => {
    realtime.send(userId, { type: 'order.changed', orderId, status })
  })
}
