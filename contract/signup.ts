import { z } from 'zod'
import { Email, Password, User } from './accounts.ts'
import { ConsentVersion } from './consents.ts'
import { endpoint } from './endpoint.ts'
import { BirthDate, genders, Name, Place } from './profiles.ts'
import { languages } from './languages.ts'

const account = z.strictObject({ email: Email, password: Password, name: Name, birthDate: BirthDate })

/** The name is public and the address is not, so they must differ (PRO-2). */
function nameIsNotEmail({ name, email }: { name: string; email: string }, context: z.core.$RefinementCtx) {
  if (name.toLowerCase() === email.toLowerCase())
    context.addIssue({ code: 'custom', path: ['name'], message: 'profiles.name_is_email' })
}

/** The first step, checked on its own before the next one is shown. */
export const SignupAccount = account.superRefine(nameIsNotEmail)
export type SignupAccount = z.output<typeof SignupAccount>

/** A required choice without a default. */
const Choice = z.enum(genders, { error: 'signup.choice_required' })

export const SignupForm = account
  .extend({
    gender: Choice,
    lookingFor: Choice,
    ...Place.shape,
    language: z.enum(languages),
    /** Terms, and consent to process the sensitive data of a dating profile (GDPR art. 9). */
    consent: z.literal(true, { error: 'signup.terms_required' }),
    consentVersion: ConsentVersion,
  })
  .superRefine(nameIsNotEmail)
export type SignupForm = z.output<typeof SignupForm>

export const checkSignup = endpoint({
  method: 'POST',
  path: '/api/signup/check',
  access: 'anyone',
  summary: 'Checks the first step of the sign-up and creates nothing.',
  body: SignupAccount,
  reply: z.object({ ok: z.literal(true) }),
})

export const signUp = endpoint({
  method: 'POST',
  path: '/api/signup',
  access: 'anyone',
  summary: 'Creates account, profile and photo together or not at all, logs in and mails the activation link.',
  body: SignupForm,
  upload: true,
  reply: z.object({ user: User }),
})
