import { choiceSettings, type ProfileChoice, type profileFields } from '#contract/profiles/profile-fields.ts'
import { signupSteps } from './signup-steps.ts'

/** The optional choices in the order in which they are asked: first what a member hopes for, looks last. */
export const choiceSteps = [
  'intention',
  'reason',
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

export interface Progress {
  /** Steps up to this one, this one included. */
  done: number
  /** Of the whole sign-up, from the email to the confirmation. */
  count: number
  /** A question before the others, for a message or for push messages, which not everybody is asked. */
  isUncounted?: boolean
}

/** Where a step of the sign-up is on the whole way; it has one counter (SIGN-10). */
export function progressOf(
  step: string,
  { visible }: { visible: readonly (typeof profileFields)[number][] },
): Progress {
  const steps: readonly string[] = [...signupSteps, ...completeStepsFor(visible)]
  const count = steps.length
  if (step === 'message') return { done: 0, count, isUncounted: true }
  if (step === 'push') return { done: signupSteps.length, count, isUncounted: true }
  return { done: steps.indexOf(step) + 1, count }
}
