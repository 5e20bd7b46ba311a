import type { RealtimeEvent } from '#contract/realtime.ts'

const listeners = new Set<(event: RealtimeEvent) => void>()

/** Calls a listener with every event; returns a function that removes it. */
export function listen(listener: (event: RealtimeEvent) => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Passes an event that the socket received to all listeners. */
export function notifyListeners(event: RealtimeEvent) {
  for (const listener of listeners) listener(event)
}
