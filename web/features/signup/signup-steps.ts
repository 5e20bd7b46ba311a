import type { SignupForm } from '#contract/signup.ts'

export const signupSteps = ['account', 'place', 'photo'] as const
export type SignupStep = (typeof signupSteps)[number]

/** What each step asks for, in the form's field names. */
const fieldsOf = {
  account: ['email', 'password', 'name', 'birthDate'],
  place: ['gender', 'lookingFor', 'country', 'region', 'city'],
  photo: ['consent'],
} as const satisfies Record<SignupStep, readonly (keyof SignupForm)[]>

export function fieldsOfStep(step: SignupStep) {
  return fieldsOf[step]
}

/** Where a field is asked for, so that a late refusal can lead back to it; the photo is no field of the form. */
export function stepOfField(field: string): SignupStep {
  return signupSteps.find((step) => fieldsOf[step].some((name) => name === field)) ?? 'photo'
}
