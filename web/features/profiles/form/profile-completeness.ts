import { PROFILE_ANSWERS } from '#contract/limits.ts'
import { choiceSettings, profileChoiceNames } from '#contract/profiles/profile-fields.ts'
import type { OwnProfile } from '#contract/profiles/schemas.ts'
import type { Settings } from '#contract/settings/schemas.ts'

/** What a complete profile has, in the order of its worth to those who see it. */
export type ProfilePart = 'photo' | 'about' | 'answers' | 'interests' | 'city' | 'details'

/** Points of what the sign-up has asked every member: name, age, gender and region. */
const BASIC_POINTS = 25

/** Points of each part; together 100 with the basic ones. A photo decides most. */
const points = { photo: 30, about: 10, answers: 10, interests: 10, city: 5, details: 10 } as const satisfies Record<
  ProfilePart,
  number
>

/** Interests from which on the part counts as filled. */
export const INTERESTS_FOR_COMPLETE = 3

export interface MissingPart {
  part: ProfilePart
  points: number
}

interface Completeness {
  /** From `BASIC_POINTS` to 100. */
  percent: number
  /** What is missing, most worth first, each with the points that it adds. */
  missing: MissingPart[]
}

type Filled = Pick<
  OwnProfile,
  'photos' | 'about' | 'answers' | 'interests' | 'city' | (typeof profileChoiceNames)[number]
>

/** Returns how much of a profile is filled in. Parts that the site hides count as filled. Source: SIGN-9. */
export function profileCompleteness(
  profile: Filled,
  { visible_profile_fields: visible }: Pick<Settings, 'visible_profile_fields'>,
): Completeness {
  const choices = profileChoiceNames.filter((name) => visible.includes(choiceSettings[name]))
  const answerCount = choices.filter((name) => profile[name] !== null).length
  const shares: Record<ProfilePart, number> = {
    photo: profile.photos.length > 0 ? 1 : 0,
    about: !visible.includes('about') || profile.about.trim() !== '' ? 1 : 0,
    answers: visible.includes('prompts') ? Math.min(1, profile.answers.length / PROFILE_ANSWERS) : 1,
    interests: visible.includes('interests') ? Math.min(1, profile.interests.length / INTERESTS_FOR_COMPLETE) : 1,
    city: profile.city === '' ? 0 : 1,
    details: choices.length === 0 ? 1 : answerCount / choices.length,
  }
  const parts = Object.keys(points) as ProfilePart[]
  return {
    percent: Math.round(parts.reduce((sum, part) => sum + points[part] * shares[part], BASIC_POINTS)),
    missing: parts
      .filter((part) => shares[part] < 1)
      .map((part) => ({ part, points: Math.round(points[part] * (1 - shares[part])) })),
  }
}
