import { choiceSettings, type ProfileChoice, type profileFields } from '#contract/profiles/profile-fields.ts'
import { signupSteps } from './signup-steps.ts'

/**
 * The optional choices in the order in which they are asked: first what a member hopes for, looks last. The
 * reason for the sign-up, which is nearly the intention, is asked in the form of the profile only.
 */
export const choiceSteps = [
  'intention',
  'relationship',
  'sexuality',
  'bodyType',
  'hairColour',
  'eyeColour',
  'tattoos',
] as const satisfies ProfileChoice[]

export type CompleteStep =
  | 'push'
  | 'photo'
  | 'about'
  | 'interests'
  | 'location'
  | (typeof choiceSteps)[number]
  | 'confirm'

/** What can be filled in after the account exists, each step to be skipped (SIGN-5), as the site shows it. */
export function completeStepsFor(
  visible: readonly (typeof profileFields)[number][],
): readonly [CompleteStep, ...CompleteStep[]] {
  return [
    'photo',
    ...(['about', 'interests'] as const).filter((step) => visible.includes(step)),
    'location',
    ...choiceSteps.filter((step) => visible.includes(choiceSettings[step])),
    'confirm',
  ]
}

export const chapters = ['account', 'you', 'details'] as const
export type Chapter = (typeof chapters)[number]

/** Where a step of the sign-up is: its chapter, and the steps of this chapter (SIGN-10). */
export interface Progress {
  chapter: Chapter
  /** Steps of the chapter up to this one, this one included; 0 for a question before the first. */
  done: number
  count: number
}

/**
 * Returns where a step is. The questions for a message and for push messages, which not everyone is asked,
 * are at the beginning of their chapter and not counted.
 */
export function progressOf(
  step: string,
  { visible }: { visible: readonly (typeof profileFields)[number][] },
): Progress {
  const later: readonly string[] = completeStepsFor(visible)
  const end = later.indexOf('location') + 1
  const stepsOf: Record<Chapter, readonly string[]> = {
    account: signupSteps,
    you: later.slice(0, end),
    details: later.slice(end),
  }
  const chapter = chapters.find((each) => stepsOf[each].includes(step)) ?? (step === 'push' ? 'you' : 'account')
  return { chapter, done: stepsOf[chapter].indexOf(step) + 1, count: stepsOf[chapter].length }
}
