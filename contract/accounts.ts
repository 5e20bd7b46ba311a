import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ProfileId } from './ids.ts'
import { languages } from './languages.ts'
import {
  EMAIL_MAX_LENGTH,
  NOTIFICATION_KINDS_MAX,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  TOKEN_MAX_LENGTH,
} from './limits.ts'
import { Country, LanguageChoice } from './settings.ts'

export const Email = z
  .string()
  .trim()
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
  thumbhash: z.string(),
})

/** The logged-in member, under the wire names of `GET /api/user`. */
export const User = z.object({
  /** `not_confirmed` until the link of the activation mail is opened. */
  status: z.enum(['active', 'not_confirmed']),
  email: z.string(),
  credits: z.int().nonnegative(),
  paid_user: z.boolean(),
  signup_date: z.iso.datetime(),
  fictional_icon: z.string(),
  language: z.enum(languages),
  notifications_disabled: z.array(z.string()).max(NOTIFICATION_KINDS_MAX),
  /** The consent text has changed since the member agreed to it (SIGN-6). */
  needs_consent: z.boolean(),
  profile: z.object({
    id: ProfileId,
    name: z.string(),
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

const LoginForm = z.strictObject({ email: Email, password: z.string().min(1).max(PASSWORD_MAX_LENGTH) })

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
  summary: 'Ends the session. Rejected when a page of another site causes the request.',
  reply: z.object({ user: z.null() }),
})

export const openLink = endpoint({
  method: 'POST',
  path: '/api/links/:token',
  access: 'anyone',
  summary: 'Uses the one-time link of a mail, and logs in where its purpose allows it.',
  params: z.strictObject({ token: z.string().max(TOKEN_MAX_LENGTH) }),
  reply: z.object({ purpose: z.enum(['activation']) }),
})

export const resendActivation = endpoint({
  method: 'POST',
  path: '/api/activation',
  access: 'member',
  summary: 'Sends the activation mail again. Earlier links stay valid.',
  reply: z.object({ email: z.string() }),
})
