import { useParams } from 'react-router'
import { loading, type Loading } from '#web/api/load.ts'
import { useLoaded } from '#web/api/use-cached.ts'
import { OrderView } from '#web/features/operator/money/order-view.tsx'
import { orderQuery } from '#web/features/operator/money/queries.ts'
import { RefundForm } from '#web/features/operator/money/refund-form.tsx'
import { useMay } from '#web/features/operator/queries.ts'
import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Route } from './+types/order'

const load = loading(async ({ query, params: { orderId } }: Loading<Route.LoaderArgs>) => {
  await query(orderQuery(orderId))
})
export const loader = load
export const clientLoader = load

/** All that is known of an order, and its refund (OPER-14). */
export default function OrderPage() {
  const t = useTranslations('operator-money')
  const { orderId = '' } = useParams()
  const order = useLoaded(orderQuery(orderId))
  const may = useMay()
  return (
    <>
      <ConsoleTitle title={t('order.title', { id: order.id })} />
      {may('money.refund') && order.refundableCredits !== null && (
        <div>
          <RefundForm order={order} />
        </div>
      )}
      <OrderView order={order} />
    </>
  )
}
