import { z } from 'zod'
import { ConsentVersion, Email, Password, User } from '#contract/accounts/schemas.ts'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { languageCodes } from '#contract/languages.ts'
import { isSameAsEmail } from '#contract/profiles/names.ts'
import { genders, lookingForOptions } from '#contract/profiles/profile-fields.ts'
import { BirthDate, Name, Place } from '#contract/profiles/profile-field-schemas.ts'

const account = z.strictObject({ email: Email, password: Password, name: Name, birthDate: BirthDate })

function nameIsNotEmail(
  { name, email }: { name?: string | undefined; email?: string | undefined },
  context: z.core.$RefinementCtx,
) {
  if (name && email && isSameAsEmail({ name, email }))
    context.addIssue({ code: 'custom', path: ['name'], message: 'profiles.name_is_email' })
}

/** The fields of the account that are filled in so far, checked before the next step is shown. */
export const SignupAccount = account.partial().superRefine(nameIsNotEmail)
export type SignupAccount = z.output<typeof SignupAccount>

export const SignupForm = account
  .extend({
    gender: z.enum(genders, { error: 'signup.choice_required' }),
    lookingFor: z.enum(lookingForOptions, { error: 'signup.choice_required' }),
    ...Place.shape,
    language: z.enum(languageCodes),
    /** Terms, and consent to process the sensitive data of a dating profile (GDPR art. 9). */
    consent: z.literal(true, { error: 'signup.terms_required' }),
    consentVersion: ConsentVersion,
  })
  .superRefine(nameIsNotEmail)
export type SignupForm = z.output<typeof SignupForm>

export const checkSignup = {
  summary: 'Checks the fields of the account that are filled in so far, and creates nothing.',
  body: SignupAccount,
  reply: z.object({ ok: z.literal(true) }),
} satisfies EndpointSchemas

export const signUp = {
  summary: 'Creates account, profile and photo together or not at all, mails the activation link and logs in.',
  body: SignupForm,
  /** Null where the site hides which addresses have an account: the mail is the only answer. */
  reply: z.object({ user: User.nullable() }),
} satisfies EndpointSchemas
