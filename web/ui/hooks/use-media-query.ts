import { useCallback, useSyncExternalStore } from 'react'

/** The breakpoints of theme.css as queries, for the rare case that CSS alone cannot decide. */
export const breakpoints = {
  sm: '(min-width: 36rem)',
  md: '(min-width: 48rem)',
  lg: '(min-width: 62rem)',
  xl: '(min-width: 75rem)',
} as const

/** Whether a media query holds. The server cannot know, so it takes `serverValue`: the phone's, unless told. */
export function useMediaQuery(query: string, serverValue = false) {
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
    () => serverValue,
  )
}
