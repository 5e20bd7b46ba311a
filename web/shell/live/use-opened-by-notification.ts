import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'

/** Opens the page of a notification that was pressed, as the service worker asks (NOTE-2). */
export function useOpenedByNotification() {
  const navigate = useNavigate()
  const open = useEffectEvent((event: MessageEvent) => {
    const path = pathOf(event.data)
    if (path === null) return
    event.ports[0]?.postMessage('opens')
    void navigate(path)
  })
  useEffect(() => {
    // Browsers have none on sites without https, and in some private windows.
    const { serviceWorker } = navigator as Partial<Pick<Navigator, 'serviceWorker'>>
    const listener = (event: MessageEvent) => open(event)
    serviceWorker?.addEventListener('message', listener)
    return () => serviceWorker?.removeEventListener('message', listener)
  }, [])
}

/** Returns the path that a message of the service worker asks for. One that leads to another site is none. */
export function pathOf(message: unknown) {
  if (typeof message !== 'object' || message === null) return null
  const { type, path } = message as Record<string, unknown>
  const isPath = typeof path === 'string' && /^\/(?![/\\])/.test(path)
  return type === 'open page' && isPath ? path : null
}
