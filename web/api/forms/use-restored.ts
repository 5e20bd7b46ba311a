import { useEffect, useEffectEvent } from 'react'

/**
 * Calls `onRestore` when the browser shows a page again that was left by a full navigation, with the state that it had then: the
 * back/forward cache.
 */
export function useRestored(onRestore: () => void) {
  const handle = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted) onRestore()
  })
  useEffect(() => {
    const listener = (event: PageTransitionEvent) => handle(event)
    addEventListener('pageshow', listener)
    return () => removeEventListener('pageshow', listener)
  }, [])
}
