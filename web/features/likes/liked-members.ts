import type { LikedCard } from '#contract/likes.ts'

/** Members of all loaded pages, each once: a new like moves the start of later pages, so a member can be on two of them. */
export function likedMembers(pages: readonly { results: readonly LikedCard[] }[]): LikedCard[] {
  const byId = new Map<string, LikedCard>()
  for (const { results } of pages) {
    for (const member of results) if (!byId.has(member.id)) byId.set(member.id, member)
  }
  return [...byId.values()]
}
