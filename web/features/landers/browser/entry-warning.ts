import { deviceStorage, type SafeStorage } from '#web/api/safe-storage.ts'

/** As web/api/dismissals.ts stores it, which needs React: closed here is closed on all pages. */
const STORAGE_KEY = 'dismissals'
const NAME = 'site-entry'

/** Opens a page's entry warning, unless it was closed before or the site is installed (SHELL-17). */
export function warnAtEntry() {
  const dialog = document.querySelector<HTMLDialogElement>('#entry-warning')
  if (!dialog || isInstalledApp() || NAME in readClosed(deviceStorage)) return
  const store = () => storeClosed(deviceStorage, new Date())
  // The event `close` comes in a later task, too late if the page is left: earlier events store as well.
  for (const type of ['submit', 'cancel', 'close']) dialog.addEventListener(type, store)
  // A press beside the content is one on the dialog itself, whose padding belongs to it.
  dialog.addEventListener('click', ({ target, clientX, clientY }) => {
    if (target !== dialog || isWithin(dialog.getBoundingClientRect(), clientX, clientY)) return
    store()
    dialog.close()
  })
  dialog.showModal()
}

/** Returns what was closed, by name. */
export function readClosed(storage: Pick<SafeStorage, 'getItem'>): object {
  try {
    const stored: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? '{}')
    return typeof stored === 'object' && stored !== null ? stored : {}
  } catch {
    return {}
  }
}

/** Stores that the warning was closed. Where the browser stores nothing it opens again on the next page. */
export function storeClosed(storage: Pick<SafeStorage, 'getItem' | 'setItem'>, at: Date) {
  storage.setItem(STORAGE_KEY, JSON.stringify({ ...readClosed(storage), [NAME]: at.toISOString() }))
}

function isWithin({ left, right, top, bottom }: DOMRect, x: number, y: number) {
  return x >= left && x <= right && y >= top && y <= bottom
}

function isInstalledApp() {
  // Safari has its own property instead of the media feature on older phones.
  return matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true
}
