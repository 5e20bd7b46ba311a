import { useTranslations } from '#web/i18n/intl.tsx'
import type { Bundle } from '#contract/payments/payments.ts'
import { useMoney } from '#web/i18n/use-money.ts'

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
