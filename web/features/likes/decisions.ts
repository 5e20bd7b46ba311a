import type { QueryClient } from '@tanstack/react-query'
import { likesQuery } from './queries.ts'

const DECISIONS = 'like decision'

/**
 * Key of the decision about one profile: whether the viewer liked it in this tab. Several lists can show the same member;
 * all hearts read the decision from here, so they never differ.
 */
export const decisionKey = (profileId: string) => [DECISIONS, profileId]

/**
 * Compares the decisions of this tab with the server, because another device may have decided otherwise since. A decision
 * that is being sent, or that was made during the request, is not touched.
 */
export async function reconcileDecisions(client: QueryClient) {
  const requestedAt = Date.now()
  const { queryKey } = likesQuery()
  await client.invalidateQueries({ queryKey })
  const likes = client.getQueryState(queryKey)
  // Without an observer, or after a failed fetch, the cache still has the old likes.
  if (!likes?.data || likes.isInvalidated) return
  // The reply lists only the newest likes (LIKES_IDS_LIMIT). Decisions of this tab are recent, so theirs are among them.
  const likedIds = new Set(likes.data.profiles.map(({ id }) => id))
  for (const { queryKey: key, state } of client.getQueryCache().findAll({ queryKey: [DECISIONS] })) {
    const isOpen = state.data === undefined || state.dataUpdatedAt > requestedAt
    const isBeingSent = client.isMutating({ mutationKey: key }) > 0
    if (!isOpen && !isBeingSent) client.setQueryData(key, likedIds.has(String(key[1])))
  }
}
