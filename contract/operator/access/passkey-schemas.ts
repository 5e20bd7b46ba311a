import { z } from 'zod'
import {
  CredentialOptions,
  NewCredential,
  PasskeyName,
  PasskeyView,
  UsedCredential,
} from '#contract/accounts/security-schemas.ts'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { PASSKEYS_PER_MEMBER } from '#contract/limits.ts'
import { Operator } from './schemas.ts'

export const listOperatorPasskeys = {
  summary: 'The passkeys of the operator.',
  reply: z.object({ passkeys: z.array(PasskeyView).max(PASSKEYS_PER_MEMBER) }),
} satisfies EndpointSchemas

export const startOperatorPasskey = {
  summary: 'What the browser needs to create a passkey for the console.',
  reply: z.object({ options: CredentialOptions }),
} satisfies EndpointSchemas

export const addOperatorPasskey = {
  summary: 'Adds a passkey that the browser has created.',
  body: z.strictObject({ name: PasskeyName, credential: NewCredential }),
  reply: z.object({ passkey: PasskeyView }),
} satisfies EndpointSchemas

export const removeOperatorPasskey = {
  summary: 'Removes a passkey of the operator.',
  params: z.strictObject({ passkeyId: z.uuid() }),
  reply: z.null(),
} satisfies EndpointSchemas

export const startPasskeyLogin = {
  summary: 'What the browser needs to log in to the console with a passkey.',
  reply: z.object({ options: CredentialOptions }),
} satisfies EndpointSchemas

export const logInWithPasskey = {
  summary: 'Checks a passkey and starts the session, without password and code.',
  body: z.strictObject({ credential: UsedCredential }),
  reply: z.object({ operator: Operator }),
} satisfies EndpointSchemas
