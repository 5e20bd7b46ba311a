import type { QueryClient } from '@tanstack/react-query'
import { likesQuery } from './queries.ts'

/**
 * What the member has decided in this tab about one profile. Cards of the same member stand in many lists; all of them
 * ask here first, so a heart never shows two states.
 */
export const decisionKey = (profileId: string) => ['like decision', profileId]

/**
 * Holds what was decided here against what the server knows now, because another device may have decided otherwise
 * since. What is on its way to the server, or was decided while it was asked, stands.
 */
export async function settleDecisions(client: QueryClient) {
  const askedAt = Date.now()
  const { queryKey } = likesQuery()
  await client.invalidateQueries({ queryKey })
  const likes = client.getQueryState(queryKey)
  if (!likes?.data || likes.isInvalidated) return
  // The newest are named, and a decision of this tab is one of them.
  const liked = new Set(likes.data.profiles.map(({ id }) => id))
  for (const { queryKey: key, state } of client.getQueryCache().findAll({ queryKey: ['like decision'] })) {
    const isOpen = state.data === undefined || state.dataUpdatedAt > askedAt
    if (!isOpen && client.isMutating({ mutationKey: key }) === 0) client.setQueryData(key, liked.has(String(key[1])))
  }
}
