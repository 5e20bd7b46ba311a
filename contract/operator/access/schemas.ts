import { z } from 'zod'
import { Email, KnownPassword, Password } from '#contract/accounts/schemas.ts'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { CODE_MAX_LENGTH, TOKEN_MAX_LENGTH } from '#contract/limits.ts'
import { Line } from '#contract/settings/texts.ts'
import { operatorRoles } from '../permissions.ts'

export const Operator = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(operatorRoles),
})
export type Operator = z.output<typeof Operator>

export const getOperator = {
  summary: 'The operator who is logged in to the console, or null.',
  reply: z.object({ operator: Operator.nullable() }),
} satisfies EndpointSchemas

/**
 * What the log-in asks for after the password: a code of the authenticator app. With `setup` the operator has
 * none yet and adds the secret to the app first.
 */
const CodeStep = z.object({
  setup: z
    .object({
      secret: z.string(),
      uri: z.string(),
      qr: z.object({ size: z.int(), path: z.string() }),
    })
    .nullable(),
})
export type CodeStep = z.output<typeof CodeStep>

export const logInOperator = {
  summary: 'Checks the password of an operator. The second step asks for a code.',
  body: z.strictObject({ email: Email, password: KnownPassword }),
  reply: CodeStep,
} satisfies EndpointSchemas

export const finishLogin = {
  summary: 'Checks the code of the authenticator app and starts the session.',
  body: z.strictObject({
    code: z.string().trim().min(1, { error: 'accounts.code_wrong' }).max(CODE_MAX_LENGTH, {
      error: 'accounts.code_wrong',
    }),
  }),
  reply: z.object({ operator: Operator }),
} satisfies EndpointSchemas

export const acceptInvitation = {
  summary: 'Sets the password of an invited operator. The second step asks for a code.',
  params: z.strictObject({ token: Line.min(1).max(TOKEN_MAX_LENGTH) }),
  body: z.strictObject({ password: Password }),
  reply: CodeStep,
} satisfies EndpointSchemas

export const logOutOperator = {
  summary: 'Ends the session of the operator.',
  reply: z.null(),
} satisfies EndpointSchemas

export const confirmPassword = {
  summary: 'Confirms the password, for acts on money, bans and roles.',
  body: z.strictObject({ password: KnownPassword }),
  reply: z.object({ until: z.iso.datetime() }),
} satisfies EndpointSchemas
