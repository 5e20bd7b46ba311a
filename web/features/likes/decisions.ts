import type { QueryClient } from '@tanstack/react-query'
import { likesQuery } from './queries.ts'

interface Decision {
  isLiked: boolean
  decidedAt: number
}

interface Decisions {
  /** Replaced with every change, so that React can compare it. */
  byProfile: ReadonlyMap<string, Decision>
  listeners: Set<() => void>
}

/*
 * The decisions of this tab: whether the viewer liked a profile. All hearts read them from this store, so
 * they never differ when several lists show a member, and a page has one subscription.
 */
const stores = new WeakMap<QueryClient, Decisions>()

function storeOf(client: QueryClient) {
  const store = stores.get(client) ?? { byProfile: new Map(), listeners: new Set() }
  stores.set(client, store)
  return store
}

/** Key of all mutations that send decisions. */
export const decisionsKey = ['like decision']

/** Key of those about one profile. */
export const decisionKey = (profileId: string) => [...decisionsKey, profileId]

/** Returns all decisions of this tab. The same object until one of them changes. */
export function readDecisions(client: QueryClient) {
  return storeOf(client).byProfile
}

/** Returns the decision about one profile; undefined while there is none in this tab. */
export function readDecision(client: QueryClient, profileId: string) {
  return readDecisions(client).get(profileId)?.isLiked
}

export function subscribeToDecisions(client: QueryClient, listener: () => void) {
  const { listeners } = storeOf(client)
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Changes the decision about one profile, in all hearts at once. */
export function decide(client: QueryClient, { profileId, isLiked }: { profileId: string; isLiked: boolean }) {
  const store = storeOf(client)
  store.byProfile = new Map(store.byProfile).set(profileId, { isLiked, decidedAt: Date.now() })
  for (const listener of store.listeners) listener()
}

/**
 * Compares the decisions of this tab with the server, because another device may have decided since. A
 * decision that is being sent, or was made during the request, is not touched.
 */
export async function reconcileDecisions(client: QueryClient) {
  const requestedAt = Date.now()
  const { queryKey } = likesQuery()
  await client.invalidateQueries({ queryKey })
  const likes = client.getQueryState(queryKey)
  // Without an observer, or after a failed fetch, the cache still has the old likes.
  if (!likes?.data || likes.isInvalidated) return
  // The reply lists only the newest likes (LIKES_IDS_LIMIT), among them the recent ones of this tab.
  const likedIds = new Set(likes.data.profiles.map(({ id }) => id))
  for (const [profileId, { isLiked, decidedAt }] of readDecisions(client)) {
    const isBeingSent = client.isMutating({ mutationKey: decisionKey(profileId) }) > 0
    if (decidedAt > requestedAt || isBeingSent || isLiked === likedIds.has(profileId)) continue
    decide(client, { profileId, isLiked: !isLiked })
  }
}
