import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { MINIMUM_AGE } from '#contract/limits.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Link } from '#web/api/link.tsx'
import { Deck } from './deck.tsx'
import { CastImage } from '#web/ui/media/cast-image.tsx'

/** What the site is, with the buttons to sign up and to log in, and three people to answer to. */
export function Hero() {
  const t = useTranslations('home')
  const { name, signups } = useSettings()
  return (
    <section className="overflow-clip bg-accent-soft">
      <div className="mx-auto grid max-w-page items-center gap-8 px-4 pt-7 pb-12 md:px-6 lg:grid-cols-[1.1fr_1fr] lg:gap-16 lg:py-16">
        <div>
          <h1 className="text-4xl font-extrabold sm:text-5xl xl:text-6xl">{t('hero.title')}</h1>
          <p className="mt-4 max-w-prose text-lg text-text-muted">{t('hero.lead', { site: name })}</p>
          <div className="mt-6 flex flex-wrap gap-2 sm:gap-3">
            {signups === 'all' && (
              <Button
                variant="gradient"
                size="lg"
                className="max-sm:px-5"
                render={<Link to={href('/signup')} prefetch="intent" />}
              >
                {t('hero.signup')}
              </Button>
            )}
            <Button
              variant="outline"
              size="lg"
              className="max-sm:px-4"
              render={<Link to={href('/login')} prefetch="intent" />}
            >
              {t('hero.login')}
            </Button>
          </div>
          <p className="mt-4 text-sm text-text-muted">{t('hero.note', { age: MINIMUM_AGE })}</p>
        </div>
        <div className="relative">
          <Neighbours />
          <Deck />
          <p className="mx-auto mt-9 max-w-88 text-center text-sm text-balance text-text-muted">{t('illustrated')}</p>
        </div>
      </div>
    </section>
  )
}

/** More people, from the cards to the edge of a wide screen. */
function Neighbours() {
  return (
    <div aria-hidden className="absolute start-[85%] top-10 hidden w-48 gap-5 opacity-60 xl:grid">
      <CastImage name="w3" className="rounded-lg shadow-raised" />
      <CastImage name="m9" className="rounded-lg shadow-raised" />
    </div>
  )
}
