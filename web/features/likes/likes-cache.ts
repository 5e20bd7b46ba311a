import type { QueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/endpoint.ts'
import { likeLists } from '#contract/likes/like-lists.ts'
import type { getLikes } from '#contract/likes/calls.ts'
import { memberQuery } from '#web/features/profiles/queries.ts'
import { likeListPagesQuery, likesQuery, newMatchesQuery } from './queries.ts'

export type Likes = ReplyOf<typeof getLikes>

/** The likes between the viewer and one other member. */
export interface LikeState {
  profileId: string
  isLiked: boolean
  likesMe: boolean
  /** The like of the other member has not been seen. */
  isNew: boolean
}

/** Returns what is known about the likes between the viewer and a member. */
export function stateIn(likes: Likes | undefined, profileId: string): LikeState {
  const received = likes?.liked_by.find(({ id }) => id === profileId)
  return {
    profileId,
    isLiked: likes?.profiles.some(({ id }) => id === profileId) ?? false,
    likesMe: received !== undefined,
    isNew: received?.like_new ?? false,
  }
}

/** Applies changed likes. Without the server's count, the number of new likes follows from the states. */
export function applyStates(likes: Likes, states: readonly LikeState[], newLikes?: number): Likes {
  let { profiles, liked_by } = likes
  let difference = 0
  for (const state of states) {
    difference += Number(state.isNew) - Number(stateIn({ ...likes, liked_by }, state.profileId).isNew)
    const entry = { id: state.profileId, like_new: state.isNew }
    profiles = withEntry(profiles, entry, state.isLiked)
    liked_by = withEntry(liked_by, entry, state.likesMe)
  }
  return { profiles, liked_by, num_new: newLikes ?? Math.max(0, likes.num_new + difference) }
}

type Entry = Likes['profiles'][number]

/** Replaces an entry, adds it in front, or removes it. */
function withEntry(entries: Entry[], entry: Entry, isListed: boolean) {
  if (!isListed) return entries.filter(({ id }) => id !== entry.id)
  if (!entries.some(({ id }) => id === entry.id)) return [entry, ...entries]
  return entries.map((each) => (each.id === entry.id ? entry : each))
}

/** Applies changed likes to the cached counts and profiles. Likes being fetched are refetched afterwards. */
export function patchLikes(client: QueryClient, states: readonly LikeState[], newLikes?: number) {
  const { queryKey } = likesQuery()
  client.setQueryData(queryKey, (likes) => likes && applyStates(likes, states, newLikes))
  if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey })
  for (const { profileId, isLiked, likesMe } of states) {
    client.setQueryData(memberQuery(profileId).queryKey, (known) =>
      known ? { ...known, member: { ...known.member, isLiked, isMatch: isLiked && likesMe } } : known,
    )
  }
}

/**
 * Makes the lists stale. `refetches`: those on the screen are fetched now; otherwise they stay until the next
 * visit, so that a member whose like was just withdrawn does not vanish under the finger.
 */
export function expireLists(client: QueryClient, { refetches }: { refetches: boolean }) {
  const refetchType = refetches ? 'active' : 'none'
  for (const list of likeLists)
    void client.invalidateQueries({ queryKey: likeListPagesQuery(list).queryKey, refetchType })
  void client.invalidateQueries({ queryKey: newMatchesQuery().queryKey })
}
