import { useSyncExternalStore } from 'react'
import { deviceStorage, type SafeStorage } from '#web/api/safe-storage.ts'

const STORAGE_KEY = 'discreet'
const listeners = new Set<() => void>()

/** Whether notices about new messages show the name only, on this device (SHELL-25). */
export function isDiscreet(storage: Pick<SafeStorage, 'getItem'>) {
  return storage.getItem(STORAGE_KEY) === 'yes'
}

/** Where the browser stores nothing it stays off. */
export function setDiscreet(storage: Pick<SafeStorage, 'setItem' | 'removeItem'>, isOn: boolean) {
  if (isOn) storage.setItem(STORAGE_KEY, 'yes')
  else storage.removeItem(STORAGE_KEY)
  for (const listener of listeners) listener()
}

/** Calls the listener when the switch changes, in any tab. Returns a function that stops. */
export function followDiscreet(listener: () => void) {
  listeners.add(listener)
  // Browsers report to a tab what the others store.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** `isDiscreet` that follows the switch; false on the server. */
export function useIsDiscreet() {
  return useSyncExternalStore(
    followDiscreet,
    () => isDiscreet(deviceStorage),
    () => false,
  )
}
