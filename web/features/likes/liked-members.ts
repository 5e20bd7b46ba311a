import type { LikedCard } from '#contract/likes/schemas.ts'

/** Members of all pages, each once: a new like moves the start of later pages, so one can be on two. */
export function likedMembers(pages: readonly { results: readonly LikedCard[] }[]): LikedCard[] {
  const byId = new Map<string, LikedCard>()
  for (const { results } of pages) {
    for (const member of results) if (!byId.has(member.id)) byId.set(member.id, member)
  }
  return [...byId.values()]
}
