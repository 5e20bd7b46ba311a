import X from 'lucide-react/icons/x'
import { useLocation } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { WARNED_COUNTRIES, warnsAtEntry } from './entry-rules.ts'
import { EntryText } from './entry-text.tsx'

/**
 * The entry warning of landing pages, which are not hydrated: a dialog of the browser. Their script opens it
 * unless it was closed before or the site is installed (`features/landers/browser/entry-warning.ts`).
 */
export function CampaignEntryWarning() {
  const t = useTranslations('pages.entry')
  const settings = useSettings()
  const { country } = useLanguage()
  const { pathname: path } = useLocation()
  if (!warnsAtEntry({ ...settings, isInstalledApp: false, country, countries: WARNED_COUNTRIES, path, routes: [] }))
    return null
  return (
    <dialog
      id="entry-warning"
      aria-labelledby="entry-warning-title"
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-100 overflow-y-auto rounded-lg bg-surface-raised p-6 text-text shadow-floating backdrop:bg-backdrop"
    >
      <form method="dialog" className="mb-5 flex items-start gap-4">
        {/* The focus begins here and not at the cross. */}
        <h2
          id="entry-warning-title"
          tabIndex={-1}
          autoFocus
          className="min-w-0 grow py-1.5 text-xl font-bold outline-none"
        >
          {t('title', { site: settings.name })}
        </h2>
        <IconButton type="submit" label={t('close')} className="-me-3 -mt-1">
          <X />
        </IconButton>
      </form>
      <form method="dialog" className="flex flex-col gap-4">
        <EntryText />
        <Button type="submit">{t('enter')}</Button>
      </form>
    </dialog>
  )
}
