import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { ProfileId } from '#contract/ids.ts'
import { languageCodes } from '#contract/languages.ts'
import {
  EMAIL_MAX_LENGTH,
  NOTIFICATION_KINDS_MAX,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  TOKEN_MAX_LENGTH,
} from '#contract/limits.ts'
import { Gender } from '#contract/profiles/profile-fields.ts'
import { Country, LanguageChoice } from '#contract/settings/settings.ts'

export const Email = z
  .string()
  .trim()
  .min(1, { error: 'accounts.email_required' })
  .max(EMAIL_MAX_LENGTH, { error: 'accounts.email_invalid' })
  .pipe(z.email({ error: 'accounts.email_invalid' }))

export const Password = z
  .string()
  .min(PASSWORD_MIN_LENGTH, { error: 'accounts.password_too_short' })
  .max(PASSWORD_MAX_LENGTH, { error: 'accounts.password_too_long' })

/** The main photo. `filename`, `thumb_filename` and `match` are the addresses of its sizes. */
export const MainImage = z.object({
  filename: z.string(),
  thumb_filename: z.string(),
  match: z.string(),
  status: z.enum(['active', 'disabled']),
  /** A blurred image of a few pixels as data URL. */
  preview: z.string(),
})

/** The logged-in member, under the wire names of `GET /api/user`. */
export const User = z.object({
  /** `not_confirmed` until the link of the activation mail is opened. */
  status: z.enum(['active', 'not_confirmed']),
  email: z.string(),
  /** The new address of a change that waits for its link to be opened. */
  pending_email: z.string().nullable(),
  credits: z.int().nonnegative(),
  paid_user: z.boolean(),
  signup_date: z.iso.datetime(),
  fictional_icon: z.string(),
  /** Chosen by the member; one without a catalogue shows English texts (SHELL-1). */
  language: z.enum(languageCodes),
  notifications_disabled: z.array(z.string()).max(NOTIFICATION_KINDS_MAX),
  /** The consent text has changed since the member agreed to it (SIGN-6). */
  needs_consent: z.boolean(),
  /** Hidden from everyone until the member comes back (ACC-30). */
  is_paused: z.boolean(),
  profile: z.object({
    id: ProfileId,
    name: z.string(),
    /** Texts about what the member did agree with it in some languages. */
    gender: Gender,
    country: Country,
    /** `disabled`: others cannot reply until the email address is confirmed (ACC-8). */
    status: z.enum(['active', 'disabled']),
    main_image: MainImage.nullable(),
  }),
})
export type User = z.output<typeof User>

export const getUser = endpoint({
  method: 'GET',
  path: '/api/user',
  access: 'anyone',
  summary: 'The logged-in member, or null.',
  reply: z.object({ user: User.nullable() }),
})

/** A password that is compared, not chosen: its strength does not matter. */
export const KnownPassword = z
  .string()
  .min(1, { error: 'accounts.password_required' })
  .max(PASSWORD_MAX_LENGTH, { error: 'accounts.password_wrong' })

const LoginForm = z.strictObject({ email: Email, password: KnownPassword })

export const logIn = endpoint({
  method: 'POST',
  path: '/api/user',
  access: 'anyone',
  summary: 'Logs in and sets the session cookie.',
  body: LoginForm,
  reply: z.object({ user: User }),
})

export const setLanguage = endpoint({
  method: 'PUT',
  path: '/api/user',
  access: 'member',
  summary: 'Saves the language of the logged-in member.',
  body: LanguageChoice,
  reply: z.object({ user: User }),
})

export const logOut = endpoint({
  method: 'GET',
  path: '/api/logout',
  access: 'anyone',
  summary:
    'Ends the session. Rejected unless a page of this site causes the request: by Sec-Fetch-Site, Origin or Referer.',
  reply: z.object({ user: z.null() }),
})

/** What the links in mails do. Each has a handler in `server/features/accounts/email/link-handlers.ts`. */
export const linkPurposes = ['activation', 'restore', 'reset', 'mail_change', 'mail_change_undo'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

export const openLink = endpoint({
  method: 'POST',
  path: '/api/links/:token',
  access: 'anyone',
  summary: 'Uses the one-time link of a mail, and logs in where its purpose allows it.',
  params: z.strictObject({ token: z.string().max(TOKEN_MAX_LENGTH) }),
  reply: z.object({
    purpose: z.enum(linkPurposes),
    /** Token with which the member can choose another password, where the link leads to that. */
    resetToken: z.string().nullable(),
  }),
})

export const resendActivation = endpoint({
  method: 'POST',
  path: '/api/activation',
  access: 'member',
  summary: 'Sends the activation mail again. Earlier links stay valid.',
  reply: z.object({ email: z.string() }),
})

const NewEmail = z
  .string()
  .trim()
  .max(EMAIL_MAX_LENGTH, { error: 'accounts.new_email_invalid' })
  .pipe(z.email({ error: 'accounts.new_email_invalid' }))

export const correctEmail = endpoint({
  method: 'PUT',
  path: '/api/activation',
  access: 'member',
  summary: 'Corrects the address of an account that is not confirmed yet, and mails a link to the new one.',
  body: z.strictObject({ email: NewEmail, password: KnownPassword.optional() }),
  reply: z.object({ email: z.string() }),
})

export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/mail-change',
  access: 'member',
  summary: 'Mails a link to a new address, which completes the change. The old address gets a notice.',
  body: z.strictObject({ email: NewEmail, password: KnownPassword }),
  reply: z.object({ email: z.string() }),
})

export const requestReset = endpoint({
  method: 'POST',
  path: '/api/password-reset',
  access: 'anyone',
  summary: 'Mails a link with which the owner of the address can choose another password.',
  body: z.strictObject({ email: Email }),
  reply: z.object({ requested: z.literal(true) }),
})

export const PasswordReset = z
  .strictObject({
    token: z.string().max(TOKEN_MAX_LENGTH),
    password: Password,
    repeat: z.string().max(PASSWORD_MAX_LENGTH, { error: 'accounts.passwords_differ' }),
  })
  .refine((form) => form.password === form.repeat, { path: ['repeat'], error: 'accounts.passwords_differ' })

export const resetPassword = endpoint({
  method: 'PUT',
  path: '/api/password-reset',
  access: 'anyone',
  summary: 'Chooses another password with the token of a mail, ends all other sessions and logs in.',
  body: PasswordReset,
  /** Null for a member with a second factor, who logs in with it. */
  reply: z.object({ user: User.nullable() }),
})
