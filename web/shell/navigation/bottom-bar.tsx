import { useLocation } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useUser } from '#web/features/accounts/use-user.ts'
import { usePageLayout } from '#web/shell/layouts/page-layout.ts'
import { CountBadge } from '#web/ui/elements/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { Link } from '#web/api/link.tsx'
import { isFormPage } from './form-pages.ts'
import { usePhoneEntries } from './nav-entries.tsx'

/** A member's navigation on a phone, but not on forms: that of the top bar, swipe game, 'Me'. */
export function BottomBar() {
  const isLoggedIn = useUser() !== null
  const { hidesBars } = usePageLayout()
  const isForm = isFormPage(useLocation())
  return isLoggedIn && !hidesBars && !isForm ? <PhoneBar /> : null
}

function PhoneBar() {
  const t = useTranslations('shell.nav')
  return (
    <nav
      aria-label={t('label')}
      className="bottom-bar sticky bottom-0 z-30 shrink-0 border-t border-line bg-surface-raised/95 pb-safe backdrop-blur-md md:hidden"
    >
      <PhoneEntries />
    </nav>
  )
}

function PhoneEntries() {
  const entries = usePhoneEntries()
  return (
    <ul className="grid auto-cols-fr grid-flow-col">
      {entries.map(({ to, isCurrent, icon, shortLabel, count, countLabel }) => (
        <li key={to} className="min-w-0">
          <Link
            to={to}
            prefetch="intent"
            aria-current={isCurrent ? 'page' : undefined}
            className={tabVariants(isCurrent)}
          >
            <span className="relative [&>svg]:size-6">
              {icon}
              <CountBadge
                count={count}
                label={countLabel}
                className="absolute start-4.5 -top-1.5 ring-2 ring-surface-raised"
              />
            </span>
            <span className={labelVariants}>{shortLabel}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** A long word in another language is cut rather than covering the next entry. */
const labelVariants = 'max-w-full truncate px-0.5 max-[22.5rem]:text-[0.6875rem]'

function tabVariants(isActive: boolean) {
  return cx(
    'flex min-h-14 w-full flex-col items-center justify-center gap-0.5 text-xs font-semibold',
    isActive ? 'text-accent-text' : 'text-text-muted',
  )
}
