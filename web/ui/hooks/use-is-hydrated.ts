import { useSyncExternalStore } from 'react'

/** Whether the page has come alive: false on the server and in the first drawing of the browser. */
export function useIsHydrated() {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
