import type { Chat } from '#contract/chat/schemas.ts'
import type { SuggestedMember } from '#contract/games/schemas.ts'
import type { LikedCard } from '#contract/likes/schemas.ts'

/** Rows of each kind beside the conversations. */
export const PEOPLE_SHOWN = 5

interface Found {
  matches: readonly LikedCard[]
  today: readonly SuggestedMember[]
  chats: readonly Chat[]
  /** Whether the member likes one of today's by now. */
  isLiked: (member: SuggestedMember) => boolean
}

/**
 * Returns to whom a member could write next: new matches, then members for today. A conversation or a like may
 * be newer than the lists, and nobody is shown twice.
 */
export function suggestedPeople({ matches, today, chats, isLiked }: Found) {
  const written = new Set(chats.map(({ profile }) => profile.id))
  const newMatches = matches.filter(({ id }) => !written.has(id)).slice(0, PEOPLE_SHOWN)
  const matched = new Set(newMatches.map(({ id }) => id))
  const others = today.filter((member) => !written.has(member.id) && !matched.has(member.id) && !isLiked(member))
  return { matches: newMatches, today: others.slice(0, PEOPLE_SHOWN) }
}
