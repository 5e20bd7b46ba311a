import { getDiscountCode, getOrder, listOrders } from '#contract/payments.ts'
import { getSpendingLimit } from '#contract/spending-limit.ts'
import { getStatement } from '#contract/statement.ts'
import { getMember } from '#contract/profiles.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import type { RealtimeHandlers } from '#web/api/realtime.ts'
import { orderQuery } from './queries.ts'

export const paymentsHandlers: RealtimeHandlers = {
  'order.changed': ({ orderId, status }, client) => {
    void client.invalidateQueries({ queryKey: orderQuery(orderId).queryKey })
    // A payment that ends uses its discount code up or gives it back.
    for (const call of [listOrders, getSpendingLimit, getDiscountCode])
      void client.invalidateQueries({ queryKey: apiQueryKey(call) })
    // A purchase can start premium, and money that goes back can end it: both change which photos are open (CRED-4, PRO-5).
    if (status === 'completed' || status === 'refunded' || status === 'charged_back')
      void client.invalidateQueries({ queryKey: apiQueryKey(getMember) })
  },
  'credits.changed': (_event, client) => void client.invalidateQueries({ queryKey: apiQueryKey(getStatement) }),
  reset: (client) => void client.invalidateQueries({ queryKey: apiQueryKey(getOrder) }),
}
