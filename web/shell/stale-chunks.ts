import { CHUNK_RELOAD_PAUSE_MS } from '#contract/limits.ts'
import { createPath, type Location } from 'react-router'

const MARK = 'reloaded-at'

/**
 * What the router gets for a route whose code cannot be fetched (web/vite/missing-chunks.ts). A tab that stayed open over a
 * deployment asks for files that are gone: where it wanted to go is loaded anew, at most once a minute (SHELL-9). If that
 * does not help, or there is no network, the route is one that fails, so that the layout shows its error page.
 * @public
 */
export function insteadOfMissingChunk(error: unknown) {
  const target = navigationTarget()
  // Only fetched ahead, for a link that somebody points at: it is tried again when the link is used.
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

/** Fetching ahead may fail in peace. */
export function forgiveFailedPrefetch() {
  addEventListener('unhandledrejection', (event) => {
    if (isMissingChunk(event.reason)) event.preventDefault()
  })
}

/** Whether the page may be loaded anew now; if so, notes that it was. */
export function mayReload(now = Date.now()) {
  try {
    const last = Number(sessionStorage.getItem(MARK) ?? 0)
    if (now - last < CHUNK_RELOAD_PAUSE_MS) return false
    sessionStorage.setItem(MARK, String(now))
    return true
  } catch {
    // Storage is forbidden here, so nothing could stop a loop.
    return false
  }
}

/** Where the router is on its way to. The module of a route is fetched outside of any component, so it is asked directly. */
function navigationTarget() {
  const { __reactRouterDataRouter: router } = window as {
    __reactRouterDataRouter?: { state: { navigation: { location?: Location } } }
  }
  return router?.state.navigation.location
}

/** In the words of Chromium, Firefox and Safari. */
function isMissingChunk(error: unknown) {
  return (
    error instanceof TypeError &&
    /dynamically imported module|error loading dynamically|Importing a module script failed/i.test(error.message)
  )
}
