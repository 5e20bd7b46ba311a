import { Link, useLocation, href } from 'react-router'
import { useTranslations } from 'use-intl'
import { MINIMUM_AGE } from '#contract/limits.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useSiteName } from '#web/features/settings/use-settings.ts'
import { cx } from '#web/ui/cx.ts'
import { ThemeSwitch } from './theme-switch.tsx'

const links = [
  { to: href('/terms'), text: 'terms' },
  { to: href('/privacy'), text: 'privacy' },
  { to: href('/cookies'), text: 'cookies' },
  { to: href('/pricing'), text: 'pricing' },
  { to: href('/faq'), text: 'faq' },
  { to: href('/service'), text: 'service' },
] as const

/** Legal links. Visitors also have the theme switch; members see a smaller footer everywhere but on the home page. */
export function Footer() {
  const t = useTranslations('shell.footer')
  const siteName = useSiteName()
  const { pathname } = useLocation()
  const isLoggedIn = useUser() !== null
  const isSmall = isLoggedIn && pathname !== '/'
  return (
    <footer className={cx('border-t border-line text-sm text-text-muted', isSmall ? 'mt-8 py-4' : 'mt-12 py-8')}>
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-4 px-4 md:px-6">
        <nav aria-label={t('label')}>
          <ul className="flex flex-wrap gap-x-5">
            {links.map(({ to, text }) => (
              <li key={to}>
                <Link to={to} className="flex min-h-11 items-center rounded-sm hover:text-text hover:underline">
                  {t(text)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {!isLoggedIn && <ThemeSwitch />}
        {!isSmall && (
          <p className="w-full">
            {siteName} · {t('adults', { age: MINIMUM_AGE })}
          </p>
        )}
      </div>
    </footer>
  )
}
