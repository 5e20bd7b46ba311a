import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { SERVICE_WORKER } from '#web/features/accounts/notifications/push-state.ts'
import { sessionEndedAt } from '#web/features/accounts/stored-data.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { whenIdle } from '#web/ui/when-idle.ts'
import { keepStart } from '#web/features/chat/conversation/keep-start.ts'

/** Prepares the device to open the pages of the chat without a connection (CHAT-23). */
export function useOfflineReading() {
  const client = useQueryClient()
  const { language, locale, country } = useLanguage()
  useEffect(() => keepStart(client), [client])
  useEffect(
    // What fails now is tried again with the next page.
    () => whenIdle(() => void storeOfflinePage([language, locale, country]).catch(() => {})),
    [language, locale, country],
  )
}

/** Makes the service worker store the offline page of this build for a visitor with these settings. */
async function storeOfflinePage(settings: string[]) {
  // Browsers have none on sites without https, and in some private windows.
  const { serviceWorker } = navigator as Partial<Pick<Navigator, 'serviceWorker'>>
  if (!serviceWorker) return
  const endedAt = sessionEndedAt()
  await serviceWorker.register(SERVICE_WORKER)
  const { active } = await serviceWorker.ready
  // The session has ended meanwhile: what is stored has been deleted.
  if (sessionEndedAt() !== endedAt) return
  const { __reactRouterManifest: build } = window as { __reactRouterManifest?: { version: string } }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker has none.
  active?.postMessage({ type: 'store offline page', version: [build?.version, ...settings].join(' ') })
}
