import { useSyncExternalStore } from 'react'

const STORAGE_KEY = 'discreet'
const listeners = new Set<() => void>()

/** Whether notices about new messages show the name only, on this device (SHELL-25). */
export function isDiscreet(storage: Pick<Storage, 'getItem'>) {
  try {
    return storage.getItem(STORAGE_KEY) === 'yes'
  } catch {
    return false
  }
}

export function setDiscreet(storage: Pick<Storage, 'setItem' | 'removeItem'>, isOn: boolean) {
  try {
    if (isOn) storage.setItem(STORAGE_KEY, 'yes')
    else storage.removeItem(STORAGE_KEY)
  } catch {
    // Where the browser stores nothing the switch stays off.
  }
  for (const listener of listeners) listener()
}

/** `isDiscreet` that follows the switch; false on the server. */
export function useIsDiscreet() {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isDiscreet(localStorage),
    () => false,
  )
}
