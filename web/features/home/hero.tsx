import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { MINIMUM_AGE } from '#contract/limits.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Link } from '#web/api/link.tsx'
import { HeroImage } from './hero-image.tsx'

/** What the site is, with the buttons to sign up and to log in. */
export function Hero() {
  const t = useTranslations('home.hero')
  const { name, signups } = useSettings()
  return (
    <section className="mx-auto grid max-w-page items-center gap-x-12 gap-y-10 px-4 pt-8 pb-16 md:px-6 md:pt-14 lg:grid-cols-[1.1fr_1fr] lg:pb-24">
      <div>
        <h1 className="text-4xl font-extrabold tracking-tight sm:text-5xl xl:text-6xl">{t('title')}</h1>
        <p className="mt-5 max-w-prose text-lg text-text-muted">{t('lead', { site: name })}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          {signups === 'all' && (
            <Button variant="gradient" size="lg" render={<Link to={href('/signup')} prefetch="intent" />}>
              {t('signup')}
            </Button>
          )}
          <Button variant="outline" size="lg" render={<Link to={href('/login')} prefetch="intent" />}>
            {t('login')}
          </Button>
        </div>
        <p className="mt-4 text-sm text-text-muted">{t('note', { age: MINIMUM_AGE })}</p>
      </div>
      <HeroImage />
    </section>
  )
}
