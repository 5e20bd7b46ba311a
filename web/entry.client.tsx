import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { RouterContextProvider } from 'react-router'
import { HydratedRouter } from 'react-router/dom'
import { defaultLanguage, isLanguage } from '#contract/languages.ts'
import { whenAuthenticationRequired } from './api/call.ts'
import { captureEarlyInput } from './api/early-input.ts'
import { queryClientContext } from './api/load.ts'
import { createQueryClient } from './api/queries.ts'
import { restoreServerState } from './api/server-state.tsx'
import { reloadOnMemberChange, endSessionIfLoggedIn } from './features/accounts/session.ts'
import { loadCatalogue } from './i18n/catalogues.ts'
import { rememberPreference, TIME_ZONE_COOKIE } from './i18n/cookies.ts'
import { Providers, type PageSettings } from './shell/providers.tsx'
import { forgiveFailedPrefetch } from './shell/stale-chunks.ts'
import { isTheme } from './shell/theme.ts'
import { preloadOverlays } from './ui/overlays/preload-overlays.ts'

forgiveFailedPrefetch()
rememberPreference(TIME_ZONE_COOKIE, Intl.DateTimeFormat().resolvedOptions().timeZone)

const queryClient = createQueryClient()
restoreServerState(queryClient)
reloadOnMemberChange(queryClient)
whenAuthenticationRequired(() => endSessionIfLoggedIn(queryClient))

function getContext() {
  const context = new RouterContextProvider()
  context.set(queryClientContext, queryClient)
  return context
}

// With the first touch or key comes what may open over the page, so that nothing opens late.
for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, preloadOverlays, { once: true })

// The page stands there already; it comes alive once its own language is at hand, so no text ever changes.
const settings = await readSettings()
captureEarlyInput()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Providers settings={settings} queryClient={queryClient}>
        <HydratedRouter getContext={getContext} />
      </Providers>
    </StrictMode>,
  )
})

async function readSettings(): Promise<PageSettings> {
  const { lang, dataset } = document.documentElement
  const language = isLanguage(lang) ? lang : defaultLanguage
  return {
    language,
    catalogue: await loadCatalogue(language),
    timeZone: dataset['timeZone'] ?? 'UTC',
    now: new Date(Number(dataset['now'])),
    theme: isTheme(dataset['theme']) ? dataset['theme'] : 'system',
  }
}
