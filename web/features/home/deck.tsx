import { useEffect, useRef, useState, type CSSProperties, type PointerEvent } from 'react'
import { href, useNavigate } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Link } from '#web/api/link.tsx'
import { useIsSignupOpen } from '#web/features/settings/use-settings.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { CastImage } from '#web/ui/media/cast-image.tsx'

const cards = [
  { text: 'one', name: 'Nora', age: 29, image: 'w8' },
  { text: 'two', name: 'Elias', age: 34, image: 'm12' },
  { text: 'three', name: 'Ines', age: 47, image: 'v10' },
] as const

/**
 * Three illustrated people on the cards of the swipe game. A like leads to the sign-up, a pass to the next
 * card. Without a script a pass is a link to the next card, which `target:` brings to the top.
 */
export function Deck() {
  const t = useTranslations('home')
  const isHydrated = useIsHydrated()
  const navigate = useNavigate()
  const [passed, setPassed] = useState(0)
  const top = useRef<HTMLElement>(null)
  const start = useIsSignupOpen() ? 'signup' : 'login'
  const startPath = href(`/${start}`)
  const pass = () => setPassed(passed + 1)
  function onPointerDown({ isPrimary, button, pointerId, clientX, currentTarget }: PointerEvent<HTMLElement>) {
    if (!isPrimary || button !== 0) return
    const onChoice = (choice: string) => (choice === 'like' ? void navigate(startPath) : pass())
    const drag = { card: currentTarget, pointerId, startX: clientX, onChoice }
    // Without it the buttons still work.
    void import('./card-drag.ts').then(({ dragCard }) => dragCard(drag)).catch(() => {})
  }
  // The pressed link is on a card that is gone.
  useEffect(() => {
    if (passed > 0) top.current?.focus({ preventScroll: true })
  }, [passed])
  return (
    <section aria-label={t('deck.label')} className="deck">
      {cards.map(({ text, name, age, image }, index) => {
        const depth = index - passed
        const style: CSSProperties & Record<'--depth', number> = { '--depth': Math.max(0, depth), zIndex: 3 - index }
        return (
          <article
            key={name}
            id={`card-${index}`}
            {...(depth === 0 && { onPointerDown, ref: top, tabIndex: -1 })}
            inert={isHydrated && depth !== 0}
            data-away={depth < 0 ? 'pass' : undefined}
            style={style}
            className={cx('swipe-card outline-none target:z-4!', depth === 0 && 'cursor-grab')}
          >
            <CastImage name={image} className="size-full" />
            <div className="deck-caption">
              <div>
                <h2>
                  {name}, {age}
                </h2>
                <p>{t(`deck.${text}`)}</p>
              </div>
              <a
                href={`#card-${index + 1}`}
                aria-label={t('deck.pass')}
                draggable={false}
                onClick={(event) => {
                  event.preventDefault()
                  pass()
                }}
                className="deck-button"
              >
                <span aria-hidden>✕</span>
              </a>
              <Link
                to={startPath}
                prefetch="intent"
                aria-label={t('deck.like', { name })}
                draggable={false}
                className="deck-button"
              >
                <span aria-hidden className="heart-mark size-7" />
              </Link>
            </div>
          </article>
        )
      })}
      <article
        id={`card-${cards.length}`}
        {...(passed === cards.length && { ref: top, tabIndex: -1 })}
        inert={isHydrated && passed < cards.length}
        className="deck-end"
      >
        <span aria-hidden className="heart-mark size-16 text-secondary" />
        <p>{t('deck.end')}</p>
        <Button variant="gradient" size="lg" render={<Link to={startPath} prefetch="intent" />}>
          {t(`hero.${start}`)}
        </Button>
      </article>
    </section>
  )
}
