import { createPath } from 'react-router'
import { CHUNK_RELOAD_PAUSE_MS } from '#contract/limits.ts'
import { navigationTarget } from '#web/api/navigation-target.ts'
import { tabStorage } from '#web/api/safe-storage.ts'

const STORAGE_KEY = 'reloaded-at'

/**
 * Called by the router when a route's code cannot be fetched (web/vite/missing-chunks.ts), for example in a
 * tab left open over a deployment. Loads the navigation's target from the server, at most once per pause
 * (SHELL-9). If that fails, or the device is offline, the layout of the route shows the error page.
 * @public
 */
export function insteadOfMissingChunk(error: unknown) {
  const target = navigationTarget()
  // Without a navigation it was a prefetch: the code is fetched again when the link is used.
  if (!target) throw error
  if (navigator.onLine && mayReload()) {
    location.assign(createPath(target))
    return new Promise(() => {})
  }
  const fail = () => {
    throw error
  }
  return { default: fail, clientLoader: fail, clientAction: fail, clientMiddleware: [] }
}

/** Keeps failed prefetches from being reported as unhandled errors. */
export function ignoreFailedPrefetch() {
  addEventListener('unhandledrejection', (event) => {
    if (isMissingChunk(event.reason)) event.preventDefault()
  })
}

/** Returns whether the page may reload now; if so, stores the time. */
export function mayReload(now = Date.now()) {
  const last = Number(tabStorage.getItem(STORAGE_KEY) ?? 0)
  if (now - last < CHUNK_RELOAD_PAUSE_MS) return false
  // Without storage nothing could stop an endless loop of reloads.
  return tabStorage.setItem(STORAGE_KEY, String(now))
}

/** Recognizes the error by its message in Chromium, Firefox and Safari; it has no code. */
export function isMissingChunk(error: unknown) {
  return (
    error instanceof TypeError &&
    /dynamically imported module|error loading dynamically|Importing a module script failed/i.test(error.message)
  )
}
