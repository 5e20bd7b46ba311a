import { Sparkles } from 'lucide-react'
import { href, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Bundle } from '#contract/payments.ts'
import { useMoney } from '#web/i18n/use-money.ts'
import { Badge } from '#web/ui/elements/badge.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { pricePerMessage } from './price-per-message.ts'

/** The bundles side by side, each with its price per message. */
export function BundleCards({ bundles }: { bundles: readonly Bundle[] }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {bundles.map((bundle) => (
        <li key={bundle.id} className="flex">
          <BundleCard bundle={bundle} />
        </li>
      ))}
    </ul>
  )
}

function BundleCard({ bundle }: { bundle: Bundle }) {
  const t = useTranslations('payments')
  const money = useMoney()
  const { id, credits, messages, amountMinor, currency, isBest } = bundle
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
      <p className="text-3xl font-bold tabular-nums">{money({ amountMinor, currency })}</p>
      <p className="text-sm text-text-muted tabular-nums">
        {t('perMessage', { price: money(pricePerMessage(bundle)) })}
      </p>
      <Button
        variant={isBest ? 'primary' : 'secondary'}
        isWide
        className="mt-auto"
        render={<Link to={href('/credits/:id/:paymentmethod?', { id })} prefetch="intent" />}
      >
        {t('choose')}
        <span className="sr-only"> {t('credits', { count: credits })}</span>
      </Button>
    </Card>
  )
}
