import type { CSSProperties, ComponentProps } from 'react'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { SuggestedMember, SwipeChoice } from '#contract/games/schemas.ts'
import { wholeSrcSet } from '#contract/profiles/photo-urls.ts'
import { Link } from '#web/api/link.tsx'
import { FictionalLabel } from '#web/features/profiles/tiles/fictional-label.tsx'
import { useSharedText } from '#web/features/search/use-shared-text.ts'
import { cx } from '#web/ui/cx.ts'
import { useReasonTexts } from './use-reason-texts.ts'

/** Reasons that a card shows; the match finder lists all. */
const REASONS_SHOWN = 2

interface Props {
  card: SuggestedMember
  /** Place in the stack: 0 is on top. */
  depth: number
  /** The side to which the card is flying. */
  away?: SwipeChoice
  /** Where a dragged card was let go. */
  from?: CSSProperties | undefined
  isBack?: boolean
  events?: Omit<ComponentProps<'article'>, 'className'>
  onAnimationEnd?: () => void
}

/** A member as a card of the stack. Only the one on top can be read and pressed. */
export function SwipeCard({ card, depth, away, from, isBack = false, events, onAnimationEnd }: Props) {
  const t = useTranslations('games.swipe')
  const tile = useTranslations('profiles.tile')
  const isTop = depth === 0 && !away
  const style: CSSProperties & Record<'--depth', number> = { '--depth': depth, zIndex: 10 - depth, ...from }
  return (
    <article
      {...events}
      inert={!isTop}
      data-away={away}
      style={style}
      onAnimationEnd={onAnimationEnd}
      className={cx('swipe-card', isTop && 'cursor-grab', depth > 2 && 'opacity-0', isBack && 'animate-enter-left')}
    >
      <CardPhoto card={card} isUrgent={depth < 2} />
      <p aria-hidden className="swipe-stamp swipe-stamp-like" style={away && { opacity: away === 'like' ? 1 : 0 }}>
        {t('stamps.like')}
      </p>
      <p aria-hidden className="swipe-stamp swipe-stamp-pass" style={away && { opacity: away === 'pass' ? 1 : 0 }}>
        {t('stamps.pass')}
      </p>
      {/* Without a photo there is nothing to shade. */}
      <div
        className={cx(
          'z-1 flex flex-col gap-1 self-end px-5 pb-5 transition-opacity duration-200 short:px-4 short:pb-2',
          // The shade ends just above the name, so that it leaves the face free.
          hasPhoto(card) &&
            'bg-shade-bottom pt-12 text-on-shade [--shade-full:calc(100%-3rem)] short:pt-6 short:[--shade-full:calc(100%-1.5rem)]',
          // Of the cards below, a photo's edge is visible, and no text.
          depth > 0 && 'opacity-0',
        )}
      >
        <FictionalLabel member={card} />
        <h2 className="flex items-center gap-2 text-2xl font-bold">
          <Link
            to={href('/members/:id', { id: card.id })}
            draggable={false}
            // The whole card opens the person; the release of a drag does not (use-card-drag.ts).
            className="min-w-0 rounded-sm text-current no-underline wrap-anywhere after:absolute after:inset-0"
          >
            {`${card.name}, ${card.age}`}
          </Link>
          {card.isVerified && (
            <span className="verified">
              <span className="sr-only">{tile('verified')}</span>
            </span>
          )}
          {card.isOnline && (
            <span className="tile-dot">
              <span className="sr-only">{tile('online')}</span>
            </span>
          )}
        </h2>
        <div className="flex flex-col gap-2 short:flex-row short:items-center">
          <p className="short:max-w-1/2 short:shrink-0">
            {card.city ?? card.region}
            {card.city !== null && card.city !== card.region && (
              <span className="short:hidden">{`, ${card.region}`}</span>
            )}
          </p>
          <Reasons card={card} />
        </div>
      </div>
    </article>
  )
}

function Reasons({ card }: { card: SuggestedMember }) {
  const reasonTexts = useReasonTexts()
  const sharedText = useSharedText()
  const shared = card.reasons.find((reason) => reason.kind === 'interests')
  const reasons = reasonTexts(card).slice(0, REASONS_SHOWN)
  if (reasons.length === 0) return null
  return (
    // On a wide screen they are beside the card.
    <ul className="flex min-w-0 flex-wrap gap-2 lg:hidden">
      {reasons.map(({ kind, text }) => (
        // A short screen has space for one, beside the place.
        <li
          key={kind}
          className="line-clamp-2 rounded-md bg-shade/70 px-3 py-1 text-sm font-medium text-on-shade short:py-0.5 short:not-first:hidden"
        >
          {kind === 'interests' && shared ? sharedText(shared.interests) : text}
        </li>
      ))}
    </ul>
  )
}

function hasPhoto({ photo }: SuggestedMember) {
  return photo !== null && !photo.isLocked
}

/** The photo in a size for the whole card, or the initial. Its preview is shown until it is loaded. */
function CardPhoto({ card: { name, photo }, isUrgent }: { card: SuggestedMember; isUrgent: boolean }) {
  const t = useTranslations('profiles.tile')
  if (!photo || photo.isLocked) {
    return (
      <div
        role="img"
        aria-label={t('noPhoto', { name })}
        className="grid place-items-center bg-no-photo text-accent-text"
      >
        <span aria-hidden className="text-6xl font-bold">
          {[...name][0]}
        </span>
      </div>
    )
  }
  return (
    <img
      srcSet={wholeSrcSet(photo)}
      sizes="(min-width: 36rem) 27rem, 92vw"
      alt={t('photoOf', { name })}
      width={3}
      height={4}
      fetchPriority={isUrgent ? 'high' : undefined}
      decoding="async"
      draggable={false}
      className="size-full object-cover object-[50%_25%] short:object-[50%_35%]"
      style={{ backgroundImage: `url(${photo.preview})`, backgroundSize: 'cover' }}
    />
  )
}
