import Sparkles from 'lucide-react/icons/sparkles'
import { href, useLocation } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Bundle } from '#contract/payments/schemas.ts'
import { useMoney } from '#web/i18n/use-money.ts'
import { Badge } from '#web/ui/elements/badge.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Link } from '#web/api/link.tsx'
import { isCutShort, loweredAmount } from './applied-discount.ts'
import { codeOfLink, withCode } from './code-of-link.ts'
import { pricePerMessage } from '#web/features/payments/prices/price-per-message.ts'
import { useWaitingDiscount } from './use-discount.ts'

/**
 * The bundles side by side, each with its price per message, with the discount that the payment will apply by
 * itself.
 */
export function BundleCards({ bundles }: { bundles: readonly Bundle[] }) {
  const t = useTranslations('payments')
  const applied = useWaitingDiscount()
  const hasDiscount = bundles.some((bundle) => loweredAmount(bundle, applied) !== null)
  const hasCut = bundles.some((bundle) => isCutShort(bundle, applied))
  return (
    <>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {bundles.map((bundle) => (
          <li key={bundle.id} className="flex">
            <BundleCard bundle={bundle} lowered={loweredAmount(bundle, applied)} />
          </li>
        ))}
      </ul>
      {applied && hasDiscount && (
        <p role="status" className="mt-4 text-center text-sm text-text-muted">
          {t('discount.included', { rate: applied.discount.percentage / 100 })}
          {hasCut && ` ${t('discount.cut')}`}
        </p>
      )}
    </>
  )
}

function BundleCard({ bundle, lowered }: { bundle: Bundle; lowered: number | null }) {
  const t = useTranslations('payments')
  const money = useMoney()
  const code = codeOfLink(useLocation().search)
  const { id, credits, messages, amountMinor, currency, isBest } = bundle
  const price = { ...bundle, amountMinor: lowered ?? amountMinor }
  return (
    <Card className={cx('relative flex w-full flex-col gap-3 text-center', isBest && 'ring-2 ring-accent')}>
      {isBest && (
        <span className="absolute inset-x-0 -top-3">
          <Badge tone="accent">
            <Sparkles aria-hidden className="size-3.5" /> {t('best')}
          </Badge>
        </span>
      )}
      <h2 className="mt-2 text-2xl font-bold tabular-nums">{t('credits', { count: credits })}</h2>
      <p className="text-text-muted">{t('messages', { count: messages })}</p>
      <p className="text-3xl font-bold tabular-nums">
        {lowered !== null && (
          <span className="block text-base font-normal text-text-muted">
            <span className="sr-only">{t('discount.before')}</span> <s>{money({ amountMinor, currency })}</s>
          </span>
        )}
        {money(price)}
      </p>
      <p className="text-sm text-text-muted tabular-nums">
        {t('perMessage', { price: money(pricePerMessage(price)) })}
      </p>
      <Button
        variant={isBest ? 'primary' : 'secondary'}
        isWide
        className="mt-auto"
        render={<Link to={withCode(href('/credits/:id/:paymentmethod?', { id }), code)} prefetch="intent" />}
      >
        {t('choose')}
        <span className="sr-only"> {t('credits', { count: credits })}</span>
      </Button>
    </Card>
  )
}
