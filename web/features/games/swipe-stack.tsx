import Heart from 'lucide-react/icons/heart'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import X from 'lucide-react/icons/x'
import { useEffect, useEffectEvent, useState, type CSSProperties } from 'react'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { SuggestedMember, SwipeChoice } from '#contract/games/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { useViewerGender } from '#web/features/accounts/use-user.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { isOverlayOpen } from '#web/ui/overlays/open-overlays.ts'
import { LikesLeft } from './likes-left.tsx'
import { SwipeCard } from './swipe-card.tsx'
import { SwipeDetails } from './swipe-details.tsx'
import { useCardDrag } from './use-card-drag.ts'
import type { useSwipeGame } from './use-swipe-game.ts'

/** Cards that are rendered: those below the third are invisible, and load their photos. */
const CARDS_RENDERED = 4

interface Leaving {
  card: SuggestedMember
  choice: SwipeChoice
  from: CSSProperties
}

/** The stack of cards, its buttons and keys, and the likes that are left. */
export function SwipeStack({ play }: { play: ReturnType<typeof useSwipeGame> }) {
  const t = useTranslations('games.swipe')
  const { cards, allowance, undoable } = play.game
  const [top] = cards
  const hasNoLikes = allowance.likesLeft === 0
  const { leaving, backId, status, swipe, undo, onLeft } = useSwipes(play)
  useSwipeKeys({ swipe, undo })
  const drag = useCardDrag({ onChoice: swipe })

  return (
    <div className="gap-16 lg:grid lg:grid-cols-2">
      <div className="mx-auto flex w-full max-w-form flex-col items-center gap-3 max-md:-mb-4 md:gap-5 short:-mt-3 short:gap-2.5">
        {/* As high as the window leaves: from 568 px on buttons, hearts and countdown are on the screen. */}
        <div
          className={cx(
            'relative mb-4 aspect-3/4 min-h-42 w-full max-w-108 max-md:max-h-[calc(100dvh-var(--below)-env(safe-area-inset-top)-env(safe-area-inset-bottom))] md:w-[min(100%,calc((100dvh-25rem)*0.75))] md:min-w-60 short:mb-1.5',
            // When there are new likes takes more lines than how many are left.
            hasNoLikes ? '[--below:25rem] short:[--below:18.75rem]' : '[--below:23rem] short:[--below:18.25rem]',
          )}
        >
          <Glow card={top} />
          {cards.slice(0, CARDS_RENDERED).map((card, depth) => (
            <SwipeCard
              key={card.id}
              card={card}
              depth={depth}
              isBack={card.id === backId}
              {...(depth === 0 && { events: drag })}
            />
          ))}
          {leaving.map(({ card, choice, from }) => (
            <SwipeCard
              key={`away ${card.id}`}
              card={card}
              depth={0}
              away={choice}
              from={from}
              onAnimationEnd={() => onLeft(card.id)}
            />
          ))}
        </div>
        <SwipeButtons top={top} likesLeft={allowance.likesLeft} canUndo={undoable !== null} swipe={swipe} undo={undo} />
        <LikesLeft allowance={allowance} fetchedAt={play.fetchedAt} onRenewed={play.renew}>
          <Link to={href('/likes/:type?')} prefetch="intent" className="target font-semibold text-accent-text">
            {t('empty.likes')}
          </Link>
        </LikesLeft>
        {!hasNoLikes && <p className="hidden text-sm text-text-muted pointer-fine:block">{t('keys')}</p>}
        <p role="status" className="sr-only">
          {status}
        </p>
      </div>
      {top && <SwipeDetails card={top} next={cards[1]} />}
    </div>
  )
}

