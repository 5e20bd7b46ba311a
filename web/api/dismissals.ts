import { useSyncExternalStore } from 'react'
import { deviceStorage, type SafeStorage } from './safe-storage.ts'

/** Alerts and dialogs that can be closed for good. */
export const dismissible = [
  'site-entry',
  'enrich-profile',
  'push',
  'disabled-notifications',
  'time-bonus',
  'time-bonus-line',
  'install',
] as const
export type Dismissible = (typeof dismissible)[number]

const STORAGE_KEY = 'dismissals'
/** When each was closed. */
type Dismissals = Partial<Record<Dismissible, string>>
/** As `toISOString` writes it. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

const listeners = new Set<() => void>()

/** Returns what is stored. Of a value that is not valid nothing counts. */
export function readDismissals(storage: Pick<SafeStorage, 'getItem'>): Dismissals {
  try {
    const stored: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? '{}')
    return isDismissals(stored) ? stored : {}
  } catch {
    return {}
  }
}

/** Checks by hand: public pages show such alerts and should not load a library of schemas. */
function isDismissals(value: unknown): value is Dismissals {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(value).every(
    ([name, time]) => dismissible.some((each) => each === name) && typeof time === 'string' && TIME.test(time),
  )
}

/** Stores when something was closed. Without storage it stays closed on this page only. */
export function storeDismissal(
  storage: Pick<SafeStorage, 'getItem' | 'setItem'>,
  { name, at }: { name: Dismissible; at: Date },
) {
  const text = JSON.stringify({ ...readDismissals(storage), [name]: at.toISOString() })
  if (!storage.setItem(STORAGE_KEY, text)) closedOnThisPage.add(name)
}

const closedOnThisPage = new Set<Dismissible>()

/**
 * Returns whether something was closed before, and the function that closes it (SHELL-18). Until hydration it
 * counts as closed, so that nothing appears and disappears.
 *
 *     const { isDismissed, dismiss } = useDismissal('push')
 */
export function useDismissal(name: Dismissible) {
  const isDismissed = useSyncExternalStore(
    subscribe,
    () => closedOnThisPage.has(name) || readDismissals(deviceStorage)[name] !== undefined,
    () => true,
  )
  function dismiss() {
    storeDismissal(deviceStorage, { name, at: new Date() })
    for (const listener of listeners) listener()
  }
  return { isDismissed, dismiss }
}

/** Follows this page and, by the browser's event, other tabs. */
function subscribe(listener: () => void) {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
