import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'
import type { ReactNode } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { FREE_CONVERSATIONS, FREE_PHOTOS, PREMIUM_PHOTOS } from '#contract/limits.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { cx } from '#web/ui/cx.ts'

/** What members can do without premium and with it. */
export function PremiumComparison() {
  const t = useTranslations('pricing.compare')
  const { promo_tiles: tiles, photo_credits: credits } = useSettings()
  const yes = <Mark isYes label={t('yes')} />
  const no = <Mark label={t('no')} />
  const rows: [name: string, free: ReactNode, premium: ReactNode][] = [
    [t('look'), yes, yes],
    [t('answer'), yes, yes],
    [t('start'), FREE_CONVERSATIONS, t('unlimited')],
    [t('photos'), no, yes],
    [t('private'), t('forCredits', { count: credits }), yes],
    [t('own'), FREE_PHOTOS, PREMIUM_PHOTOS],
    ...(tiles.length > 0 ? [[t('noAds'), no, yes] as [string, ReactNode, ReactNode]] : []),
  ]
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
          {rows.map(([name, free, premium], index) => (
            <tr key={name} className={cx(index < rows.length - 1 && 'border-b border-line')}>
              <th scope="row" className="px-2 py-3 text-start font-semibold min-[22.5rem]:ps-4 sm:px-5">
                {name}
              </th>
              <td className="px-1 py-3 text-center text-text-muted sm:px-3">{free}</td>
              <td className="bg-accent-soft px-1 py-3 text-center font-semibold sm:px-3">{premium}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Mark({ isYes = false, label }: { isYes?: boolean; label: string }) {
  const Icon = isYes ? Check : Minus
  return (
    <>
      <Icon aria-hidden className={cx('mx-auto size-5', isYes && 'text-success-text')} />
      <span className="sr-only">{label}</span>
    </>
  )
}
