import { useSearchParams } from 'react-router'
import { loading, type Loading } from '#web/api/load.ts'
import { useLoaded } from '#web/api/use-cached.ts'
import { MoneyTabs } from '#web/features/operator/money/money-tabs.tsx'
import { OrderFilterBar, OrderTable } from '#web/features/operator/money/order-table.tsx'
import { ordersQuery } from '#web/features/operator/money/queries.ts'
import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { ListPages } from '#web/features/operator/ui/list-pages.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Route } from './+types/orders'

const load = loading(async ({ query, request }: Loading<Route.LoaderArgs>) => {
  await query(ordersQuery(new URL(request.url).searchParams))
})
export const loader = load
export const clientLoader = load

/** Orders of all members (OPER-13). */
export default function OrdersPage() {
  const t = useTranslations('operator-money')
  const [search] = useSearchParams()
  const { orders, next } = useLoaded(ordersQuery(search))
  return (
    <>
      <ConsoleTitle title={t('title')} />
      <MoneyTabs />
      <OrderFilterBar />
      <OrderTable orders={orders} />
      <ListPages next={next} />
    </>
  )
}
