import Check from 'lucide-react/icons/check'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { FREE_CONVERSATIONS, FREE_PHOTOS, PREMIUM_PHOTOS } from '#contract/limits.ts'
import { Link } from '#web/api/link.tsx'
import { useSettings } from '#web/features/settings/use-settings.ts'
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
