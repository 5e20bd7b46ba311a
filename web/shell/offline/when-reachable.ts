import { SECOND } from '#contract/time.ts'

const ASK_EVERY_MS = 60 * SECOND
const LONGEST_WAIT_MS = 10 * SECOND

/**
 * Calls `act` when the site can be reached again, unless the visitor is about to leave the page. Returns a
 * function that stops it.
 */
export function whenReachable(act: () => void, { firstAskMs = ASK_EVERY_MS } = {}) {
  const stop = new AbortController()
  const { signal } = stop
  /** Whether another page is being loaded in place of this one. */
  let isLeaving = false
  function actIfStaying() {
    if (!isLeaving && !signal.aborted) act()
  }
  addEventListener('beforeunload', () => (isLeaving = true), { signal })
  // The page may come back from the memory of the browser.
  addEventListener('pageshow', () => (isLeaving = false), { signal })
  addEventListener('online', actIfStaying, { signal })
  // Where the device has a connection and the site was unreachable, no event reports the end of it.
  let timer = setTimeout(() => void ask(), firstAskMs)
  async function ask() {
    if (await isReachable()) actIfStaying()
    if (!signal.aborted) timer = setTimeout(() => void ask(), ASK_EVERY_MS)
  }
  return () => {
    stop.abort()
    clearTimeout(timer)
  }
}

async function isReachable() {
  if (document.visibilityState === 'hidden') return false
  const reply = await fetch('/health', { signal: AbortSignal.timeout(LONGEST_WAIT_MS) }).catch(() => null)
  return reply?.ok ?? false
}
