/** How long a busy browser may put it off. */
const LONGEST_WAIT_MS = 2000

/** Does what nothing on the screen waits for as soon as the browser has nothing else to do. Returns a function that cancels it. */
export function whenIdle(work: () => void) {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, LONGEST_WAIT_MS / 10)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(work, { timeout: LONGEST_WAIT_MS })
  return () => cancelIdleCallback(id)
}
