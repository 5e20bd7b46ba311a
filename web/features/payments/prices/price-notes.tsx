import type { FormerPrices, PremiumStart } from '#contract/payments/schemas.ts'
import type { TaxName } from '#contract/payments/vat.ts'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { useCountryName } from '#web/i18n/use-country-name.ts'

interface Offer {
  vatPercent: number
  tax: TaxName
  premiumStart?: PremiumStart
  formerPrices?: FormerPrices
}

/**
 * Notes below the prices: tax is included (PAY-2), no subscription (PAY-1), whose prices apply after a move
 * (PAY-28), and when premium begins later (CRED-4).
 */
export function PriceNotes({ offer }: { offer: Offer }) {
  const { vatPercent, tax, premiumStart, formerPrices } = offer
  const t = useTranslations('payments')
  const format = useFormatter()
  const countryName = useCountryName()
  const vatRate = useVatRate()
  return (
    <ul className="mt-8 flex flex-col gap-1 text-center text-sm text-text-muted">
      <li>{t('notes.vat', { percent: vatPercent, vatRate: vatRate(vatPercent), tax })}</li>
      <li>{t('notes.oneOff')}</li>
      {formerPrices && (
        <li>
          {t('notes.formerPrices', {
            country: countryName(formerPrices.country),
            date: format.dateTime(new Date(formerPrices.until), { dateStyle: 'long' }),
          })}
        </li>
      )}
      {premiumStart === 'first_credit' && <li>{t('notes.laterPremium')}</li>}
    </ul>
  )
}

/** Returns a function that writes a VAT rate, given in percent, with at most one decimal: 25.5 %. */
export function useVatRate() {
  const format = useFormatter()
  return (percent: number) => format.number(percent / 100, { style: 'percent', maximumFractionDigits: 1 })
}
