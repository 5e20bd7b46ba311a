import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { orderStates } from '#contract/payments/order-states.ts'
import type { Order } from '#contract/payments/schemas.ts'
import type { MemberProfile } from '#contract/profiles/schemas.ts'
import { memberQuery } from '#web/features/profiles/queries.ts'
import {
  latestOrdersQuery,
  orderPagesQuery,
  orderQuery,
  repeatOrderQuery,
  statementPagesQuery,
  withdrawableQuery,
} from './queries.ts'
import { paymentsHandlers } from './realtime.ts'

let client: QueryClient

beforeEach(() => {
  client = new QueryClient()
  // The handlers look at keys only.
  for (const id of ['one', 'two']) client.setQueryData(orderQuery(id).queryKey, { order: { id } as Order })
  client.setQueryData(latestOrdersQuery().queryKey, { orders: [], next: null })
  client.setQueryData(orderPagesQuery().queryKey, { pages: [], pageParams: [] })
  client.setQueryData(withdrawableQuery().queryKey, { orders: [] })
  client.setQueryData(repeatOrderQuery().queryKey, {
    bundle: null,
    stored: null,
    vatPercent: 21,
    tax: 'vat',
    premiumStart: 'payment',
    formerPrices: null,
  })
  client.setQueryData(memberQuery('ana').queryKey, { member: { id: 'ana' } as MemberProfile })
})

const isStale = (query: { queryKey: readonly unknown[] }) => client.getQueryState(query.queryKey)?.isInvalidated

const change = (status: (typeof orderStates)[number]) =>
  paymentsHandlers['order.changed']?.({ type: 'order.changed', orderId: 'one', status }, client)

test('a changed order is refetched with the lists of orders, and no other order is', () => {
  change('failed')
  expect([orderQuery('one'), latestOrdersQuery(), orderPagesQuery(), orderQuery('two')].map(isStale)).toEqual([
    true,
    true,
    true,
    false,
  ])
})

test.each(orderStates)('profiles are refetched when premium can have changed: %s', (status) => {
  change(status)
  expect(isStale(memberQuery('ana'))).toBe(['completed', 'refunded', 'charged_back'].includes(status))
})

test('what can be returned and what can be bought again is refetched after a payment, and after credits were spent', () => {
  change('completed')
  expect([withdrawableQuery(), repeatOrderQuery()].map(isStale)).toEqual([true, true])
  client.setQueryData(withdrawableQuery().queryKey, { orders: [] })
  paymentsHandlers['credits.changed']?.({ type: 'credits.changed', credits: 1, isPremium: true }, client)
  expect(isStale(withdrawableQuery())).toBe(true)
})

test('after missed events all that the events change is refetched', () => {
  client.setQueryData(statementPagesQuery().queryKey, { pages: [], pageParams: [] })
  paymentsHandlers.reset?.(client)
  const queries = [
    orderQuery('one'),
    orderQuery('two'),
    latestOrdersQuery(),
    orderPagesQuery(),
    withdrawableQuery(),
    repeatOrderQuery(),
    statementPagesQuery(),
    memberQuery('ana'),
  ]
  expect(queries.map(isStale)).toEqual(queries.map(() => true))
})
