import type { TaxName } from '#contract/vat.ts'
import { useTranslations } from 'use-intl'
import { useVatRate } from './use-vat-rate.ts'

/** Notes below the prices: tax is included (PAY-2), and there is no subscription (PAY-1). */
export function PriceNotes({ offer: { vatPercent, tax } }: { offer: { vatPercent: number; tax: TaxName } }) {
  const t = useTranslations('payments')
  const vatRate = useVatRate()
  return (
    <ul className="mt-8 flex flex-col gap-1 text-center text-sm text-text-muted">
      <li>{t('notes.vat', { percent: vatPercent, vatRate: vatRate(vatPercent), tax })}</li>
      <li>{t('notes.oneOff')}</li>
    </ul>
  )
}
