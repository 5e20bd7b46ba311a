import Heart from 'lucide-react/icons/heart'
import SearchX from 'lucide-react/icons/search-x'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { href } from 'react-router'
import Clock3 from 'lucide-react/icons/clock-3'
import MapPin from 'lucide-react/icons/map-pin'
import Reply from 'lucide-react/icons/reply'
import Sparkles from 'lucide-react/icons/sparkles'
import Target from 'lucide-react/icons/target'
import type { ReactNode } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { SuggestedMember, Reason } from '#contract/games/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { usePrefetch } from '#web/api/use-prefetch.ts'
import { useHearts } from '#web/features/likes/use-likes.ts'
import { placeLine } from '#web/features/profiles/place-line.ts'
import { ProfilePhoto } from '#web/features/profiles/photos/profile-photo.tsx'
import { memberQuery } from '#web/features/profiles/queries.ts'
import { cx } from '#web/ui/cx.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useReasonTexts } from './use-reason-texts.ts'

interface Props {
  members: readonly SuggestedMember[]
  /** Leads back to the questions. */
  changeLink: string
}

/** The ranked list, best first, with the reasons for each member. */
export function FinderResults({ members, changeLink }: Props) {
  const t = useTranslations('games.finder')
  const change = (
    <Button variant="outline" icon={<SlidersHorizontal />} render={<Link to={changeLink} />}>
      {t('change')}
    </Button>
  )
  if (members.length === 0) {
    return (
      <EmptyState
        icon={<SearchX />}
        title={t('none')}
        actions={
          <>
            <Button icon={<SlidersHorizontal />} render={<Link to={changeLink} />}>
              {t('change')}
            </Button>
            <Button variant="outline" render={<Link to={href('/swipe-game')} prefetch="intent" />}>
              {t('swipe')}
            </Button>
          </>
        }
      >
        {t('noneText')}
      </EmptyState>
    )
  }
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="text-xl font-bold">{t('results', { count: members.length })}</h2>
          <p className="text-text-muted">{t('resultsText')}</p>
        </div>
        {change}
      </div>
      <ol className="grid gap-4 lg:grid-cols-2">
        {members.map((member, index) => (
          <li key={member.id}>
            <FoundMember member={member} isUrgent={index < 4} />
          </li>
        ))}
      </ol>
    </>
  )
}

function FoundMember({ member, isUrgent }: { member: SuggestedMember; isUrgent: boolean }) {
  const hearts = useHearts()
  const prefetch = usePrefetch()
  const isLiked = hearts.isLiked(member)
  return (
    <Card padding="none" isInteractive className="relative flex h-full overflow-hidden" render={<article />}>
      <ProfilePhoto
        name={member.name}
        photo={member.photo}
        sizes="8rem"
        isUrgent={isUrgent}
        className="w-28 shrink-0 self-stretch sm:w-32"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-2 p-4 pe-14">
        <div>
          <h3 className="flex items-center gap-2 font-bold">
            <Link
              to={href('/members/:id', { id: member.id })}
              {...prefetch(memberQuery(member.id))}
              className="min-w-0 wrap-anywhere text-text no-underline outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
            >
              {`${member.name}, ${member.age}`}
            </Link>
          </h3>
          <p className="text-sm text-text-muted">
            {placeLine({ city: member.city, region: member.region, country: '' })}
          </p>
        </div>
        <ReasonList member={member} />
      </div>
      <IconButton
        label={hearts.labelOf(member)}
        isPressed={isLiked}
        onClick={() => hearts.toggle(member)}
        className="absolute end-2 top-2 z-1"
      >
        <Heart
          aria-hidden
          className={cx('transition-transform duration-200', isLiked && 'scale-110 fill-current text-secondary')}
        />
      </IconButton>
    </Card>
  )
}

const icons: Record<Reason['kind'], ReactNode> = {
  likesYou: <Heart aria-hidden className="fill-current text-secondary-text" />,
  interests: <Sparkles aria-hidden />,
  city: <MapPin aria-hidden />,
  region: <MapPin aria-hidden />,
  reason: <Target aria-hidden />,
  age: <Clock3 aria-hidden />,
  answers: <Reply aria-hidden />,
}

/** All reasons for a suggested member. */
function ReasonList({ member }: { member: SuggestedMember }) {
  const reasonTexts = useReasonTexts()
  const reasons = reasonTexts(member)
  if (reasons.length === 0) return null
  return (
    <ul className="flex flex-col gap-1 text-sm text-text-muted">
      {reasons.map(({ kind, text }) => (
        <li key={kind} className="flex gap-2 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-accent-text">
          {icons[kind]}
          <span className="min-w-0 wrap-anywhere">{text}</span>
        </li>
      ))}
    </ul>
  )
}
