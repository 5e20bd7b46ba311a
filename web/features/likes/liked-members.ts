import type { LikedCard } from '#contract/likes/schemas.ts'
import type { Likes } from './likes-cache.ts'

/** Members of all pages, each once: a new like moves the start of later pages, so one can be on two. */
export function likedMembers(pages: readonly { results: readonly LikedCard[] }[]): LikedCard[] {
  const byId = new Map<string, LikedCard>()
  for (const { results } of pages) {
    for (const member of results) if (!byId.has(member.id)) byId.set(member.id, member)
  }
  return [...byId.values()]
}

/** Returns those whose like is new: a list from the cache may be older than the visit that has seen it. */
export function newMembers(members: readonly LikedCard[], likes: Likes | undefined) {
  const received = new Map(likes?.liked_by.map((like) => [like.id, like.like_new]))
  return members.filter(({ id, isNew }) => isNew && received.get(id) !== false)
}
