import { DAY } from '#contract/time.ts'
import { useTranslations } from 'use-intl'
import { DEVICE_MS, LANGUAGE_COOKIE, LANGUAGE_COOKIE_MS, SESSION_MS } from '#contract/limits.ts'
import { Article } from '#web/features/pages/article.tsx'
import { TIME_ZONE_COOKIE } from '#web/i18n/cookies.ts'
import { PageTitle } from '#web/shell/page-title.tsx'
import { THEME_COOKIE } from '#web/shell/theme.ts'

const cookies = [
  { name: 'session', purpose: 'session', days: SESSION_MS / DAY },
  { name: 'device', purpose: 'device', days: DEVICE_MS / DAY },
  { name: LANGUAGE_COOKIE, purpose: 'language', days: LANGUAGE_COOKIE_MS / DAY },
  { name: THEME_COOKIE, purpose: 'theme', days: LANGUAGE_COOKIE_MS / DAY },
  { name: TIME_ZONE_COOKIE, purpose: 'timeZone', days: LANGUAGE_COOKIE_MS / DAY },
] as const

export default function Cookies() {
  const t = useTranslations('pages.cookies')
  return (
    <Article title={t('title')}>
      <PageTitle title={t('title')} />
      <p>{t('lead')}</p>
      <table className="w-full text-start text-sm">
        <thead>
          <tr className="border-b border-line-strong">
            {(['name', 'purpose', 'duration'] as const).map((column) => (
              <th key={column} scope="col" className="py-3 pe-4 text-start font-semibold">
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cookies.map(({ name, purpose, days }) => (
            <tr key={name} className="border-b border-line align-top">
              <th scope="row" className="py-3 pe-4 text-start font-medium whitespace-nowrap">
                {name}
              </th>
              <td className="py-3 pe-4 text-text-muted">{t(purpose)}</td>
              <td className="py-3 whitespace-nowrap text-text-muted">{t('days', { count: days })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Article>
  )
}
