import { z } from 'zod'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { ProfileId } from '#contract/ids.ts'
import { languageCodes, languages } from '#contract/languages.ts'
import {
  DELETION_REMARKS_MAX_LENGTH,
  EMAIL_MAX_LENGTH,
  NOTIFICATION_KINDS_MAX,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  PUSH_ENDPOINT_MAX_LENGTH,
  TOKEN_MAX_LENGTH,
} from '#contract/limits.ts'
import { Gender } from '#contract/profiles/profile-field-schemas.ts'
import { Country, LanguageChoice } from '#contract/settings/schemas.ts'
import { Lines } from '#contract/settings/texts.ts'
import { deleteReasons } from './delete-reasons.ts'
import { notificationKinds } from './notification-kinds.ts'
import { pauseLengths } from './pause-lengths.ts'

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
  /** A mail to the address that waits to be confirmed came back. */
  is_email_rejected: z.boolean(),
  credits: z.int().nonnegative(),
  paid_user: z.boolean(),
  signup_date: z.iso.datetime(),
  fictional_icon: z.string(),
  /** Chosen by the member; one without a catalogue shows English texts (SHELL-1). */
  language: z.enum(languageCodes),
  notifications_disabled: z.array(z.string()).max(NOTIFICATION_KINDS_MAX),
  /** The consent text has changed since the member agreed to it (SIGN-6). */
  needs_consent: z.boolean(),
  /** A measure whose reasons the member has not had on the screen yet (MOD-22). */
  has_unread_decision: z.boolean(),
  /** Hidden from everyone until the member comes back (ACC-30). */
  is_paused: z.boolean(),
  /** When the pause ends by itself; null without one, and for a pause until the member comes back. */
  pause_ends_at: z.iso.datetime().nullable(),
  /** No explicit image is sent or seen until a provider has confirmed the age (PRO-40). */
  must_assure_age: z.boolean(),
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

export const getUser = {
  summary: 'The logged-in member, or null.',
  reply: z.object({ user: User.nullable() }),
} satisfies EndpointSchemas

/** A password that is compared, not chosen: its strength does not matter. */
export const KnownPassword = z
  .string()
  .min(1, { error: 'accounts.password_required' })
  .max(PASSWORD_MAX_LENGTH, { error: 'accounts.password_wrong' })

const LoginForm = z.strictObject({ email: Email, password: KnownPassword })

export const logIn = {
  summary: 'Logs in and sets the session cookie.',
  body: LoginForm,
  reply: z.object({ user: User }),
} satisfies EndpointSchemas

export const setLanguage = {
  summary: 'Saves the language of the logged-in member.',
  body: LanguageChoice,
  reply: z.object({ user: User }),
} satisfies EndpointSchemas

export const logOut = {
  summary:
    'Ends the session. Rejected unless a page of this site causes the request: by Sec-Fetch-Site, Origin or Referer.',
  reply: z.object({ user: z.null() }),
} satisfies EndpointSchemas

