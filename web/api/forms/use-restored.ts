import { useEffect, useEffectEvent } from 'react'

/** Calls `onRestore` when the browser shows a page again from the back/forward cache, with its old state. */
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
