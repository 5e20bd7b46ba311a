import { href } from 'react-router'
import { useTranslations } from 'use-intl'
import { MINIMUM_AGE } from '#contract/limits.ts'
import { Link } from '#web/api/link.tsx'
import { useSiteName } from '#web/features/settings/use-settings.ts'
import { legalPages } from './footer.tsx'

/** Legal links and the disclaimer of landing pages, without the controls of the site's footer, which need its scripts. */
export function CampaignFooter() {
  const t = useTranslations('shell.footer')
  const landersT = useTranslations('landers')
  return (
    <footer className="border-t border-line py-6 text-sm text-text-muted">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-2 px-4 md:px-6">
        <nav aria-label={t('label')}>
          <ul className="flex flex-wrap gap-x-5">
            {legalPages.map((name) => (
              <li key={name}>
                <Link
                  to={href(`/${name}`)}
                  className="flex min-h-11 items-center rounded-sm hover:text-text hover:underline"
                >
                  {t(name)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <p>
          {useSiteName()} · {landersT('adults', { age: MINIMUM_AGE })}
        </p>
      </div>
    </footer>
  )
}
