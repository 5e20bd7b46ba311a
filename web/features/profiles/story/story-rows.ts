import type { MemberPhoto, MemberProfile, ProfileAnswer } from '#contract/profiles/schemas.ts'

/** A photo of a profile, with its place among all of them. */
export interface StoryPhoto {
  photo: MemberPhoto
  index: number
}

/** An answer beside a photo, or two answers; the last one can be alone. */
export type StoryRow =
  | { kind: 'photo'; photo: StoryPhoto; answer: ProfileAnswer }
  | { kind: 'answers'; answers: ProfileAnswer[] }

interface Story {
  /** Shown with the first photo. */
  lead: ProfileAnswer | null
  rows: StoryRow[]
  /** The photos that no answer goes with, and all locked ones. */
  others: StoryPhoto[]
}

/** Arranges what follows the first photo of a profile: answers between photos, in their member's order. */
export function storyOf({ photos, answers }: Pick<MemberProfile, 'photos' | 'answers'>): Story {
  const [lead = null, ...following] = answers
  const others = photos.map((photo, index) => ({ photo, index })).slice(1)
  const open = others.filter(({ photo }) => !photo.isLocked).slice(0, following.length)
  const alone = following.slice(open.length)
  return {
    lead,
    rows: [
      ...open.flatMap((photo, index): StoryRow[] => {
        const answer = following[index]
        return answer ? [{ kind: 'photo', photo, answer }] : []
      }),
      ...(alone.length > 0 ? [{ kind: 'answers' as const, answers: alone }] : []),
    ],
    others: others.filter((each) => !open.includes(each)),
  }
}
