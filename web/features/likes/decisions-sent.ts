import type { QueryClient } from '@tanstack/react-query'
import { decisionsKey } from './decisions.ts'

/**
 * Waits until the server has answered the decisions of this tab: a list fetched meanwhile lacks a member who
 * was just liked. Offline it does not wait.
 */
export async function decisionsSent(client: QueryClient) {
  const beingSent = client
    .getMutationCache()
    .findAll({ mutationKey: decisionsKey, predicate: ({ state }) => state.status === 'pending' && !state.isPaused })
  await Promise.allSettled(beingSent.map((mutation) => mutation.continue()))
}
