import { noop, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import Crown from 'lucide-react/icons/crown'
import Eye from 'lucide-react/icons/eye'
import Heart from 'lucide-react/icons/heart'
import LogOut from 'lucide-react/icons/log-out'
import Pencil from 'lucide-react/icons/pencil'
import type { ReactNode } from 'react'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { OwnProfile } from '#contract/profiles/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { loading, type Loading } from '#web/api/load.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { endSession } from '#web/features/accounts/session.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { likesQuery } from '#web/features/likes/queries.ts'
import { MissingLink } from '#web/features/profiles/form/missing-link.tsx'
import { profileCompleteness } from '#web/features/profiles/form/profile-completeness.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { newVisitorsQuery } from '#web/features/profiles/visits/visitor-queries.ts'
import { RowLink, Rows } from '#web/features/settings/row-link.tsx'
import { SettingsRows } from '#web/features/settings/settings-rows.tsx'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { CountBadge } from '#web/ui/elements/badge.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { CoinIcon } from '#web/ui/elements/coin-icon.tsx'
import { useIsOnline } from '#web/ui/hooks/use-is-online.ts'
import { CompletenessRing } from '#web/ui/feedback/completeness-ring.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import type { Route } from './+types/me'

const load = loading(async ({ query }: Loading<Route.LoaderArgs>) => {
  // The page is complete without these numbers.
  const numbers = [query(likesQuery()).catch(noop), query(newVisitorsQuery()).catch(noop)]
  await Promise.all([query(ownProfileQuery()), ...numbers])
})
export const loader = load
export const clientLoader = load

/** All about the member: what wide screens have in the account menu is a page on a phone (SHELL-29). */
export default function Me() {
  const t = useTranslations('me')
  const navT = useTranslations('shell.nav')
  const accountT = useTranslations('shell.account')
  const errorText = useErrorText()
  const client = useQueryClient()
  const { data, isError } = useSuspenseQuery(ownProfileQuery())
  const { profile } = data
  const isOnline = useIsOnline()
  const user = useUser()
  return (
    <div className="mx-auto grid max-w-form gap-6 lg:max-w-4xl lg:grid-cols-[20rem_minmax(0,1fr)] lg:items-start lg:gap-10">
      <PageTitle title={navT('me')} isPrivate />
      {/* The device may have a connection, and the site none. */}
      {(!isOnline || isError) && (
        <Alert tone="warning" className="lg:col-span-2">
          {errorText.ofCode('request.unreachable')}
        </Alert>
      )}
      <div className="flex flex-col gap-6 lg:sticky lg:top-22">
        <Head profile={profile} />
        <Counts />
        <Rows>
          <RowLink to={href('/credits')} icon={<CoinIcon />} label={navT('credits')} value={user?.credits ?? 0} />
          <RowLink
            to={href('/premium')}
            icon={<Crown aria-hidden />}
            label={user?.paid_user ? accountT('premium') : navT('premium')}
            {...(user?.paid_user && { value: t('active') })}
          />
        </Rows>
      </div>
      <div className="flex flex-col gap-6">
        <section aria-labelledby="me-settings">
          <h2 id="me-settings" className="mb-3 text-lg font-bold">
            {accountT('settings')}
          </h2>
          <SettingsRows />
        </section>
        <Button variant="outline" icon={<LogOut aria-hidden />} onClick={() => void endSession(client)}>
          {accountT('logout')}
        </Button>
      </div>
    </div>
  )
}

/** The parts that are worth most; the own profile lists them all. */
const MISSING_SHOWN = 2

/** The portrait in a ring that shows how complete the profile is, and the way to both of its sides. */
function Head({ profile }: { profile: OwnProfile }) {
  const t = useTranslations('me')
  const profileT = useTranslations('profiles.own')
  const image = useUser()?.profile.main_image
  const { percent, missing } = profileCompleteness(profile, useSettings())
  const label = profileT('completeness', { progress: percent / 100 })
  return (
    <div className="flex flex-col items-center gap-3 text-center">
      <CompletenessRing percent={percent} label={label}>
        <Avatar name={profile.name} src={image?.thumb_filename} preview={image?.preview} size="xl" isDecorative />
      </CompletenessRing>
      <div>
        <h1 dir="auto" className="text-2xl font-bold wrap-anywhere">
          {profile.name}
        </h1>
        <p aria-hidden className="text-sm text-text-muted">
          {label}
        </p>
      </div>
      {missing.length > 0 && (
        <ul className="flex flex-wrap justify-center gap-2">
          {missing.slice(0, MISSING_SHOWN).map((each) => (
            <li key={each.part}>
              <MissingLink missing={each} profile={profile} />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        <Button icon={<Pencil aria-hidden />} render={<Link to={href('/profile')} prefetch="intent" />}>
          {t('edit')}
        </Button>
        <Button variant="outline" icon={<Eye aria-hidden />} render={<Link to={href('/profile/preview')} />}>
          {t('view')}
        </Button>
      </div>
    </div>
  )
}

/** Who looked, and who liked: people come before money. */
function Counts() {
  const visitorsT = useTranslations('visitors')
  const navT = useTranslations('shell.nav')
  const t = useTranslations('me')
  const newVisitors = useQuery(newVisitorsQuery()).data?.count ?? 0
  const likes = useQuery(likesQuery()).data
  return (
    <div className="grid grid-cols-2 gap-3">
      <Count
        to={href('/profile/visitors')}
        icon={<Eye aria-hidden />}
        label={visitorsT('link')}
        badge={
          <CountBadge
            count={newVisitors}
            {...(newVisitors > 0 && { label: visitorsT('newCount', { count: newVisitors }) })}
          />
        }
      />
      <Count
        to={href('/likes/:type?')}
        icon={<Heart aria-hidden />}
        label={likes && likes.liked_by.length > 0 ? t('likes', { count: likes.liked_by.length }) : navT('likes')}
        badge={
          <CountBadge
            count={likes?.num_new ?? 0}
            {...(likes && likes.num_new > 0 && { label: navT('newLikes', { count: likes.num_new }) })}
          />
        }
      />
    </div>
  )
}

interface CountProps {
  to: string
  icon: ReactNode
  label: string
  /** What is new. */
  badge: ReactNode
}

function Count({ to, icon, label, badge }: CountProps) {
  return (
    <Link
      to={to}
      prefetch="intent"
      className="relative flex min-h-20 flex-col items-center justify-start gap-1 rounded-lg bg-surface-raised p-3 text-center font-semibold text-text shadow-raised transition-colors duration-150 hover:bg-surface-muted"
    >
      <span className="text-secondary-text [&>svg]:size-6">{icon}</span>
      <span>{label}</span>
      <span className="absolute end-3 top-3">{badge}</span>
    </Link>
  )
}
