import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'
import { useTranslations } from '#web/i18n/intl.tsx'
import { cx } from '#web/ui/cx.ts'
import { usePremiumRows, type Extent } from './use-premium-rows.ts'

/** What members can do without premium and with it. */
export function PremiumComparison() {
  const t = useTranslations('pricing.compare')
  const rows = usePremiumRows()
  const cell = (extent: Extent) =>
    typeof extent === 'boolean' ? <Mark isYes={extent} label={t(extent ? 'yes' : 'no')} /> : extent
  return (
    <div className="mx-auto max-w-3xl overflow-hidden rounded-lg bg-surface-raised shadow-raised">
      <table className="w-full wrap-anywhere hyphens-auto max-sm:text-sm">
        <caption className="sr-only">{t('title')}</caption>
        <thead>
          <tr className="border-b border-line text-sm [&>th]:px-1 [&>th]:py-3 [&>th]:font-bold sm:[&>th]:px-3">
            <th scope="col" className="text-start">
              <span className="sr-only">{t('what')}</span>
            </th>
            <th scope="col" className="w-1/4 max-sm:w-[30%] text-text-muted">
              {t('free')}
            </th>
            <th scope="col" className="w-1/4 max-sm:w-[30%] bg-accent-soft text-accent-text">
              {t('premium')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, free, premium }, index) => (
            <tr key={name} className={cx(index < rows.length - 1 && 'border-b border-line')}>
              <th scope="row" className="px-2 py-3 text-start font-semibold min-[22.5rem]:ps-4 sm:px-5">
                {name}
              </th>
              <td className="px-1 py-3 text-center text-text-muted sm:px-3">{cell(free)}</td>
              <td className="bg-accent-soft px-1 py-3 text-center font-semibold sm:px-3">{cell(premium)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Mark({ isYes, label }: { isYes: boolean; label: string }) {
  const Icon = isYes ? Check : Minus
  return (
    <>
      <Icon aria-hidden className={cx('mx-auto size-5', isYes && 'text-success-text')} />
      <span className="sr-only">{label}</span>
    </>
  )
}
