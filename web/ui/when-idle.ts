/** How long a busy browser may put it off. */
const LONGEST_WAIT_MS = 2000

/** Runs work that nothing visible waits for when the browser is idle. Returns a function that cancels it. */
export function whenIdle(work: () => void) {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, LONGEST_WAIT_MS / 10)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(work, { timeout: LONGEST_WAIT_MS })
  return () => cancelIdleCallback(id)
}
