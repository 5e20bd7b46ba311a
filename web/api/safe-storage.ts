/**
 * A storage of the browser that never throws. Where site data is blocked, reading `localStorage` throws;
 * where it is full, writing does.
 */
export interface SafeStorage {
  /** Whether the browser lets the page read it. */
  isAvailable: () => boolean
  /** Null too where site data is blocked. */
  getItem: (key: string) => string | null
  /** Returns whether the value was stored. */
  setItem: (key: string, value: string) => boolean
  removeItem: (key: string) => void
  keys: () => string[]
  clear: () => void
}

/** Holds for this browser, in all its tabs. */
export const deviceStorage = safeStorage(() => localStorage)
/** Ends with the tab. */
export const tabStorage = safeStorage(() => sessionStorage)

type Opened = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear' | 'key' | 'length'>

/** Makes a storage safe. `open` is called for each access, because what the browser allows can change. */
export function safeStorage(open: () => Opened): SafeStorage {
  return {
    isAvailable: () => attempt(() => typeof open().getItem === 'function', false),
    getItem: (key) => attempt(() => open().getItem(key), null),
    setItem: (key, value) => attempt(() => (open().setItem(key, value), true), false),
    removeItem: (key) => attempt(() => open().removeItem(key), undefined),
    keys: () => attempt(() => Array.from({ length: open().length }, (_, index) => open().key(index) ?? ''), []),
    clear: () => attempt(() => open().clear(), undefined),
  }
}

function attempt<Result>(work: () => Result, otherwise: Result) {
  try {
    return work()
  } catch {
    return otherwise
  }
}
