import Sparkles from 'lucide-react/icons/sparkles'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Bundle } from '#contract/payments/schemas.ts'
import { useMoney } from '#web/i18n/use-money.ts'
import { Badge } from '#web/ui/elements/badge.tsx'
import { pricePerMessage } from '#web/features/payments/prices/price-per-message.ts'
import { isCutShort, loweredAmount, type AppliedDiscount } from './applied-discount.ts'

interface Props {
  bundle: Bundle
  /** With the discount that applies by itself; null without one. */
  lowered: number | null
}

/** What a row of the packages says: the badge, the credits with their messages, and the price. */
export function BundleRow({ bundle, lowered }: Props) {
  const t = useTranslations('payments')
  const money = useMoney()
  const { credits, messages, amountMinor, currency, isBest } = bundle
  const price = { ...bundle, amountMinor: lowered ?? amountMinor }
  return (
    // Badge and price of a message have the whole width: beside the price of the package they would wrap.
    <span className="grid min-w-0 flex-1 grid-cols-[1fr_auto] items-center gap-x-3">
      {isBest && (
        <Badge tone="accent" className="col-span-2 mb-1 justify-self-start">
          <Sparkles aria-hidden className="size-3.5" /> {t('best')}
        </Badge>
      )}
      <span className="flex min-w-0 flex-col gap-0.5">
        <span className="text-lg font-bold tabular-nums">{t('credits', { count: credits })}</span>
        <span className="text-sm text-text-muted">{t('messages', { count: messages })}</span>
      </span>
      <span className="text-end text-xl font-bold tabular-nums">
        {lowered !== null && (
          <span className="block text-sm font-normal text-text-muted">
            <span className="sr-only">{t('discount.before')}</span> <s>{money({ amountMinor, currency })}</s>
          </span>
        )}
        {money(price)}
      </span>
      <span className="col-span-2 mt-0.5 text-sm text-text-muted tabular-nums">
        {t('perMessage', { price: money(pricePerMessage(price)) })}
      </span>
    </span>
  )
}

/** Says below the packages that their prices contain the discount. */
export function IncludedDiscount({
  bundles,
  applied,
}: {
  bundles: readonly Bundle[]
  applied: AppliedDiscount | null
}) {
  const t = useTranslations('payments.discount')
  if (!applied || bundles.every((bundle) => loweredAmount(bundle, applied) === null)) return null
  const hasCut = bundles.some((bundle) => isCutShort(bundle, applied))
  return (
    <p role="status" className="mt-4 text-center text-sm text-text-muted">
      {t('included', { rate: applied.discount.percentage / 100 })}
      {hasCut && ` ${t('cut')}`}
    </p>
  )
}
