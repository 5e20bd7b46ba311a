import { useTranslations } from '#web/i18n/intl.tsx'
import type { Bundle } from '#contract/payments/schemas.ts'
import { useMoney } from '#web/i18n/use-money.ts'
import { isCutShort, loweredAmount, type AppliedDiscount } from './applied-discount.ts'

/** What a bundle costs, and above it the full price where a discount lowers it. */
export function BundlePrice({ bundle, lowered }: { bundle: Bundle; lowered: number | null }) {
  const t = useTranslations('payments')
  const money = useMoney()
  return (
    <span className="text-end">
      {lowered !== null && (
        <span className="block text-text-muted">
          <span className="sr-only">{t('discount.before')}</span> <s>{money(bundle)}</s>
        </span>
      )}
      <span className="text-2xl font-bold">{money({ ...bundle, amountMinor: lowered ?? bundle.amountMinor })}</span>
    </span>
  )
}

/** What is unexpected about a discounted price: less is taken off than promised, or nothing (PAY-11). */
export function DiscountNotes({ bundle, applied }: { bundle: Bundle; applied: AppliedDiscount | null }) {
  const t = useTranslations('payments.discount')
  const money = useMoney()
  const hasNoEffect = applied !== null && loweredAmount(bundle, applied) === null
  const isCut = isCutShort(bundle, applied)
  const minimum = applied?.discount.minimum ?? 0
  if (!hasNoEffect && !isCut) return null
  return (
    <p role="status" className="-mt-3 text-sm text-text-muted">
      {bundle.amountMinor < minimum
        ? t('below', { amount: money({ ...bundle, amountMinor: minimum }) })
        : t(hasNoEffect ? 'noEffect' : 'cut')}
    </p>
  )
}
