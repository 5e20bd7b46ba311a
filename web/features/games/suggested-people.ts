import type { Chat } from '#contract/chat/schemas.ts'
import type { SuggestedMember } from '#contract/games/schemas.ts'
import type { LikedCard } from '#contract/likes/schemas.ts'

/** Rows beside the conversations. */
export const PEOPLE_SHOWN = 5

interface Lists {
  matches: readonly LikedCard[]
  today: readonly SuggestedMember[]
  chats: readonly Chat[]
  /** Whether the viewer likes one of today's by now. */
  isLiked: (member: SuggestedMember) => boolean
}

/**
 * Returns members to write to next: those for today. The list of conversations has the matches and everyone
 * with a conversation. Both, and a like, may be newer than the choice of the day.
 */
export function suggestedPeople({ matches, today, chats, isLiked }: Lists) {
  const listed = new Set([...matches.map(({ id }) => id), ...chats.map(({ profile }) => profile.id)])
  return today.filter((member) => !listed.has(member.id) && !isLiked(member)).slice(0, PEOPLE_SHOWN)
}
