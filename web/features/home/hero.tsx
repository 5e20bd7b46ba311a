import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { MINIMUM_AGE } from '#contract/limits.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Link } from '#web/api/link.tsx'
import { people, Bubble, HeartBadge, Person, Phone, TextLine } from './scene.tsx'

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

const members = [people.w5, people.m18, people.v10, people.m9, people.w3, people.w8]

/** The product on two phones: a search, and a conversation. */
function HeroImage() {
  const t = useTranslations('home.illustration')
  return (
    <div role="img" aria-label={t('label')} className="relative mx-auto aspect-[1/1.05] w-full max-w-120 select-none">
      <div className="absolute inset-[6%] rounded-full bg-accent-soft" />
      <div className="absolute inset-[24%] rounded-full bg-secondary-soft" />
      <Phone className="start-[5%] top-0 w-[47%] -rotate-3">
        <div className="flex items-center gap-2 px-3 pt-4 pb-3">
          <TextLine className="w-1/2" />
          <TextLine className="ms-auto w-1/6" />
        </div>
        <ul className="grid grid-cols-2 gap-1.5 px-2">
          {members.map((src, index) => (
            <li key={src} className="relative">
              <Person src={src} className="aspect-[3/4] w-full rounded-md" />
              {index === 3 && <HeartBadge className="absolute end-1 top-1 size-7" />}
            </li>
          ))}
        </ul>
      </Phone>
      <Phone className="end-[5%] bottom-0 w-[49%] rotate-3">
        <div className="flex items-center gap-2 border-b border-line bg-surface-raised px-3 pt-4 pb-2.5">
          <Person src={people.m12} className="size-9 rounded-full object-[50%_20%]" />
          <TextLine className="w-2/5" />
          <span className="ms-auto size-2.5 rounded-full bg-online" />
        </div>
        <div className="flex grow flex-col justify-end gap-2 p-3 pb-5">
          <p className="m-auto flex items-center rounded-full bg-surface-raised pe-3 text-xs font-bold whitespace-nowrap sm:text-sm text-secondary-text shadow-raised">
            <HeartBadge className="size-8 shadow-none" />
            {t('match')}
          </p>
          <Bubble>{t('question')}</Bubble>
          <Bubble isMine>{t('answer')}</Bubble>
          <Bubble>{t('plan')}</Bubble>
        </div>
      </Phone>
    </div>
  )
}
