import { useSyncExternalStore } from 'react'

let isLeaving = false
const listeners = new Set<() => void>()

/** Shows the progress bar until the next document is there, for work that is no navigation of the router. */
export function showLeaving() {
  isLeaving = true
  for (const listener of listeners) listener()
}

export const isPageLeaving = () => isLeaving

export function useIsLeaving() {
  return useSyncExternalStore(watch, isPageLeaving, () => false)
}

function watch(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
