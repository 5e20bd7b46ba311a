import { href } from 'react-router'
import Crown from 'lucide-react/icons/crown'
import Tag from 'lucide-react/icons/tag'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useUser } from '#web/features/accounts/use-user.ts'
import { OrderList } from '#web/features/payments/orders/order-list.tsx'
import { Statement } from '#web/features/payments/orders/statement.tsx'
import { SpendingLimit } from '#web/features/payments/spending-limit/spending-limit.tsx'
import { RowLink, Rows } from '#web/features/settings/row-link.tsx'
import { CoinIcon } from '#web/ui/elements/coin-icon.tsx'

/** Credits and premium, what was paid and used, and the limit that the member sets. */
export default function PaymentSettings() {
  const t = useTranslations('shell')
  const user = useUser()
  return (
    <>
      <Rows>
        <RowLink to={href('/credits')} icon={<CoinIcon />} label={t('nav.credits')} value={user?.credits ?? 0} />
        <RowLink to={href('/premium')} icon={<Crown aria-hidden />} label={t('account.premium')} />
        <RowLink to={href('/pricing')} icon={<Tag aria-hidden />} label={t('footer.pricing')} />
      </Rows>
      <SpendingLimit />
      <OrderList />
      <Statement />
    </>
  )
}
