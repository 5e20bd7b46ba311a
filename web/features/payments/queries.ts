import type { CountryCode } from '#contract/countries.ts'
import { getStatement, getStayOffer } from '#contract/credits/calls.ts'
import {
  getBundles,
  getDiscountCode,
  getOrder,
  getPriceList,
  getRepeatOrder,
  getSpendingLimit,
  listOrders,
  listWithdrawable,
} from '#contract/payments/calls.ts'
import { call } from '#web/api/call.ts'
import { pagedQuery } from '#web/api/paged-query.ts'
import { apiQuery, apiQueryKey } from '#web/api/queries.ts'

/** Bundles, and the payment methods of a country: the member's own if it is left out. */
export const bundlesQuery = (country?: CountryCode) => apiQuery(getBundles, { query: country ? { country } : {} })

export const repeatOrderQuery = () => apiQuery(getRepeatOrder, {})

export const priceListQuery = () => apiQuery(getPriceList, {})

/** The code that waits for the member, if any. */
export const waitingDiscountQuery = () => apiQuery(getDiscountCode, { query: { welcome: 'true' } })

export const stayOfferQuery = () => apiQuery(getStayOffer, {})

export const withdrawableQuery = () => apiQuery(listWithdrawable, {})

export const spendingLimitQuery = () => apiQuery(getSpendingLimit, {})

export const orderQuery = (orderId: string) => apiQuery(getOrder, { params: { orderId } })

/** The latest orders: the first page of the list. */
export const latestOrdersQuery = () => apiQuery(listOrders, { query: {} })

/** The pages of the list of orders that have been loaded so far. */
export const orderPagesQuery = () =>
  pagedQuery([...apiQueryKey(listOrders), 'pages'], (query, options) => call(listOrders, { query }, options))

/** The pages of the statement that have been loaded so far. */
export const statementPagesQuery = () =>
  pagedQuery([...apiQueryKey(getStatement), 'pages'], (query, options) => call(getStatement, { query }, options))
