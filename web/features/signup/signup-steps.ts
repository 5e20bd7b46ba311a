import type { SignupForm } from '#contract/signup/schemas.ts'

/** One question at a time. The password is last: it is never stored, and a reload asks nothing twice. */
export const signupSteps = ['email', 'name', 'birth', 'gender', 'meet', 'place', 'password'] as const
export type SignupStep = (typeof signupSteps)[number]

/** Fields of each step, by their names in the form. */
const fieldsOf = {
  email: ['email'],
  name: ['name'],
  birth: ['birthDate'],
  gender: ['gender'],
  meet: ['lookingFor'],
  place: ['country', 'region'],
  password: ['password', 'consent'],
} as const satisfies Record<SignupStep, readonly (keyof SignupForm)[]>

export function fieldsOfStep(step: SignupStep) {
  return fieldsOf[step]
}

/** The first step with a field that the server rejected, or null if it named no field of the form. */
export function firstStepWithError(fields: Readonly<Record<string, unknown>>): SignupStep | null {
  return signupSteps.find((step) => fieldsOf[step].some((field) => field in fields)) ?? null
}

/** The first earlier step with an empty field, or this one: an address of a later step can be opened. */
export function firstOpenStep(step: SignupStep, values: Readonly<Record<string, unknown>>): SignupStep {
  const before = signupSteps.slice(0, signupSteps.indexOf(step))
  return before.find((each) => fieldsOf[each].some((field) => !values[field])) ?? step
}
