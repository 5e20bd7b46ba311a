import type { SignupForm } from '#contract/signup.ts'

export const signupSteps = ['account', 'place', 'photo'] as const
export type SignupStep = (typeof signupSteps)[number]

/** Fields of each step, by their names in the form. */
const fieldsOf = {
  account: ['email', 'password', 'name', 'birthDate'],
  place: ['gender', 'lookingFor', 'country', 'region', 'city'],
  photo: ['consent'],
} as const satisfies Record<SignupStep, readonly (keyof SignupForm)[]>

export function fieldsOfStep(step: SignupStep) {
  return fieldsOf[step]
}

/** Number of a step as it is shown, beginning with 1. */
export function stepNumber(step: SignupStep) {
  return signupSteps.indexOf(step) + 1
}

/** The step after this one; the last one stays. */
export function stepAfter(step: SignupStep): SignupStep {
  return signupSteps[signupSteps.indexOf(step) + 1] ?? step
}

/** The step before this one; the first one stays. */
export function stepBefore(step: SignupStep): SignupStep {
  return signupSteps[signupSteps.indexOf(step) - 1] ?? step
}

/**
 * The first step with a field that the server rejected, or null if it named no field. Names that the form does not have
 * belong to the photo, which is uploaded with the form.
 */
export function firstStepWithError(fields: Readonly<Record<string, unknown>>): SignupStep | null {
  const names = Object.keys(fields)
  if (names.length === 0) return null
  return signupSteps.find((step) => names.some((name) => fieldsOf[step].some((field) => field === name))) ?? 'photo'
}
