/** Messages of the service worker to pages: `web/public/service-worker*.js`. */
export type WorkerMessage = 'open page' | 'push received'

/** Calls a function with every message of a type. Returns a function that stops. */
export function onWorkerMessage(type: WorkerMessage, handle: (event: MessageEvent<Record<string, unknown>>) => void) {
  // Browsers have none on sites without https, and in some private windows.
  const { serviceWorker } = navigator as Partial<Pick<Navigator, 'serviceWorker'>>
  function listener(event: MessageEvent) {
    const data: unknown = event.data
    if (typeof data === 'object' && data !== null && 'type' in data && data.type === type) handle(event)
  }
  serviceWorker?.addEventListener('message', listener)
  return () => serviceWorker?.removeEventListener('message', listener)
}
