import type { InputOf } from '#contract/endpoint.ts'
import { finderPlaces } from '#contract/games/finder-places.ts'
import type { FinderAnswers } from '#contract/games/schemas.ts'
import type { findMatches } from '#contract/games/calls.ts'
import { MAXIMUM_AGE, MINIMUM_AGE } from '#contract/limits.ts'
import { lookingForOptions, profileChoices } from '#contract/profiles/profile-fields.ts'
import type { Interest, Settings } from '#contract/settings/schemas.ts'

export type Answers = FinderAnswers

/** The questions in their order, and the list that they end in. */
export const finderSteps = ['who', 'age', 'where', 'relationship', 'interests', 'results'] as const
export type FinderStep = (typeof finderSteps)[number]
export type Question = Exclude<FinderStep, 'results'>

type SiteFields = Pick<Settings, 'visible_profile_fields' | 'search_fields'>

/** Returns the steps of a site: it asks for nothing that its profiles do not show. */
export function stepsOf({ visible_profile_fields: shown, search_fields: searched }: SiteFields): readonly FinderStep[] {
  const asksFor: Partial<Record<FinderStep, boolean>> = {
    where: searched.includes('region'),
    relationship: shown.includes('relationship') && searched.includes('relationship'),
    interests: shown.includes('interests'),
  }
  return finderSteps.filter((step) => asksFor[step] ?? true)
}

/** Reads the step from the URL; the first one of the site if it names none. */
export function readStep(params: URLSearchParams, steps: readonly FinderStep[]) {
  return steps.find((step) => step === params.get('step')) ?? steps[0] ?? 'results'
}

/** Reads the answers from the URL. Invalid values are left out. */
export function readAnswers(params: URLSearchParams, { interests: offered }: Pick<Settings, 'interests'>): Answers {
  const gender = lookingForOptions.find((each) => each === params.get('gender'))
  const where = finderPlaces.find((each) => each === params.get('where'))
  const [minAge, maxAge] = [readAge(params.get('minAge')), readAge(params.get('maxAge'))]
  const relationship = chosenOf(profileChoices.relationship, params.get('relationship'))
  const interests = params.has('interests') ? chosenOf<Interest>(offered, params.get('interests')) : null
  return {
    ...(gender && { gender }),
    ...(minAge && { minAge }),
    ...(maxAge && { maxAge }),
    ...(where && { where }),
    ...(relationship.length > 0 && { relationship }),
    ...(interests && { interests }),
  }
}

function chosenOf<Value extends string>(values: readonly Value[], text: string | null) {
  const names = text?.split(',') ?? []
  return values.filter((value) => names.includes(value))
}

function readAge(text: string | null) {
  const age = Number(text)
  return text && Number.isInteger(age) && age >= MINIMUM_AGE && age <= MAXIMUM_AGE ? age : undefined
}

/** Writes answers and step as the query string of a link: `?gender=female&where=region&step=interests`. */
export function writeFinder(answers: Answers, step: FinderStep) {
  const params = new URLSearchParams(Object.entries(finderQueryOf(answers)).map(([key, value]) => [key, String(value)]))
  params.set('step', step)
  return `?${params.toString().replaceAll('%2C', ',')}`
}

/** Returns answers as the call takes them: a list is one text, so that an empty one is not left out. */
export function finderQueryOf({ relationship, interests, ...answers }: Answers): InputOf<typeof findMatches>['query'] {
  return {
    ...answers,
    ...(relationship?.length && { relationship: relationship.join(',') }),
    ...(interests && { interests: interests.join(',') }),
  }
}
