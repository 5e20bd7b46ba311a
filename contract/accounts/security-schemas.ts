import { z } from 'zod'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import {
  CODE_MAX_LENGTH,
  CODE_MIN_LENGTH,
  CREDENTIAL_MAX_LENGTH,
  PASSKEY_NAME_MAX_LENGTH,
  PASSKEYS_PER_MEMBER,
  PASSWORD_MAX_LENGTH,
  RECOVERY_CODES,
  SESSIONS_LISTED,
} from '#contract/limits.ts'
import { Line } from '#contract/settings/texts.ts'
import { KnownPassword, Password, User } from './schemas.ts'

/** Six digits of the authenticator app, or a recovery code. */
const Code = z
  .string()
  .trim()
  .min(CODE_MIN_LENGTH, { error: 'accounts.code_wrong' })
  .max(CODE_MAX_LENGTH, { error: 'accounts.code_wrong' })
export const PasskeyName = Line.min(1, { error: 'accounts.passkey_name_required' }).max(PASSKEY_NAME_MAX_LENGTH, {
  error: 'profiles.text_too_long',
})

/** Names of browser and system as their makers write them, or null where they are not known. */
const device = { browser: z.string().nullable(), system: z.string().nullable() }

export const SessionView = z.object({
  id: z.uuid(),
  ...device,
  startedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** The one that asks. */
  isCurrent: z.boolean(),
})
export type SessionView = z.output<typeof SessionView>

export const PasskeyView = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})
export type PasskeyView = z.output<typeof PasskeyView>

const Security = z.object({
  /** The most recently used first. */
  sessions: z.array(SessionView).max(SESSIONS_LISTED),
  passkeys: z.array(PasskeyView).max(PASSKEYS_PER_MEMBER),
  /** Null while the log-in asks for no code. */
  secondFactor: z.object({ since: z.iso.datetime(), recoveryCodesLeft: z.int() }).nullable(),
})

export const getSecurity = {
  summary: 'The sessions, the passkeys and the second factor of the member.',
  reply: Security,
} satisfies EndpointSchemas

export const PasswordChange = z
  .strictObject({
    old: KnownPassword,
    new: Password,
    repeat: z.string().max(PASSWORD_MAX_LENGTH, { error: 'accounts.passwords_differ' }),
  })
  .refine((form) => form.new === form.repeat, { path: ['repeat'], error: 'accounts.passwords_differ' })

export const changePassword = {
  summary: 'Changes the password and ends all other sessions.',
  body: PasswordChange,
  reply: z.object({ endedSessions: z.int() }),
} satisfies EndpointSchemas

export const endSession = {
  summary: 'Ends one session of the member.',
  params: z.strictObject({ sessionId: z.uuid() }),
  reply: z.object({ ended: z.int() }),
} satisfies EndpointSchemas

export const endOtherSessions = {
  summary: 'Ends all sessions of the member but this one.',
  reply: z.object({ ended: z.int() }),
} satisfies EndpointSchemas

/** What WebAuthn prescribes, as JSON for the browser; its contents are made and read by libraries. */
export const CredentialOptions = z.looseObject({ challenge: z.string() })

const base64url = z.string().max(CREDENTIAL_MAX_LENGTH)
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
  /** Results of extensions, of which none is used. */
  clientExtensionResults: z.strictObject({}),
}

/** What the browser returns for a new passkey. */
export const NewCredential = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})

/** What the browser returns when a passkey was used. */
export const UsedCredential = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
})

export const startPasskey = {
  summary: 'Checks the password and returns what the browser needs to create a passkey.',
  body: z.strictObject({ password: KnownPassword }),
  reply: z.object({ options: CredentialOptions }),
} satisfies EndpointSchemas

export const addPasskey = {
  summary: 'Adds a passkey that the browser has created.',
  body: z.strictObject({ name: PasskeyName, credential: NewCredential }),
  reply: z.object({ passkey: PasskeyView }),
} satisfies EndpointSchemas

const onePasskey = z.strictObject({ passkeyId: z.uuid() })

export const renamePasskey = {
  summary: 'Renames a passkey.',
  params: onePasskey,
  body: z.strictObject({ name: PasskeyName }),
  reply: z.object({ name: z.string() }),
} satisfies EndpointSchemas

export const removePasskey = {
  summary: 'Removes a passkey. It no longer logs in.',
  params: onePasskey,
  reply: z.object({ removed: z.literal(true) }),
} satisfies EndpointSchemas

export const startPasskeyLogin = {
  summary: 'Returns what the browser needs to log in with a passkey.',
  reply: z.object({ options: CredentialOptions }),
} satisfies EndpointSchemas

export const logInWithPasskey = {
  summary: 'Logs in with a passkey and sets the session cookie.',
  body: z.strictObject({ credential: UsedCredential }),
  reply: z.object({ user: User }),
} satisfies EndpointSchemas

export const logInWithCode = {
  summary: 'Second step of a log-in whose password was right: checks the code and sets the session cookie.',
  body: z.strictObject({ code: Code }),
  reply: z.object({ user: User }),
} satisfies EndpointSchemas

export const startSecondFactor = {
  summary: 'Checks the password and returns a secret for an authenticator app. The first code turns it on.',
  body: z.strictObject({ password: KnownPassword }),
  reply: z.object({
    /** In groups, for typing. */
    secret: z.string(),
    uri: z.string(),
    /** A QR code of the address: modules per side without a border, and the path of the dark ones. */
    qr: z.object({ size: z.int(), path: z.string() }),
  }),
} satisfies EndpointSchemas

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).max(RECOVERY_CODES) })

export const turnOnSecondFactor = {
  summary: 'Turns the second factor on with a first code. Returns the recovery codes, which are shown once.',
  body: z.strictObject({ code: Code }),
  reply: RecoveryCodes,
} satisfies EndpointSchemas

const ConfirmedByBoth = z.strictObject({ password: KnownPassword, code: Code })

export const turnOffSecondFactor = {
  summary: 'Turns the second factor off and deletes its secret and recovery codes.',
  body: ConfirmedByBoth,
  reply: z.object({ isOn: z.literal(false) }),
} satisfies EndpointSchemas

export const renewRecoveryCodes = {
  summary: 'Replaces the recovery codes. The earlier ones end.',
  body: ConfirmedByBoth,
  reply: RecoveryCodes,
} satisfies EndpointSchemas
