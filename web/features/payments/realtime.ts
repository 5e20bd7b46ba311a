import type { RealtimeHandlers } from '#web/api/realtime.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { getMember } from '#contract/profiles.ts'
import { getOrder } from '#contract/payments.ts'
import { ordersQuery, orderQuery } from './queries.ts'

export const paymentsHandlers: RealtimeHandlers = {
  'order.changed': ({ orderId, status }, client) => {
    void client.invalidateQueries({ queryKey: orderQuery(orderId).queryKey })
    void client.invalidateQueries({ queryKey: ordersQuery().queryKey })
    // The first purchase opens the photos of others.
    if (status === 'completed') void client.invalidateQueries({ queryKey: apiQueryKey(getMember) })
  },
  reset: (client) => void client.invalidateQueries({ queryKey: apiQueryKey(getOrder) }),
}
