import * as calls from '#contract/operator/money/calls.ts'
import { orderStates } from '#contract/payments/order-states.ts'
import { apiQuery } from '#web/api/queries.ts'
import { filtersOf } from '#web/features/operator/ui/list-pages.tsx'

const names = ['status', 'provider', 'from', 'to', 'member', 'reference', 'stuck', 'before'] as const

/** Returns the filters of the orders in a URL. */
export function orderFilters(search: URLSearchParams) {
  const { status, stuck, ...others } = filtersOf(search, names)
  return {
    ...others,
    status: orderStates.find((each) => each === status),
    ...(stuck === 'true' && { stuck: 'true' as const }),
  }
}

/** Query of a page of orders. */
export const ordersQuery = (search: URLSearchParams) => apiQuery(calls.listOrders, { query: orderFilters(search) })

/** Query of all that is known of an order. */
export const orderQuery = (orderId: string) => apiQuery(calls.getOrderFile, { params: { orderId } })

/** Query of a page of incidents; the open ones by default. */
export function incidentsQuery(search: URLSearchParams) {
  const { state, before } = filtersOf(search, ['state', 'before'])
  return apiQuery(calls.listIncidents, { query: { state: state === 'closed' ? 'closed' : 'open', before } })
}

/** Query of the sums of the days in a URL. */
export const daysQuery = (search: URLSearchParams) =>
  apiQuery(calls.listDays, { query: filtersOf(search, ['from', 'to']) })

/** Query of the VAT of the quarter in a URL. */
export const vatQuery = (search: URLSearchParams) =>
  apiQuery(calls.listVat, { query: filtersOf(search, ['year', 'quarter']) })
