import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useMatches } from 'react-router'
import { useDismissal } from '#web/api/dismissals.ts'
import { readCached } from '#web/api/use-cached.ts'
import { settingsQuery } from '#web/features/settings/queries.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import { WARNED_COUNTRIES, warnsAtEntry } from './entry-rules.ts'

interface PopupProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  siteName: string
}

const Popup = lazyOverlay<PopupProps>(async () => (await import('./entry-popup.tsx')).EntryPopup)

/** Informs visitors once of the kind of site (SHELL-17); outside of the default layout in some countries. */
export function EntryWarning() {
  const routes = useMatches().map(({ id }) => id)
  const countries = routes.includes('shell/layouts/default-layout') ? undefined : WARNED_COUNTRIES
  const { isDismissed, dismiss } = useDismissal('site-entry')
  const { country } = useLanguage()
  const { pathname: path } = useLocation()
  // Read from the cache: the error page has to work without the settings.
  const settings = readCached(useQueryClient(), settingsQuery())?.settings
  const isOpen =
    !isDismissed &&
    settings !== undefined &&
    warnsAtEntry({ ...settings, isInstalledApp: isInstalledApp(), country, countries, path, routes })
  return <Popup open={isOpen} onOpenChange={dismiss} siteName={settings?.name ?? ''} />
}

function isInstalledApp() {
  // Safari has its own property instead of the media feature on older phones.
  return matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true
}
