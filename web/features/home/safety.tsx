import Ban from 'lucide-react/icons/ban'
import EyeOff from 'lucide-react/icons/eye-off'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import MapPin from 'lucide-react/icons/map-pin'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Card } from '#web/ui/elements/card.tsx'

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
