import Clock3 from 'lucide-react/icons/clock-3'
import Heart from 'lucide-react/icons/heart'
import MapPin from 'lucide-react/icons/map-pin'
import Reply from 'lucide-react/icons/reply'
import Sparkles from 'lucide-react/icons/sparkles'
import Target from 'lucide-react/icons/target'
import type { ReactNode } from 'react'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { SuggestedMember, Reason } from '#contract/games/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { usePrefetch } from '#web/api/use-prefetch.ts'
import { useHearts } from '#web/features/likes/use-likes.ts'
import { placeLine } from '#web/features/profiles/place-line.ts'
import { ProfilePhoto } from '#web/features/profiles/photos/profile-photo.tsx'
import { memberQuery } from '#web/features/profiles/queries.ts'
import { FictionalLabel } from '#web/features/profiles/tiles/fictional-label.tsx'
import { cx } from '#web/ui/cx.ts'
import { Card } from '#web/ui/elements/card.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { useReasonTexts } from './use-reason-texts.ts'

interface Props {
  member: SuggestedMember
  /** The first of the list: large, with the photo above the text on a phone. */
  isBest?: boolean
  isUrgent?: boolean
}

/** A member of the ranked list, with all reasons. The whole card opens the profile. */
export function FoundMember({ member, isBest = false, isUrgent = false }: Props) {
  const hearts = useHearts()
  const isLiked = hearts.isLiked(member)
  return (
    <Card
      padding="none"
      isInteractive
      className={cx('relative h-full overflow-hidden', isBest ? 'grid sm:grid-cols-[18rem_minmax(0,1fr)]' : 'flex')}
      render={<article />}
    >
      <ProfilePhoto
        name={member.name}
        photo={member.photo}
        sizes={isBest ? '(min-width: 576px) 18rem, 100vw' : '8rem'}
        isUrgent={isUrgent}
        // Important: the photo has a ratio of its own, with which the name would be below a phone's screen.
        className={isBest ? 'w-full max-sm:aspect-8/9!' : 'w-28 shrink-0 self-stretch sm:w-32'}
      />
      <div
        className={cx(
          'flex min-w-0 flex-1 flex-col',
          isBest ? 'justify-center gap-4 p-5 sm:p-8 sm:pe-16' : 'gap-2 p-4 pe-14',
        )}
      >
        <div>
          <NameLine member={member} isBest={isBest} />
          <p className={cx('text-text-muted', !isBest && 'text-sm')}>
            {placeLine({ city: member.city, region: member.region, country: '' })}
          </p>
          <FictionalLabel member={member} />
        </div>
        <ReasonList member={member} isBest={isBest} />
      </div>
      <IconButton
        label={hearts.labelOf(member)}
        isPressed={isLiked}
        variant={isBest ? 'raised' : 'ghost'}
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

/** Name and age, as the link that covers the card, and the marks of the profile. */
function NameLine({ member, isBest }: Required<Pick<Props, 'member' | 'isBest'>>) {
  const t = useTranslations('profiles.tile')
  const prefetch = usePrefetch()
  return (
    <h3 className={cx('flex items-center gap-2 font-bold', isBest && 'text-3xl')}>
      <Link
        to={href('/members/:id', { id: member.id })}
        {...prefetch(memberQuery(member.id))}
        className="min-w-0 wrap-anywhere text-text no-underline outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
      >
        {`${member.name}, ${member.age}`}
      </Link>
      {member.isVerified && (
        <span className="verified text-accent-text">
          <span className="sr-only">{t('verified')}</span>
        </span>
      )}
      {member.isOnline && (
        <span className="tile-dot">
          <span className="sr-only">{t('online')}</span>
        </span>
      )}
    </h3>
  )
}

const icons: Record<Reason['kind'], ReactNode> = {
  likesYou: <Heart aria-hidden className="fill-current text-secondary-text" />,
  interests: <Sparkles aria-hidden className="text-accent-text" />,
  city: <MapPin aria-hidden className="text-accent-text" />,
  region: <MapPin aria-hidden className="text-accent-text" />,
  reason: <Target aria-hidden className="text-accent-text" />,
  age: <Clock3 aria-hidden className="text-accent-text" />,
  answers: <Reply aria-hidden className="text-accent-text" />,
}

/** All reasons for a suggested member. */
function ReasonList({ member, isBest }: Required<Pick<Props, 'member' | 'isBest'>>) {
  const reasonTexts = useReasonTexts()
  const reasons = reasonTexts(member)
  if (reasons.length === 0) return null
  return (
    <ul className={cx('flex flex-col', isBest ? 'gap-2 text-lg' : 'gap-1 text-sm text-text-muted')}>
      {reasons.map(({ kind, text }) => (
        <li
          key={kind}
          className={cx(
            'flex gap-2 [&>svg]:shrink-0',
            isBest ? '[&>svg]:mt-1 [&>svg]:size-5' : '[&>svg]:mt-0.5 [&>svg]:size-4',
          )}
        >
          {icons[kind]}
          <span className="min-w-0 wrap-anywhere">{text}</span>
        </li>
      ))}
    </ul>
  )
}
