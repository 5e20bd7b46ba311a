const MARK = 'reloaded-at'
const PAUSE_MS = 60_000

/**
 * A tab that stayed open over a deployment asks for files that are gone. Such a page is loaded anew, at most once a
 * minute, so that a file that stays away leads to the error page and not into a loop (spec §8).
 */
export function reloadOnStaleChunk() {
  addEventListener('vite:preloadError', (event) => {
    if (mayReload()) {
      event.preventDefault()
      location.reload()
    }
  })
}

/** Whether the page may be loaded anew now; if so, notes that it was. */
export function mayReload(now = Date.now()) {
  try {
    const last = Number(sessionStorage.getItem(MARK) ?? 0)
    if (now - last < PAUSE_MS) return false
    sessionStorage.setItem(MARK, String(now))
    return true
  } catch {
    // Storage is forbidden here, so nothing could stop a loop.
    return false
  }
}
