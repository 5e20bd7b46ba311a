import type { ReactNode } from 'react'
import Check from 'lucide-react/icons/check'
import { href } from 'react-router'
import Ban from 'lucide-react/icons/ban'
import EyeOff from 'lucide-react/icons/eye-off'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import MapPin from 'lucide-react/icons/map-pin'
import { useTranslations } from '#web/i18n/intl.tsx'
import { FREE_CONVERSATIONS, FREE_PHOTOS, PREMIUM_PHOTOS } from '#contract/limits.ts'
import { Link } from '#web/api/link.tsx'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { people, Bubble, HeartBadge, Person, TextLine } from './scene.tsx'
import { messagesFor } from './messages-for.ts'

/** The steps from sign-up to the first message. */
export function Steps() {
  const t = useTranslations('home.steps')
  const illustration = useTranslations('home.illustration')
  const steps: { key: 'profile' | 'search' | 'write'; image: ReactNode }[] = [
    { key: 'profile', image: <ProfileImage /> },
    { key: 'search', image: <SearchImage /> },
    {
      key: 'write',
      image: (
        <div className="flex w-64 max-w-[calc(100%-1.5rem)] flex-col gap-2 rounded-lg bg-surface-raised p-4 shadow-raised">
          <Bubble>{illustration('question')}</Bubble>
          <Bubble isMine>{illustration('answer')}</Bubble>
        </div>
      ),
    },
  ]
  return (
    <section className="bg-surface-raised py-16 lg:py-20">
      <div className="mx-auto max-w-page px-4 md:px-6">
        <h2 className="text-center text-3xl font-bold tracking-tight">{t('title')}</h2>
        <ol className="mt-10 grid gap-10 md:grid-cols-3 md:gap-8">
          {steps.map(({ key, image }) => (
            <li key={key} className="text-center">
              <div aria-hidden className="grid h-52 place-items-center overflow-hidden rounded-lg bg-accent-soft">
                {image}
              </div>
              <h3 className="mt-5 text-lg font-bold">{t(`${key}.title`)}</h3>
              <p className="mx-auto mt-2 max-w-88 text-text-muted">{t(`${key}.text`)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function ProfileImage() {
  return (
    <div className="flex w-64 max-w-[calc(100%-1.5rem)] items-center gap-4 rounded-lg bg-surface-raised p-3 shadow-raised">
      <Person isLate src={people.w8} className="aspect-[3/4] w-24 shrink-0 rounded-md" />
      <div className="grid grow gap-3">
        <TextLine className="w-4/5" />
        <TextLine className="w-full" />
        <TextLine className="w-3/5" />
        <span className="flex gap-2">
          <TextLine className="h-5 w-12 bg-accent-quiet" />
          <TextLine className="h-5 w-9 bg-accent-quiet" />
        </span>
      </div>
    </div>
  )
}

function SearchImage() {
  return (
    <div className="relative flex items-center justify-center">
      <Person isLate src={people.v10} className="-me-6 aspect-[3/4] w-24 -rotate-6 rounded-md shadow-raised" />
      <Person isLate src={people.m12} className="z-1 aspect-[3/4] w-30 rounded-md shadow-floating" />
      <Person isLate src={people.w5} className="-ms-6 aspect-[3/4] w-24 rotate-6 rounded-md shadow-raised" />
      <HeartBadge className="absolute -bottom-3 z-2 size-12" />
    </div>
  )
}

/** What is free, what credits pay for and what premium adds, from the limits and the site's settings. */
export function Costs() {
  const t = useTranslations('home.costs')
  const { signup_credits, message_credits, refund_days } = useSettings()
  const messages = messagesFor(signup_credits, message_credits)
  const offers = [
    {
      title: t('free.title'),
      lines: [
        t('free.look'),
        messages === null ? t('free.writing') : messages > 0 && t('free.messages', { count: messages }),
        t('free.starts', { count: FREE_CONVERSATIONS }),
        t('free.photos', { count: FREE_PHOTOS }),
      ],
    },
    {
      title: t('credits.title'),
      lines: [
        message_credits > 0 && t('credits.message', { count: message_credits }),
        t('credits.more'),
        t('credits.once'),
        refund_days > 0 && t('credits.refund', { count: refund_days }),
      ],
    },
    {
      title: t('premium.title'),
      lines: [t('premium.any'), t('premium.view'), t('premium.starts'), t('premium.photos', { count: PREMIUM_PHOTOS })],
    },
  ]
  return (
    <section className="mx-auto max-w-page px-4 py-16 md:px-6 lg:py-20">
      <h2 className="text-center text-3xl font-bold tracking-tight">{t('title')}</h2>
      <p className="mt-2 text-center text-text-muted">{t('lead')}</p>
      <ul className="mt-10 grid gap-4 md:grid-cols-3 md:gap-6">
        {offers.map(({ title, lines }) => (
          <Card key={title} padding="lg" render={<li />}>
            <h3 className="text-xl font-bold">{title}</h3>
            <ul className="mt-4 grid gap-3">
              {lines.map(
                (line) =>
                  line && (
                    <li key={line} className="flex gap-3 text-text-muted">
                      <Check aria-hidden className="mt-1 size-4 shrink-0 text-accent-text" />
                      {line}
                    </li>
                  ),
              )}
            </ul>
          </Card>
        ))}
      </ul>
      <p className="mt-8 text-center">
        <Button variant="outline" render={<Link to={href('/pricing')} prefetch="intent" />}>
          {t('pricing')}
        </Button>
      </p>
    </section>
  )
}

const topics = [
  { key: 'photos', Icon: LockKeyhole },
  { key: 'place', Icon: MapPin },
  { key: 'block', Icon: Ban },
  { key: 'quiet', Icon: EyeOff },
] as const

/** What the software does for the safety of members. */
export function Safety() {
  const t = useTranslations('home.safety')
  return (
    <section className="mx-auto max-w-page px-4 pb-16 md:px-6 lg:pb-20">
      <h2 className="text-center text-3xl font-bold tracking-tight">{t('title')}</h2>
      <ul className="mt-10 grid gap-4 sm:grid-cols-2 md:gap-6">
        {topics.map(({ key, Icon }) => (
          <Card key={key} padding="lg" render={<li />}>
            <Icon aria-hidden className="size-7 text-accent-text" />
            <h3 className="mt-3 text-lg font-bold">{t(`${key}.title`)}</h3>
            <p className="mt-1 text-text-muted">{t(`${key}.text`)}</p>
          </Card>
        ))}
      </ul>
    </section>
  )
}

/** Repeats the sign-up button at the end of the page. */
export function LastCall() {
  const t = useTranslations('home.end')
  if (useSettings().signups !== 'all') return null
  return (
    <section className="mx-auto max-w-page px-4 pb-8 md:px-6">
      <div className="rounded-lg bg-accent-soft px-6 py-14 text-center">
        <h2 className="mx-auto max-w-120 text-3xl font-bold tracking-tight">{t('title')}</h2>
        <div className="mt-6">
          <Button size="lg" render={<Link to={href('/signup')} prefetch="intent" />}>
            {t('signup')}
          </Button>
        </div>
      </div>
    </section>
  )
}
