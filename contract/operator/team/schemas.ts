import { z } from 'zod'
import { Email } from '#contract/accounts/schemas.ts'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { OPERATOR_NAME_MAX_LENGTH, OPERATORS_MAX } from '#contract/limits.ts'
import { Line } from '#contract/settings/texts.ts'
import { operatorRoles } from '../permissions.ts'

export const operatorStates = ['invited', 'active', 'disabled'] as const

const ListedOperator = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(operatorRoles),
  state: z.enum(operatorStates),
  hasSecondFactor: z.boolean(),
  createdAt: z.iso.datetime(),
  lastLoginAt: z.iso.datetime().nullable(),
})
export type ListedOperator = z.output<typeof ListedOperator>

export const listOperators = {
  summary: 'All operators of the console.',
  reply: z.object({ operators: z.array(ListedOperator).max(OPERATORS_MAX) }),
} satisfies EndpointSchemas

/** Contains the address of a page where the new operator chooses a password. It is shown once. */
const Invitation = z.object({ url: z.url(), expiresAt: z.iso.datetime() })

export const NewOperator = z.strictObject({
  name: Line.min(1, { error: 'profiles.name_length' }).max(OPERATOR_NAME_MAX_LENGTH, { error: 'profiles.name_length' }),
  email: Email,
  role: z.enum(operatorRoles),
})

export const inviteOperator = {
  summary: 'Creates an operator and returns the one-time link for the password.',
  body: NewOperator,
  reply: Invitation,
} satisfies EndpointSchemas

const params = z.strictObject({ operatorId: z.uuid() })

export const renewInvitation = {
  summary: 'Returns another one-time link for an operator, who chooses a new password with it.',
  params,
  reply: Invitation,
} satisfies EndpointSchemas

export const changeRole = {
  summary: 'Gives an operator another role.',
  params,
  body: z.strictObject({ role: z.enum(operatorRoles) }),
  reply: z.null(),
} satisfies EndpointSchemas

export const disableOperator = {
  summary: 'Ends all sessions of an operator and allows no further log-in.',
  params,
  reply: z.null(),
} satisfies EndpointSchemas

export const enableOperator = {
  summary: 'Allows the log-in of a disabled operator again.',
  params,
  reply: z.null(),
} satisfies EndpointSchemas

export const resetSecondFactor = {
  summary: 'Removes the second factor of an operator, who sets up another one at the next log-in.',
  params,
  reply: z.null(),
} satisfies EndpointSchemas
