/** A map of any kind, also one that drops entries. */
interface Store<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): unknown
  delete(key: Key): unknown
}

/**
 * Returns the promise stored under a key, from `load` if there is none. One that rejects is removed: a
 * failure that passes, such as too many open files, does not last until the process ends.
 */
export function getOrLoad<Key, Value>(store: Store<Key, Promise<Value>>, key: Key, load: () => Promise<Value>) {
  const stored = store.get(key)
  if (stored) return stored
  const loading = load()
  store.set(key, loading)
  loading.catch(() => {
    if (store.get(key) === loading) store.delete(key)
  })
  return loading
}

/** Returns a function that calls `load` once and returns the same promise from then on, unless it rejects. */
export function loadOnce<Value>(load: () => Promise<Value>) {
  const store = new Map<'only', Promise<Value>>()
  return () => getOrLoad(store, 'only', load)
}
