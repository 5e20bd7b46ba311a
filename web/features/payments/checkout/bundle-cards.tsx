import ChevronRight from 'lucide-react/icons/chevron-right'
import Sparkles from 'lucide-react/icons/sparkles'
import { href, useLocation } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Bundle } from '#contract/payments/schemas.ts'
import { useMoney } from '#web/i18n/use-money.ts'
import { Badge } from '#web/ui/elements/badge.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Link } from '#web/api/link.tsx'
import { isCutShort, loweredAmount } from './applied-discount.ts'
import { codeOfLink, withCode } from './code-of-link.ts'
import { pricePerMessage } from '#web/features/payments/prices/price-per-message.ts'
import { useWaitingDiscount } from './use-discount.ts'

/**
 * The bundles as rows of one card, the smallest first, each with its price per message, with the discount
 * that the payment will apply by itself.
 */
export function BundleCards({ bundles }: { bundles: readonly Bundle[] }) {
  const t = useTranslations('payments')
  const applied = useWaitingDiscount()
  const hasDiscount = bundles.some((bundle) => loweredAmount(bundle, applied) !== null)
  const hasCut = bundles.some((bundle) => isCutShort(bundle, applied))
  return (
    <>
      <Card padding="none" className="mx-auto max-w-2xl overflow-hidden">
        <ul className="divide-y divide-line">
          {bundles.map((bundle) => (
            <li key={bundle.id}>
              <BundleRow bundle={bundle} lowered={loweredAmount(bundle, applied)} />
            </li>
          ))}
        </ul>
      </Card>
      {applied && hasDiscount && (
        <p role="status" className="mt-4 text-center text-sm text-text-muted">
          {t('discount.included', { rate: applied.discount.percentage / 100 })}
          {hasCut && ` ${t('discount.cut')}`}
        </p>
      )}
    </>
  )
}

function BundleRow({ bundle, lowered }: { bundle: Bundle; lowered: number | null }) {
  const t = useTranslations('payments')
  const money = useMoney()
  const code = codeOfLink(useLocation().search)
  const { id, credits, messages, amountMinor, currency, isBest } = bundle
  const price = { ...bundle, amountMinor: lowered ?? amountMinor }
  return (
    <Link
      to={withCode(href('/credits/:id/:paymentmethod?', { id }), code)}
      prefetch="intent"
      className={cx(
        'group flex min-h-20 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-text no-underline transition-colors focus-visible:-outline-offset-2 sm:px-6',
        isBest ? 'bg-accent-soft' : 'hover:bg-surface-muted',
      )}
    >
      {isBest && (
        // A line of its own: beside the price a phone has no room for it.
        <span className="basis-full">
          <Badge tone="accent">
            <Sparkles aria-hidden className="size-3.5" /> {t('best')}
          </Badge>
        </span>
      )}
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="text-lg font-bold tabular-nums">{t('credits', { count: credits })}</span>
        <span className="text-sm text-text-muted">{t('messages', { count: messages })}</span>
        <span className="text-sm text-text-muted tabular-nums">
          {t('perMessage', { price: money(pricePerMessage(price)) })}
        </span>
      </span>
      <span className="shrink-0 text-end text-xl font-bold tabular-nums">
        {lowered !== null && (
          <span className="block text-sm font-normal text-text-muted">
            <span className="sr-only">{t('discount.before')}</span> <s>{money({ amountMinor, currency })}</s>
          </span>
        )}
        {money(price)}
      </span>
      <ChevronRight
        aria-hidden
        className="size-5 shrink-0 text-text-muted transition-transform group-hover:translate-x-0.5 rtl:-scale-x-100"
      />
    </Link>
  )
}
