import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Link } from '#web/api/link.tsx'

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
