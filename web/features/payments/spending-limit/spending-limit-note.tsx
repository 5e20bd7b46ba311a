import { useQuery } from '@tanstack/react-query'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Money } from '#contract/payments/money.ts'
import { Link } from '#web/api/link.tsx'
import { useMoney } from '#web/i18n/use-money.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { spendingLimitQuery } from '#web/features/payments/queries.ts'

/** What the member's own limit leaves for this month, before a purchase; nothing without a limit (PAY-27). */
export function SpendingLimitNote({ amountMinor, currency }: Money) {
  const t = useTranslations('payments.limit')
  const money = useMoney()
  const { data } = useQuery(spendingLimitQuery())
  if (!data?.limit) return null
  const { limit, spent } = data
  const leftMinor = Math.max(0, limit.amountMinor - spent.amountMinor)
  const left = money({ amountMinor: leftMinor, currency: limit.currency })
  // Another currency is compared by the server.
  const exceedsLimit = currency === limit.currency && amountMinor > leftMinor
  if (!exceedsLimit) return <p className="text-sm text-text-muted">{t('left', { left })}</p>
  return (
    <Alert tone="warning">
      {t.rich('tooMuch', {
        left,
        link: (chunks) => (
          <Link to={`${href('/credits')}#spending-limit`} className="font-semibold underline">
            {chunks}
          </Link>
        ),
      })}
    </Alert>
  )
}
