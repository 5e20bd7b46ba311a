import type { Chat } from '#contract/chat/schemas.ts'
import type { SuggestedMember } from '#contract/games/schemas.ts'
import type { LikedCard } from '#contract/likes/schemas.ts'

/** Rows of each kind beside the conversations. */
export const PEOPLE_SHOWN = 5

interface Lists {
  matches: readonly LikedCard[]
  today: readonly SuggestedMember[]
  chats: readonly Chat[]
  /** Whether the member likes one of today's by now. */
  isLiked: (member: SuggestedMember) => boolean
}

/**
 * Returns members to write to next: new matches, then those for today. A conversation or a like may be newer
 * than the lists. No one is shown twice.
 */
export function suggestedPeople({ matches, today, chats, isLiked }: Lists) {
  const written = new Set(chats.map(({ profile }) => profile.id))
  const newMatches = matches.filter(({ id }) => !written.has(id)).slice(0, PEOPLE_SHOWN)
  const matched = new Set(newMatches.map(({ id }) => id))
  const others = today.filter((member) => !written.has(member.id) && !matched.has(member.id) && !isLiked(member))
  return { matches: newMatches, today: others.slice(0, PEOPLE_SHOWN) }
}
