import { useSyncExternalStore } from 'react'
import type { Message } from '#contract/chat/schemas.ts'
import { deviceStorage, type SafeStorage } from '#web/api/safe-storage.ts'

/** A log-out deletes it (`web/features/accounts/stored-data.ts`). */
const STORAGE_KEY = 'opened-gifts'
/** Enough for all gifts that can still be wrapped. */
const MAX_STORED = 300

const openedOnThisPage = new Set<string>()
const listeners = new Set<() => void>()

/** Names a message on the device. */
export function giftKey({ conversationId, seq }: Pick<Message, 'conversationId' | 'seq'>) {
  return `${conversationId}:${seq}`
}

/** Returns the keys of the gifts that were opened on this device; none if the value is not valid. */
export function readOpened(storage: Pick<SafeStorage, 'getItem'>): string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []
  } catch {
    return []
  }
}

/** Stores that a gift was opened. Returns whether the browser stored it. */
export function storeOpened(storage: Pick<SafeStorage, 'getItem' | 'setItem'>, key: string) {
  const others = readOpened(storage).filter((each) => each !== key)
  return storage.setItem(STORAGE_KEY, JSON.stringify([...others, key].slice(-MAX_STORED)))
}

/**
 * Returns whether a gift was opened on this device, and the function that opens it. Without storage it stays
 * open until the page is left. On the server every gift is wrapped.
 */
export function useOpenedGift(key: string) {
  const wasOpened = useSyncExternalStore(
    subscribe,
    () => openedOnThisPage.has(key) || readOpened(deviceStorage).includes(key),
    () => false,
  )
  function open() {
    if (!storeOpened(deviceStorage, key)) openedOnThisPage.add(key)
    for (const listener of listeners) listener()
  }
  return { wasOpened, open }
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
