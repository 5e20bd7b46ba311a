import type { QueryClient } from '@tanstack/react-query'
import type { RealtimeHandlers } from '#web/api/realtime/realtime.ts'
import { decide, decisionKey, readDecision, reconcileDecisions } from './decisions.ts'
import { applyStates, expireLists, patchLikes, stateIn, type LikeState } from './likes-cache.ts'
import { announceMatch } from './matches.ts'
import { likesQuery } from './queries.ts'

export const likesHandlers: RealtimeHandlers = {
  like({ profileId, newLikes }, client) {
    applyEvent(client, [{ ...knownState(client, profileId), likesMe: true, isNew: true }], newLikes)
    expireLists(client, { refetches: true })
  },
  'like.changed'({ likes, newLikes }, client) {
    // What this tab has caused is on its screen already.
    const isKnown = likes.every((state) => isSame(state, knownState(client, state.profileId)))
    applyEvent(client, likes, newLikes)
    for (const { profileId, isLiked } of likes) updateDecision(client, profileId, isLiked)
    expireLists(client, { refetches: !isKnown })
  },
  'likes.changed': (_event, client) => refetchLikes(client),
  match: ({ profile }, client) => announceMatch(client, profile),
  reset: refetchLikes,
}

/**
 * Applies likes with the server's number of new ones. Events of several nodes may overtake each other: a
 * number that does not follow from the cache is shown, and fetched.
 */
function applyEvent(client: QueryClient, states: readonly LikeState[], newLikes: number) {
  const { queryKey } = likesQuery()
  const cachedLikes = client.getQueryData(queryKey)
  patchLikes(client, states, newLikes)
  if (cachedLikes && applyStates(cachedLikes, states).num_new !== newLikes) void client.invalidateQueries({ queryKey })
}

/** The likes between the viewer and a member as this tab shows them. */
function knownState(client: QueryClient, profileId: string) {
  const cachedState = stateIn(client.getQueryData(likesQuery().queryKey), profileId)
  return { ...cachedState, isLiked: readDecision(client, profileId) ?? cachedState.isLiked }
}

function isSame(one: LikeState, other: LikeState) {
  return one.isLiked === other.isLiked && one.likesMe === other.likesMe
}

/** Applies what another device decided. A decision of this tab that is being sent stays. */
function updateDecision(client: QueryClient, profileId: string, isLiked: boolean) {
  const decision = readDecision(client, profileId)
  const isBeingSent = client.isMutating({ mutationKey: decisionKey(profileId) }) > 0
  if (decision !== undefined && decision !== isLiked && !isBeingSent) decide(client, { profileId, isLiked })
}

function refetchLikes(client: QueryClient) {
  void reconcileDecisions(client)
  expireLists(client, { refetches: true })
}
