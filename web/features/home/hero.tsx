import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useIsSignupOpen, useMinimumAge, useSiteName } from '#web/features/settings/use-settings.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Link } from '#web/api/link.tsx'
import { Deck } from './deck.tsx'
import { CastImage } from '#web/ui/media/cast-image.tsx'

/**
 * What the site is, three people to answer to, and the buttons to sign up and to log in. A phone shows the
 * people first, with the button below them on the same screen. The styles of its parts are in theme.css.
 */
export function Hero() {
  const t = useTranslations('home')
  const site = useSiteName()
  const isSignupOpen = useIsSignupOpen()
  return (
    <section className="overflow-clip bg-accent-soft">
      <div className="hero">
        <h1>{t('hero.title')}</h1>
        <div>
          <p>{t('hero.lead', { site })}</p>
          <div>
            {isSignupOpen && (
              <Button variant="gradient" size="lg" render={<Link to={href('/signup')} prefetch="intent" />}>
                {t('hero.signup')}
              </Button>
            )}
            <Button variant="outline" size="lg" render={<Link to={href('/login')} prefetch="intent" />}>
              {t('hero.login')}
            </Button>
          </div>
          <small>{t('hero.note', { age: useMinimumAge() })}</small>
        </div>
        <div>
          <Neighbours />
          <Deck />
        </div>
        <small>{t('illustrated')}</small>
      </div>
    </section>
  )
}

/** More people, from the cards to the edge of a wide screen. */
function Neighbours() {
  return (
    <div aria-hidden className="hero-neighbours">
      <CastImage name="w3" />
      <CastImage name="m9" />
    </div>
  )
}
