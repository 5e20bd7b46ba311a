import type { PremiumStart } from '#contract/payments.ts'
import type { TaxName } from '#contract/vat.ts'
import { useTranslations } from 'use-intl'
import { useVatRate } from './use-vat-rate.ts'

interface Offer {
  vatPercent: number
  tax: TaxName
  premiumStart?: PremiumStart
}

/** Notes below the prices: tax is included (PAY-2), there is no subscription (PAY-1), when premium begins later (CRED-4). */
export function PriceNotes({ offer: { vatPercent, tax, premiumStart } }: { offer: Offer }) {
  const t = useTranslations('payments')
  const vatRate = useVatRate()
  return (
    <ul className="mt-8 flex flex-col gap-1 text-center text-sm text-text-muted">
      <li>{t('notes.vat', { percent: vatPercent, vatRate: vatRate(vatPercent), tax })}</li>
      <li>{t('notes.oneOff')}</li>
      {premiumStart === 'first_credit' && <li>{t('notes.laterPremium')}</li>}
    </ul>
  )
}
