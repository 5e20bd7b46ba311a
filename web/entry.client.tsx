import { notifyManager } from '@tanstack/react-query'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { RouterContextProvider } from 'react-router'
import { HydratedRouter } from 'react-router/dom'
import { textLanguage } from '#contract/languages.ts'
import { isApiErrorCode } from './api/api-error.ts'
import { beforeErrorsOfCalls, whenAuthenticationRequired } from './api/call.ts'
import { collectEarlyChoices } from './api/forms/early-choices.ts'
import { collectEarlyInput } from './api/forms/early-input.ts'
import { queryClientContext } from './api/load.ts'
import { createQueryClient } from './api/queries.ts'
import { restoreServerState } from './api/server-state.tsx'
import { reloadOnMemberChange, endSessionIfLoggedIn } from './features/accounts/session.ts'
import { loadCatalogue } from './i18n/catalogues.ts'
import { loadErrorText } from './i18n/error-texts.ts'
import { readDocumentSettings } from './shell/document/page-settings.ts'
import { Providers } from './shell/document/providers.tsx'
import { ignoreFailedPrefetch } from './shell/errors/stale-chunks.ts'
import { keepInstallQuestion } from './shell/install/install-offer.ts'
import { preloadOverlays } from './ui/overlays/preload-overlays.ts'

ignoreFailedPrefetch()
keepInstallQuestion()

// Cache writes of a press are rendered in its task, before React resets the pressed switch.
notifyManager.setScheduler(queueMicrotask)

const queryClient = createQueryClient()
const settings = readDocumentSettings(document.documentElement)
restoreServerState(queryClient, { renderedAt: settings.now.getTime() })
reloadOnMemberChange(queryClient)
beforeErrorsOfCalls(loadErrorText)
whenAuthenticationRequired(() => endSessionIfLoggedIn(queryClient))

function getContext() {
  const context = new RouterContextProvider()
  context.set(queryClientContext, queryClient)
  return context
}

// The first interaction loads the code of overlays, so that they open without delay.
for (const type of ['pointerdown', 'keydown']) addEventListener(type, preloadOverlays, { once: true })

if (new URLSearchParams(location.search).has('lb')) {
  void import('./shell/errors/page-bounce.ts').then(({ reportPageHidden }) => reportPageHidden(document))
}

// The server has rendered the page. Hydration waits for the texts of its language, so that no text changes.
const errorOfPage = document.querySelector<HTMLElement>('[data-error]')?.dataset['error']
const [catalogue] = await Promise.all([
  loadCatalogue(textLanguage(settings.language)),
  isApiErrorCode(errorOfPage) && loadErrorText(errorOfPage),
])
collectEarlyInput()
collectEarlyChoices()
// In the offline page there is nothing to hydrate.
const { renderDocument = hydrateRoot } = window as { renderDocument?: typeof hydrateRoot }
startTransition(() => {
  renderDocument(
    document,
    <StrictMode>
      <Providers settings={{ ...settings, catalogue }} queryClient={queryClient}>
        <HydratedRouter getContext={getContext} />
      </Providers>
    </StrictMode>,
  )
})
