import type { Gender } from '#contract/profiles/profile-field-schemas.ts'

/** Gender that a member most likely looks for; a suggestion that the next field lets them change. */
export function suggestedLookingFor(gender: Gender): Gender {
  return gender === 'male' ? 'female' : 'male'
}
