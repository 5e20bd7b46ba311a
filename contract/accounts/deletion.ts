import { z } from 'zod'
import { KnownPassword, User } from './accounts.ts'
import { endpoint } from '#contract/endpoint.ts'
import { DELETION_REMARKS_MAX_LENGTH } from '#contract/limits.ts'
import { Lines } from '#contract/settings/texts.ts'

/** Why a member deletes the account. */
export const deleteReasons = [
  'price',
  'found_someone',
  'not_looking',
  'site_problems',
  'no_members',
  'time',
  'other',
] as const
export type DeleteReason = (typeof deleteReasons)[number]

export const DeletionForm = z.strictObject({
  /** Null if the member would rather not say. */
  reason: z.enum(deleteReasons).nullable(),
  remarks: Lines.max(DELETION_REMARKS_MAX_LENGTH, { error: 'profiles.text_too_long' }),
  password: KnownPassword,
})

export type DeletionForm = z.output<typeof DeletionForm>

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/account',
  access: 'member',
  summary: 'Deletes the account: hidden and logged out at once, erased when the days to undo it are over.',
  body: DeletionForm,
  reply: z.object({ user: z.null() }),
})

export const pauseAccount = endpoint({
  method: 'PUT',
  path: '/api/account/pause',
  access: 'member',
  summary: 'Hides the account from everyone. Nothing is lost.',
  reply: z.object({ user: User }),
})

export const resumeAccount = endpoint({
  method: 'DELETE',
  path: '/api/account/pause',
  access: 'member',
  summary: 'Shows a paused account again.',
  reply: z.object({ user: User }),
})
