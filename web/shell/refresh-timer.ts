import { POLL_EVERY_MS, POLL_EVERY_WITH_PUSH_MS, POLL_START_MS } from '#contract/limits.ts'

interface RefreshOptions {
  refresh: () => void
  /** Whether this browser gets push messages, which report what is new. Asked before each pause. */
  hasPush: () => boolean
}

/** Calls `refresh` after a first pause and then at regular intervals (SHELL-13). Returns a function that stops it. */
export function startRefreshTimer({ refresh, hasPush }: RefreshOptions) {
  let timer = setTimeout(tick, POLL_START_MS)
  function tick() {
    refresh()
    timer = setTimeout(tick, hasPush() ? POLL_EVERY_WITH_PUSH_MS : POLL_EVERY_MS)
  }
  return () => clearTimeout(timer)
}
