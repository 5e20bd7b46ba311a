import { useTranslations } from 'use-intl'

/** What a buyer has to know before: taxes, and that it is no subscription. */
export function PriceNotes({ vatPercent }: { vatPercent: number }) {
  const t = useTranslations('payments')
  return (
    <ul className="mt-8 flex flex-col gap-1 text-center text-sm text-text-muted">
      <li>{t('notes.vat', { percent: vatPercent })}</li>
      <li>{t('notes.oneOff')}</li>
    </ul>
  )
}
