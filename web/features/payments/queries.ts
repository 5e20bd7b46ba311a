import { getBundles, getOrder, listOrders } from '#contract/payments.ts'
import { apiQuery } from '#web/api/queries.ts'

export const bundlesQuery = () => apiQuery(getBundles, {})

export const orderQuery = (orderId: string) => apiQuery(getOrder, { params: { orderId } })

export const ordersQuery = () => apiQuery(listOrders, {})
