import { useCallback, useSyncExternalStore } from 'react'

/** Breakpoints of theme.css as queries, for the rare case that CSS alone cannot decide. */
export const breakpoints = { md: '(min-width: 48rem)', lg: '(min-width: 62rem)' } as const

/** Returns whether a media query matches; false on the server, as on a phone. */
export function useMediaQuery(query: string) {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}
