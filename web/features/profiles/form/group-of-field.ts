import type { ProfileEdit } from '#contract/profiles/schemas.ts'

/** The groups in which a phone shows the fields of the own profile. */
export type ProfileGroupName = 'looking-for' | 'answers' | 'about' | 'basics' | 'interests' | 'details'

const groupOfField: Record<keyof ProfileEdit, ProfileGroupName> = {
  lookingFor: 'looking-for',
  intention: 'looking-for',
  reason: 'looking-for',
  answers: 'answers',
  about: 'about',
  name: 'basics',
  birthDate: 'basics',
  gender: 'basics',
  country: 'basics',
  region: 'basics',
  city: 'basics',
  interests: 'interests',
  relationship: 'details',
  sexuality: 'details',
  bodyType: 'details',
  hairColour: 'details',
  eyeColour: 'details',
  tattoos: 'details',
}

/** Returns the groups with an error, each once; an error of the whole form is in none. */
export function groupsWithErrors(errors: Readonly<Record<string, unknown>>): ProfileGroupName[] {
  const groups = Object.entries(groupOfField).flatMap(([field, group]) => (errors[field] ? [group] : []))
  return [...new Set(groups)]
}
