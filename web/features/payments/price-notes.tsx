import { useTranslations } from 'use-intl'

/** Notes below the prices: VAT is included (PAY-2), and there is no subscription (PAY-1). */
export function PriceNotes({ vatPercent }: { vatPercent: number }) {
  const t = useTranslations('payments')
  return (
    <ul className="mt-8 flex flex-col gap-1 text-center text-sm text-text-muted">
      <li>{t('notes.vat', { percent: vatPercent })}</li>
      <li>{t('notes.oneOff')}</li>
    </ul>
  )
}
