import { DAY, MINUTE } from '#contract/time.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import {
  COUNTRY_COOKIE,
  DEVICE_MS,
  LANGUAGE_COOKIE,
  LANGUAGE_COOKIE_MS,
  LOGGED_OUT_COOKIE,
  LOGIN_STEP_MS,
  POSITION_COOKIE,
  POSITION_COOKIE_MS,
  SESSION_MS,
  TRAFFIC_SOURCE_MS,
} from '#contract/limits.ts'
import { StaticPage, usePageText } from '#web/features/pages/static-page.tsx'
import { TIME_ZONE_COOKIE } from '#web/i18n/cookies.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { THEME_COOKIE } from '#web/shell/document/theme.ts'
import { loadingPage, sharedPage } from './static-pages.ts'

const load = loadingPage('cookies')
export const loader = load
export const clientLoader = load
export const handle = sharedPage

const cookies = [
  { name: 'session', purpose: 'session', ms: SESSION_MS },
  { name: LOGGED_OUT_COOKIE, purpose: 'loggedOut', ms: LANGUAGE_COOKIE_MS },
  { name: 'device', purpose: 'device', ms: DEVICE_MS },
  { name: 'login-step', purpose: 'loginStep', ms: LOGIN_STEP_MS },
  { name: POSITION_COOKIE, purpose: 'position', ms: POSITION_COOKIE_MS },
  { name: LANGUAGE_COOKIE, purpose: 'language', ms: LANGUAGE_COOKIE_MS },
  { name: COUNTRY_COOKIE, purpose: 'country', ms: LANGUAGE_COOKIE_MS },
  { name: THEME_COOKIE, purpose: 'theme', ms: LANGUAGE_COOKIE_MS },
  { name: TIME_ZONE_COOKIE, purpose: 'timeZone', ms: LANGUAGE_COOKIE_MS },
  { name: 'traffic_source', purpose: 'trafficSource', ms: TRAFFIC_SOURCE_MS },
] as const

export default function Cookies() {
  const t = useTranslations('pages.cookies')
  const text = usePageText('cookies')
  return (
    <>
      <PageTitle title={text?.title ?? ''} description={text?.description} path="/cookies" />
      <StaticPage text={text}>
        <table className="mt-3 w-full text-start text-sm">
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
            {cookies.map(({ name, purpose, ms }) => (
              <tr key={name} className="border-b border-line align-top">
                <th scope="row" className="py-3 pe-4 text-start font-medium whitespace-nowrap">
                  {name}
                </th>
                <td className="py-3 pe-4 text-text-muted">{t(purpose)}</td>
                <td className="py-3 whitespace-nowrap text-text-muted">
                  {ms < DAY ? t('minutes', { count: ms / MINUTE }) : t('days', { count: ms / DAY })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </StaticPage>
    </>
  )
}