/** What the links in mails do. Each has a handler in `server/features/accounts/email/link-handlers.ts`. */
export const linkPurposes = ['activation', 'restore', 'reset', 'mail_change', 'mail_change_undo'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

export const openLink = {
  summary: 'Uses the one-time link of a mail, and logs in where its purpose allows it.',
  params: z.strictObject({ token: z.string().max(TOKEN_MAX_LENGTH) }),
  reply: z.object({
    purpose: z.enum(linkPurposes),
    /** Token with which the member can choose another password, where the link leads to that. */
    resetToken: z.string().nullable(),
  }),
} satisfies EndpointSchemas

export const resendActivation = {
  summary: 'Sends the activation mail again. Earlier links stay valid.',
  reply: z.object({ email: z.string() }),
} satisfies EndpointSchemas

const NewEmail = z
  .string()
  .trim()
  .max(EMAIL_MAX_LENGTH, { error: 'accounts.new_email_invalid' })
  .pipe(z.email({ error: 'accounts.new_email_invalid' }))

export const correctEmail = {
  summary: 'Corrects the address of an account that is not confirmed yet, and mails a link to the new one.',
  body: z.strictObject({ email: NewEmail, password: KnownPassword.optional() }),
  reply: z.object({ email: z.string() }),
} satisfies EndpointSchemas

export const changeEmail = {
  summary: 'Mails a link to a new address, which completes the change. The old address gets a notice.',
  body: z.strictObject({ email: NewEmail, password: KnownPassword }),
  reply: z.object({ email: z.string() }),
} satisfies EndpointSchemas

export const requestReset = {
  summary: 'Mails a link with which the owner of the address can choose another password.',
  body: z.strictObject({ email: Email }),
  reply: z.object({ requested: z.literal(true) }),
} satisfies EndpointSchemas

export const PasswordReset = z
  .strictObject({
    token: z.string().max(TOKEN_MAX_LENGTH),
    password: Password,
    repeat: z.string().max(PASSWORD_MAX_LENGTH, { error: 'accounts.passwords_differ' }),
  })
  .refine((form) => form.password === form.repeat, { path: ['repeat'], error: 'accounts.passwords_differ' })

export const resetPassword = {
  summary: 'Chooses another password with the token of a mail, ends all other sessions and logs in.',
  body: PasswordReset,
  /** Null for a member with a second factor, who logs in with it. */
  reply: z.object({ user: User.nullable() }),
} satisfies EndpointSchemas

export const DeletionForm = z.strictObject({
  /** Null if the member would rather not say. */
  reason: z.enum(deleteReasons).nullable(),
  remarks: Lines.max(DELETION_REMARKS_MAX_LENGTH, { error: 'profiles.text_too_long' }),
  password: KnownPassword,
})

export type DeletionForm = z.output<typeof DeletionForm>

export const deleteAccount = {
  summary: 'Deletes the account: hidden and logged out at once, erased when the days to undo it are over.',
  body: DeletionForm,
  reply: z.object({ user: z.null() }),
} satisfies EndpointSchemas

export const pauseAccount = {
  summary: 'Hides the account from everyone, until a time or until the member comes back. Nothing is lost.',
  body: z.strictObject({ length: z.enum(pauseLengths) }),
  reply: z.object({ user: User }),
} satisfies EndpointSchemas

export const resumeAccount = {
  summary: 'Shows a paused account again.',
  reply: z.object({ user: User }),
} satisfies EndpointSchemas

export const saveNotifications = {
  summary: 'Saves which kinds of mails and push messages are switched off. Kinds that are not named are on.',
  body: z.strictObject({ notifications_disabled: z.array(z.enum(notificationKinds)).max(notificationKinds.length) }),
  reply: z.object({ user: User }),
} satisfies EndpointSchemas

export const resumeMails = {
  summary: 'Starts mails again after a bounce or an unsubscription. After a spam complaint they stay stopped.',
  reply: z.object({ user: User }),
} satisfies EndpointSchemas

/** Printable ASCII, as browsers write URLs. */
const Endpoint = z
  .string()
  .max(PUSH_ENDPOINT_MAX_LENGTH)
  .regex(/^[\x21-\x7e]+$/)

/** What `PushSubscription.toJSON()` returns in a browser. The keys have fixed lengths (RFC 8291). */
export const PushSubscriptionForm = z.strictObject({
  endpoint: Endpoint,
  expirationTime: z.number().nullish(),
  keys: z.strictObject({
    p256dh: z
      .string()
      .max(88)
      .regex(/^[\w-]{87}=?$/),
    auth: z
      .string()
      .max(24)
      .regex(/^[\w-]{22}={0,2}$/),
  }),
})
export type PushSubscriptionForm = z.output<typeof PushSubscriptionForm>

export const subscribePush = {
  summary: 'Stores the push subscription of this browser until its session ends. Also `POST /api/user.php?push=1`.',
  /** `replaces`: that of the same browser before, if the browser changed it by itself. */
  body: z.strictObject({ subscription: PushSubscriptionForm, replaces: Endpoint.optional() }),
  reply: z.object({ ok: z.literal(true) }),
} satisfies EndpointSchemas

export const unsubscribePush = {
  summary: 'Forgets a push subscription of the member.',
  body: z.strictObject({ endpoint: Endpoint }),
  reply: z.object({ ok: z.literal(true) }),
} satisfies EndpointSchemas

/** The version of the text that was on the screen. An open page may show an older one than the server has. */
export const ConsentVersion = z.string().max(20)

export const giveConsent = {
  summary: 'Stores that the member agrees to the present text, after it has changed.',
  body: z.strictObject({ version: ConsentVersion, language: z.enum(languages) }),
  reply: z.object({ user: User }),
} satisfies EndpointSchemas
