import { POLL_EVERY_MS, POLL_START_MS } from '#contract/limits.ts'

/** Calls `refresh` after a first pause and then at regular intervals (SHELL-13). Returns a function that stops it. */
export function startRefreshTimer(refresh: () => void) {
  let interval: ReturnType<typeof setInterval> | undefined
  const timeout = setTimeout(() => {
    refresh()
    interval = setInterval(refresh, POLL_EVERY_MS)
  }, POLL_START_MS)
  return () => {
    clearTimeout(timeout)
    clearInterval(interval)
  }
}
