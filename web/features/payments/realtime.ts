import {
  getDiscountCode,
  getOrder,
  getRepeatOrder,
  getSpendingLimit,
  listOrders,
  listWithdrawable,
} from '#contract/payments/calls.ts'
import { getStatement } from '#contract/credits/calls.ts'
import { getMember } from '#contract/profiles/calls.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import type { RealtimeHandlers } from '#web/api/realtime/realtime.ts'
import { orderQuery } from './queries.ts'

/** What the end of a payment changes: also its discount code, and what can be returned or bought again. */
const ordersCalls = [listOrders, getSpendingLimit, getDiscountCode, listWithdrawable, getRepeatOrder]

export const paymentsHandlers: RealtimeHandlers = {
  'order.changed': ({ orderId, status }, client) => {
    void client.invalidateQueries({ queryKey: orderQuery(orderId).queryKey })
    for (const call of ordersCalls) void client.invalidateQueries({ queryKey: apiQueryKey(call) })
    // A purchase can start premium, and a refund end it: both change which photos are open (CRED-4, PRO-5).
    if (status === 'completed' || status === 'refunded' || status === 'charged_back')
      void client.invalidateQueries({ queryKey: apiQueryKey(getMember) })
  },
  'credits.changed': (_event, client) => {
    for (const call of [getStatement, listWithdrawable]) void client.invalidateQueries({ queryKey: apiQueryKey(call) })
  },
  reset(client) {
    for (const call of [getOrder, ...ordersCalls, getStatement, getMember])
      void client.invalidateQueries({ queryKey: apiQueryKey(call) })
  },
}
