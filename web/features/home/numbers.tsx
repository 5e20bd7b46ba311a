import { useTranslations } from 'use-intl'
import { FREE_PHOTOS, MINIMUM_AGE } from '#contract/limits.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { freeMessages } from './free-messages.ts'

/** Numbers of the offer, all taken from the limits and the site's settings. */
export function Numbers() {
  const t = useTranslations('home.numbers')
  const messages = freeMessages(useSettings())
  const numbers = [
    { value: messages, text: t('messages', { count: messages }) },
    { value: FREE_PHOTOS, text: t('photos') },
    { value: 0, text: t('subscription') },
    { value: MINIMUM_AGE, text: t('age') },
  ]
  return (
    <section className="mx-auto max-w-page px-4 py-16 md:px-6 lg:py-20">
      <h2 className="text-center text-3xl font-bold tracking-tight">{t('title')}</h2>
      <p className="mt-2 text-center text-text-muted">{t('lead')}</p>
      <ul className="mt-10 grid grid-cols-2 gap-x-6 gap-y-10 lg:grid-cols-4">
        {numbers.map(({ value, text }) => (
          <li key={text} className="text-center">
            <span className="block text-5xl font-extrabold text-accent-text tabular-nums">{value}</span>
            <span className="mx-auto mt-1 block max-w-52 text-text-muted">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
