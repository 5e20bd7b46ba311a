import type { ProfileCard } from '#contract/profiles/schemas.ts'

/** Returns members with a photo before those without one, each in their order: a celebration shows faces. */
export function photosFirst<Member extends Pick<ProfileCard, 'photo'>>(members: readonly Member[]) {
  return members.toSorted((one, other) => Number(one.photo === null) - Number(other.photo === null))
}
