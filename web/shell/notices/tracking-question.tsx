import { href, useLocation } from 'react-router'
import { trackingScriptFor } from '#contract/settings/site-rules.ts'
import { Link } from '#web/api/link.tsx'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'

/**
 * Asks on landing pages whether they may be measured, where the operator has named a script (SHELL-24). The
 * script of the page shows it and acts on it (`features/landers/browser/tracking.ts`).
 */
export function TrackingQuestion() {
  const t = useTranslations('landers.tracking')
  const settings = useSettings()
  const isMember = useUser() !== null
  const script = trackingScriptFor(settings, { path: useLocation().pathname, isMember })
  if (!script) return null
  return (
    <section id="tracking" hidden aria-label={t('label')} data-script={script} className="px-4 py-6 text-sm">
      <div data-question hidden className="mx-auto flex max-w-form flex-col items-center gap-3 text-center">
        <p className="text-pretty">
          {t('question', { site: settings.name, host: new URL(script).hostname })}{' '}
          <Link to={href('/cookies')}>{t('more')}</Link>
        </p>
        <div className="flex flex-wrap justify-center gap-3">
          <Button variant="outline" value="no">
            {t('no')}
          </Button>
          <Button variant="outline" value="yes">
            {t('yes')}
          </Button>
        </div>
      </div>
      <div data-change hidden className="mx-auto max-w-form text-center">
        <Button variant="ghost" size="sm">
          {t('change')}
        </Button>
      </div>
    </section>
  )
}
