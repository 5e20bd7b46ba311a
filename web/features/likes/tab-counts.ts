import type { LikedCard, LikeList } from '#contract/likes/schemas.ts'

type Liked = Pick<LikedCard, 'id' | 'isLiked' | 'isMatch'>

interface Input<Member extends Liked> {
  /** The numbers that came with the first page of the tab. */
  totals: Record<LikeList, number>
  /** The loaded members of the tab, as they were when it was loaded. */
  members: readonly Member[]
  /** All of them like the viewer; otherwise only matches do. */
  likeMe: boolean
  /** Whether the viewer likes a member now. */
  isLiked: (member: Member) => boolean
}

/**
 * Returns the numbers of the tabs with the decisions since they were loaded: the list stays until the next
 * visit, so that a member does not vanish under the finger, but its numbers are current.
 */
export function tabCounts<Member extends Liked>({ totals, members, likeMe, isLiked }: Input<Member>) {
  const counts: Record<LikeList, number> = { ...totals }
  for (const member of members) {
    const isLikedNow = isLiked(member)
    counts.sent += Number(isLikedNow) - Number(member.isLiked)
    counts.matches += Number(isLikedNow && (likeMe || member.isMatch)) - Number(member.isMatch)
  }
  return counts
}
