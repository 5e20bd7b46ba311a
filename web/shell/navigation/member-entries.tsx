import ChevronDown from 'lucide-react/icons/chevron-down'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { User } from '#contract/accounts/accounts.ts'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { CountBadge } from '#web/ui/elements/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { Link } from '#web/api/link.tsx'
import { AccountMenu } from './account-menu.tsx'
import { CreditsLink } from './credits-link.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { useNavEntries } from './nav-entries.tsx'

/** The entries of the top bar for a member (SHELL-5). On a phone only the credits; the rest is in the bottom bar. */
export function MemberEntries({ user }: { user: User }) {
  const t = useTranslations('shell')
  return (
    <>
      <nav aria-label={t('nav.label')} className="hidden grow items-center justify-center md:flex md:gap-3 lg:gap-0">
        <WideEntries />
      </nav>
      <CreditsLink user={user} />
      <div className="hidden items-center gap-1 md:flex">
        <LanguageMenu />
        <AccountMenu
          trigger={
            <button
              type="button"
              aria-label={t('account.label')}
              className="relative flex min-h-11 items-center gap-1 rounded-full ps-1 pe-2 text-text-muted hover:bg-surface-muted"
            >
              <Avatar
                name={user.profile.name}
                src={user.profile.main_image?.thumb_filename}
                preview={user.profile.main_image?.preview}
                size="sm"
                isDecorative
              />
              <ChevronDown aria-hidden className="size-4" />
            </button>
          }
        />
      </div>
    </>
  )
}

function WideEntries() {
  return useNavEntries().map(({ to, isCurrent, icon, label, count, countLabel }) => (
    <Link
      key={to}
      to={to}
      prefetch="intent"
      aria-current={isCurrent ? 'page' : undefined}
      className={entryVariants(isCurrent)}
    >
      <span className="[&>svg]:size-5">{icon}</span>
      <span className="max-lg:sr-only">{label}</span>
      <CountBadge
        count={count}
        label={countLabel}
        className="max-lg:absolute max-lg:start-8 max-lg:top-0.5 max-lg:ring-2 max-lg:ring-surface"
      />
    </Link>
  ))
}

function entryVariants(isActive: boolean) {
  return cx(
    'relative flex min-h-11 items-center gap-2.5 rounded-full px-4 font-semibold transition-colors duration-150 lg:px-5',
    isActive ? 'bg-accent-soft text-accent-text' : 'text-text-muted hover:bg-surface-muted hover:text-text',
  )
}
