import { getOrder, listOrders } from '#contract/payments.ts'
import { getMember } from '#contract/profiles.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import type { RealtimeHandlers } from '#web/api/realtime.ts'
import { orderQuery } from './queries.ts'

export const paymentsHandlers: RealtimeHandlers = {
  'order.changed': ({ orderId, status }, client) => {
    void client.invalidateQueries({ queryKey: orderQuery(orderId).queryKey })
    void client.invalidateQueries({ queryKey: apiQueryKey(listOrders) })
    // The first purchase makes the member premium, who sees the photos of others (CRED-4, PRO-5).
    if (status === 'completed') void client.invalidateQueries({ queryKey: apiQueryKey(getMember) })
  },
  reset: (client) => void client.invalidateQueries({ queryKey: apiQueryKey(getOrder) }),
}