/** Swipes and undoes, with what the cards and a screen reader show of it. */
function useSwipes(play: ReturnType<typeof useSwipeGame>) {
  const t = useTranslations('games.swipe')
  const viewerGender = useViewerGender()
  const [leaving, setLeaving] = useState<Leaving[]>([])
  const [backId, setBackId] = useState<string | null>(null)
  const [status, setStatus] = useState('')
  const { cards, undoable } = play.game
  const without = (id: string) => (others: Leaving[]) => others.filter((each) => each.card.id !== id)

  /** Returns whether there was a card, and a like for it. */
  function swipe(choice: SwipeChoice) {
    const element = document.querySelector<HTMLElement>('.swipe-card:not([data-away]):not([inert])')
    const card = play.swipe(choice)
    if (!card) {
      if (cards.length > 0 && choice === 'like') setStatus(t('noLikes'))
      return false
    }
    setBackId(null)
    setLeaving((others) => [...without(card.id)(others), { card, choice, from: placeOf(element) }])
    const next = cards[1]
    const done = t(choice === 'like' ? 'liked' : 'passed', { name: card.name, viewerGender })
    setStatus(next ? `${done} ${t('next', { name: next.name, age: next.age })}` : done)
    return true
  }
  function undo() {
    if (undoable === null) return
    setBackId(undoable)
    setLeaving([])
    setStatus(t('undone'))
    play.undo()
  }
  return { leaving, backId, status, swipe, undo, onLeft: (id: string) => setLeaving(without(id)) }
}

/** The colours of the photo behind the card, where a screen leaves space around it. */
function Glow({ card }: { card: SuggestedMember | undefined }) {
  if (!card?.photo) return null
  return <div aria-hidden className="swipe-glow" style={{ backgroundImage: `url(${card.photo.preview})` }} />
}

interface ButtonsProps {
  top: SuggestedMember | undefined
  likesLeft: number
  canUndo: boolean
  swipe: (choice: SwipeChoice) => void
  undo: () => void
}

/** Pass, undo and like, in the middle. Without likes the button stays, because it explains why. */
function SwipeButtons({ top, likesLeft, canUndo, swipe, undo }: ButtonsProps) {
  const t = useTranslations('games.swipe')
  const hasNoLikes = likesLeft === 0
  return (
    <div className="flex items-center gap-5">
      <IconButton
        label={top ? t('pass', { name: top.name }) : t('stamps.pass')}
        variant="raised"
        size="lg"
        disabled={!top}
        onClick={() => swipe('pass')}
        className="short:size-14 [&>svg]:text-danger-text"
      >
        <X aria-hidden strokeWidth={2.5} />
      </IconButton>
      <IconButton
        label={t('undo')}
        variant="raised"
        isUnavailable={!canUndo}
        onClick={undo}
        className="[&>svg]:text-warning-text"
      >
        <RotateCcw aria-hidden />
      </IconButton>
      <IconButton
        label={top ? t('like', { name: top.name }) : t('stamps.like')}
        variant="raised"
        size="lg"
        disabled={!top}
        aria-disabled={hasNoLikes || undefined}
        title={hasNoLikes ? t('noLikes') : undefined}
        onClick={() => swipe('like')}
        className={cx('short:size-14 [&>svg]:text-secondary-text', hasNoLikes && 'opacity-55')}
      >
        <Heart aria-hidden className="fill-current" />
      </IconButton>
    </div>
  )
}

/** Where a dragged card was let go, from where it flies on. */
function placeOf(element: HTMLElement | null): CSSProperties {
  const names = ['--swipe-x', '--swipe-tilt']
  return Object.fromEntries(names.map((name) => [name, element?.style.getPropertyValue(name) || undefined]))
}

/** Elsewhere the arrow keys have a meaning of their own. */
const OTHERS = 'input, textarea, select'

/** Left passes, right likes, Ctrl or Cmd and Z undoes. */
function useSwipeKeys({ swipe, undo }: { swipe: (choice: SwipeChoice) => boolean; undo: () => void }) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, repeat, altKey, shiftKey } = event
    if (event.defaultPrevented || repeat || altKey || shiftKey) return
    if (isOverlayOpen(document)) return
    if (target instanceof Element && target.closest(OTHERS)) return
    const hasCommand = event.ctrlKey || event.metaKey
    if (hasCommand && key === 'z') undo()
    else if (!hasCommand && key === 'ArrowLeft') swipe('pass')
    else if (!hasCommand && key === 'ArrowRight') swipe('like')
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
