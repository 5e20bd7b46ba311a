import { SERVICE_WORKER } from '#web/features/accounts/notifications/push-state.ts'
import { sessionEndedAt } from '#web/features/accounts/stored-data.ts'

/** Makes the service worker store the offline page of this build for a visitor with these settings. */
export async function storeOfflinePage(settings: string[]) {
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
