import { href } from 'react-router'
import Ban from 'lucide-react/icons/ban'
import EyeOff from 'lucide-react/icons/eye-off'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import MapPin from 'lucide-react/icons/map-pin'
import { useTranslations } from '#web/i18n/intl.tsx'
import { FREE_CONVERSATIONS } from '#contract/limits.ts'
import { Link } from '#web/api/link.tsx'
import { useIsSignupOpen, useSettings } from '#web/features/settings/use-settings.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { messagesFor } from './messages-for.ts'

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
      ],
    },
    {
      title: t('credits.title'),
      lines: [
        message_credits > 0 && t('credits.message', { count: message_credits }),
        t('credits.once'),
        refund_days > 0 && t('credits.refund', { count: refund_days }),
      ],
    },
    {
      title: t('premium.title'),
      lines: [t('premium.any'), t('premium.view'), t('premium.starts')],
    },
  ]
  return (
    <section className="mx-auto max-w-page px-4 pb-12 md:px-6 lg:pb-20">
      <h2 className="text-center text-3xl font-bold">{t('title')}</h2>
      <p className="mt-2 text-center text-text-muted">{t('lead')}</p>
      {/* One card: on a phone three would be as long as the rest of the page. */}
      <Card padding="lg" className="mt-8 grid gap-6 md:grid-cols-3 md:gap-10" render={<ul />}>
        {offers.map(({ title, lines }) => (
          <li key={title}>
            <h3 className="text-xl font-bold">{title}</h3>
            <ul className="home-offer">{lines.map((line) => line && <li key={line}>{line}</li>)}</ul>
          </li>
        ))}
      </Card>
      <p className="mt-6 text-center">
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
    <section className="mx-auto max-w-page px-4 pb-12 md:px-6 lg:pb-20">
      <h2 className="text-center text-3xl font-bold">{t('title')}</h2>
      <ul className="home-topics">
        {topics.map(({ key, Icon }) => (
          <li key={key}>
            <Icon aria-hidden />
            <div>
              <h3>{t(`${key}.title`)}</h3>
              <p>{t(`${key}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Repeats the sign-up button at the end of the page. */
export function LastCall() {
  const t = useTranslations('home')
  if (!useIsSignupOpen()) return null
  return (
    <section className="mx-auto max-w-page px-4 pb-8 md:px-6">
      <div className="rounded-lg bg-accent-soft px-6 py-10 text-center lg:py-14">
        <h2 className="mx-auto max-w-120 text-3xl font-bold">{t('end')}</h2>
        <div className="mt-6">
          <Button size="lg" render={<Link to={href('/signup')} prefetch="intent" />}>
            {t('hero.signup')}
          </Button>
        </div>
      </div>
    </section>
  )
}
