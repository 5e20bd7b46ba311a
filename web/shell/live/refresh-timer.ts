import type { QueryClient } from '@tanstack/react-query'
import { POLL_EVERY_MS, POLL_EVERY_WITH_PUSH_MS, POLL_START_MS } from '#contract/limits.ts'
import { isCaughtUp } from '#web/api/realtime/current-connection.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { chatsQuery } from '#web/features/chat/queries.ts'
import { storedKey } from '#web/features/chat/offline/stored-key.ts'
import { likesQuery } from '#web/features/likes/queries.ts'

interface RefreshOptions {
  refresh: () => void
  /** Whether this browser gets push messages, which report what is new. Asked before each pause. */
  hasPush: () => boolean
}

/**
 * Whether the page may lack something that events report: no socket is open, a fetch for it failed, or the
 * chat shows what the device has stored.
 */
export function isOutdated(client: QueryClient) {
  const queries = [userQuery(), likesQuery(), chatsQuery()]
  return (
    !isCaughtUp() ||
    client.getQueryData(storedKey) === true ||
    queries.some(({ queryKey }) => client.getQueryState(queryKey)?.status === 'error')
  )
}

/** Calls `refresh` after a pause and then regularly (SHELL-13). Returns a function that stops it. */
export function startRefreshTimer({ refresh, hasPush }: RefreshOptions) {
  let timer = setTimeout(tick, POLL_START_MS)
  function tick() {
    refresh()
    timer = setTimeout(tick, hasPush() ? POLL_EVERY_WITH_PUSH_MS : POLL_EVERY_MS)
  }
  return () => clearTimeout(timer)
}
