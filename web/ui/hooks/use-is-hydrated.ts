import { useSyncExternalStore } from 'react'

/** Returns whether the page is hydrated: false on the server and in the browser's first render. */
export function useIsHydrated() {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
