import { Suspense } from 'react'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { href, useLocation } from 'react-router'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useMediaQuery } from '#web/ui/hooks/use-media-query.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { User } from '#contract/accounts/schemas.ts'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { CountBadge } from '#web/ui/elements/badge.tsx'
import { Link } from '#web/api/link.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { CoinIcon } from '#web/ui/elements/coin-icon.tsx'
import { useNewMember } from '#web/shell/notices/use-new-member.ts'
import { Bar } from './bar.tsx'
import { VisitorEntries } from './visitor-entries.tsx'
import { AccountMenu } from './account-menu.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { hasMoneyInBar } from './bar-money.ts'
import { useCurrentEntry, useWideEntries } from './nav-entries.tsx'
import { creditsTone } from './credits-tone.ts'

// Loaded in an installed app.
const BackButton = lazyPart(async () => (await import('./back-button.tsx')).BackButton)

interface Props {
  isHiddenOnPhone?: boolean
  /** The page could not be shown: an error is no place for money either. */
  hasFailed?: boolean
}

/** The bar of all pages but the landing pages, for members and visitors. */
export function TopBar({ isHiddenOnPhone = false, hasFailed = false }: Props) {
  const user = useUser()
  const common = useTranslations('common')
  const { pathname } = useLocation()
  const isUnderMe = useCurrentEntry() === 'me' && pathname !== href('/me')
  const isNewMember = useNewMember() !== null
  const isInstalledApp = useMediaQuery('(display-mode: standalone)')
  return (
    <Bar
      isHiddenOnPhone={isHiddenOnPhone}
      start={
        <>
          {/* A phone has the pages of the account under 'Me'. */}
          {user && isUnderMe && (
            <IconButton label={common('back')} className="to-me -ms-3 md:hidden" render={<Link to={href('/me')} />}>
              <ArrowLeft aria-hidden />
            </IconButton>
          )}
          {isInstalledApp && (
            <Suspense>
              <BackButton />
            </Suspense>
          )}
        </>
      }
    >
      {user ? (
        <MemberEntries user={user} hasMoney={!hasFailed && hasMoneyInBar(pathname, { isNewMember })} />
      ) : (
        <div className="ms-auto flex shrink-0 items-center gap-2">
          <VisitorEntries />
          <PhoneSignup />
        </div>
      )}
    </Bar>
  )
}

/** A member's entries of the top bar (SHELL-5). On a phone only credits; the rest is in the bottom bar. */
function MemberEntries({ user, hasMoney }: { user: User; hasMoney: boolean }) {
  const t = useTranslations('shell')
  return (
    <>
      <nav aria-label={t('nav.label')} className="hidden grow items-center justify-center md:flex">
        <WideEntries />
      </nav>
      {hasMoney && <CreditsLink user={user} />}
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

/** On a phone, where the other entries have none: the home page has larger buttons for it. */
function PhoneSignup() {
  const t = useTranslations('shell.nav')
  return (
    <span className="contents sm:hidden">
      <Button size="sm" className="px-3" render={<Link to={href('/signup')} prefetch="intent" />}>
        {t('signup')}
      </Button>
    </span>
  )
}

function WideEntries() {
  return useWideEntries().map(({ to, isCurrent, icon, label, shortLabel, count, countLabel }) => (
    <Link
      key={to}
      to={to}
      prefetch="intent"
      aria-current={isCurrent ? 'page' : undefined}
      className="relative flex min-h-11 items-center gap-2.5 rounded-full px-3 font-semibold text-text-muted no-underline transition-colors duration-150 hover:bg-surface-muted hover:text-text aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text lg:px-5 [&>svg]:size-5 max-lg:[&>svg]:hidden"
    >
      {icon}
      {/* A tablet has room for short words, or for icons: words say more. */}
      <span className="text-sm lg:hidden">{shortLabel}</span>
      <span className="max-lg:hidden">{label}</span>
      <CountBadge
        count={count}
        label={countLabel}
        className="max-lg:absolute max-lg:-end-1.5 max-lg:-top-0.5 max-lg:ring-2 max-lg:ring-surface"
      />
    </Link>
  ))
}

/**
 * The credits: for premium members a way to the repeated order, for free ones to the packages. Premium is in
 * the account menu: the bar of every page is no place for an offer (SHELL-5).
 */
function CreditsLink({ user: { paid_user: isPremium, credits } }: { user: User }) {
  const t = useTranslations('shell.nav')
  // What free members have was a present: it is no warning that it is used.
  const tone = isPremium ? creditsTone(credits) : null
  const label = t('creditsLeft', { count: credits })
  return (
    <Link
      to={isPremium ? href('/credits/:id/:paymentmethod?', { id: 'repeat-order' }) : href('/credits')}
      prefetch="intent"
      className="flex min-h-11 items-center gap-2 rounded-full px-3 font-semibold whitespace-nowrap text-text-muted no-underline tabular-nums hover:bg-surface-muted"
    >
      <CoinIcon />
      {/* The narrowest phones show the number alone. */}
      <span className="max-[22.5rem]:sr-only">{tone ? t('credits') : label}</span>
      {tone ? (
        <CountBadge count={credits} label={label} tone={tone} showsZero />
      ) : (
        <span aria-hidden className="hidden max-[22.5rem]:inline">
          {credits}
        </span>
      )}
    </Link>
  )
}
