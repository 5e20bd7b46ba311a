import { createStore, type UseStore } from 'idb-keyval'

/**
 * Opens a store of the browser's database. Its connection closes when a log-out, here or in another tab,
 * deletes the database, which would have to wait for it; `onClosed` then drops the store.
 */
export function openDeviceStore(database: string, name: string, onClosed: () => void): UseStore {
  const store = createStore(database, name)
  return (mode, work) =>
    store(mode, (values) => {
      const { db } = values.transaction
      db.onversionchange = () => {
        db.close()
        onClosed()
      }
      return work(values)
    })
}
