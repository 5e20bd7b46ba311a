import { expect, type Page } from '@playwright/test'

interface Stored {
  database: string
  store: string
  /** Part of a value, or of its JSON. */
  text: string
}

/** Waits until the browser has stored a value in its database: what a page shows may not be there yet. */
export async function expectStored(page: Page, stored: Stored) {
  await expect.poll(() => isStored(page, stored)).toBe(true)
}

function isStored(page: Page, { database: name, store, text }: Stored) {
  return page.evaluate(
    ([databaseName, storeName, wanted]) =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open(databaseName)
        // There is none yet. Created here, it would lack what the site puts into it.
        opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
        opening.addEventListener('error', () => resolve(false))
        opening.addEventListener('success', () => {
          const database = opening.result
          const reading = database.transaction(storeName).objectStore(storeName).getAll()
          reading.addEventListener('success', () => {
            database.close()
            resolve(JSON.stringify(reading.result).includes(wanted))
          })
        })
      }),
    [name, store, text] as const,
  )
}
