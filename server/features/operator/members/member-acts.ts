import type { AuditAct } from '#contract/operator/acts.ts'
import type { AppContext } from '#server/context.ts'
import { savePause, saveDeletion } from '#server/features/accounts/deletion/deletion.ts'
import { countConfirmationMail } from '#server/features/accounts/email/activation.ts'
import { startMailChangeFor } from '#server/features/accounts/email/mail-change.ts'
import { assertEmailFree, endSessions } from '#server/features/accounts/service.ts'
import { insertExport } from '#server/features/exports/service.ts'
import { liftComplaint } from '#server/features/notifications/service.ts'
import { assertName, editProfile } from '#server/features/profiles/service.ts'
import { AppError } from '#server/platform/errors.ts'
import type { RequestOperator } from '#server/platform/http/callers.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { recordAct } from '../audit/record.ts'
import * as queries from './queries.ts'

export interface Target {
  by: RequestOperator
  memberId: string
}
export type Member = NonNullable<Awaited<ReturnType<typeof queries.lockMember>>>

interface Correction {
  name?: string | undefined
  birthDate?: string | undefined
  email?: string | undefined
}

/**
 * Corrects the name and the date of birth of a member, and starts a change of the address, which the member
 * confirms by the link in the mail to it (OPER-11).
 * @throws AppError `request.not_found`, `operator.member_state`, and at their fields those of `editProfile`,
 * `assertName`, `assertEmailFree`; `accounts.mail_limit`
 */
export async function correctMember(
  context: Pick<AppContext, 'config' | 'db' | 'limiters' | 'transaction' | 'clock' | 'mail' | 'sites'>,
  { by, memberId, reason, email, ...fields }: Target & Correction & { reason: string },
) {
  if (email) {
    const userId = await queries.userIdOf(context.db, memberId)
    await assertEmailFree(context, { email, ...(userId !== undefined && { userId }) })
    await countConfirmationMail(context, { email })
  }
  const { name, birthDate } = fields
  const edit = { ...(name && { name }), ...(birthDate && { birthDate }) }
  const changed = [name && 'name', birthDate && 'birth_date', email && 'address'].filter(Boolean).join(' ')
  await actOn(
    context,
    { by, memberId, act: 'member_corrected', details: { fields: changed, reason } },
    async (tx, member) => {
      assertOpen(member)
      const { userId, siteId } = member
      if (email) await startMailChangeFor(context, tx, { userId, email })
      if (!name && !birthDate) return
      const { settings } = context.sites.byId(siteId)
      await editProfile(context, tx, { userId, settings, edit, isByOperator: true })
      if (name) assertName(context, name)
    },
  )
}

/** Ends all sessions of a member. @throws AppError `request.not_found` */
export async function logMemberOut(context: Pick<AppContext, 'transaction'>, target: Target) {
  await actOn(context, { ...target, act: 'member_logged_out' }, (tx, { userId }) =>
    endSessions(tx, { userId, except: [] }),
  )
}

/**
 * Starts the mails of a member again who reported one as spam, and has asked for them since (NOTE-1).
 * @throws AppError `request.not_found`, `operator.member_state`: there is no report
 */
export async function liftMailComplaint(
  context: Pick<AppContext, 'config' | 'transaction'>,
  { reason, ...target }: Target & { reason: string },
) {
  await actOn(context, { ...target, act: 'mail_complaint_lifted', details: { reason } }, async (tx, { userId }) => {
    if (!(await liftComplaint(context, tx, { userId }))) throw new AppError('operator.member_state')
  })
}

/**
 * Hides a member as their own pause does. Idempotent.
 * @throws AppError `request.not_found`, `operator.member_state`
 */
export async function pauseMember(context: Pick<AppContext, 'transaction' | 'clock'>, target: Target) {
  await actOn(context, { ...target, act: 'member_paused' }, async (tx, member) => {
    assertOpen(member)
    await savePause(tx, { userId: member.userId, pause: { at: context.clock.now(), endsAt: null } })
  })
}

/** @throws AppError as `pauseMember` */
export async function resumeMember(context: Pick<AppContext, 'transaction'>, target: Target) {
  await actOn(context, { ...target, act: 'member_resumed' }, async (tx, member) => {
    assertOpen(member)
    await savePause(tx, { userId: member.userId, pause: null })
  })
}

/**
 * Has the file with a member's data built; the mail goes to the member.
 * @throws AppError `request.not_found`, `operator.member_state`, `exports.in_progress`, `exports.too_many`
 */
export async function exportMember(context: Pick<AppContext, 'transaction' | 'clock' | 'jobs'>, target: Target) {
  await actOn(context, { ...target, act: 'member_exported' }, async (tx, member) => {
    assertOpen(member)
    await insertExport(context, tx, { userId: member.userId })
  })
}

/**
 * Deletes an account as its member would: hidden and logged out at once, with a mail that undoes it, and
 * erased after the same days (ACC-13). @throws AppError `request.not_found`, `operator.member_state`
 */
export async function deleteMember(
  context: Pick<AppContext, 'transaction' | 'clock' | 'mail'>,
  { reason, ...target }: Target & { reason: string },
) {
  await actOn(context, { ...target, act: 'member_deleted', details: { reason } }, async (tx, member) => {
    const { userId, pausedAt } = member
    const deletion = { userId, isPaused: pausedAt !== null, reason: null, remarks: '' }
    if (!(await saveDeletion(context, tx, deletion))) throw new AppError('operator.member_state')
  })
}

interface ActOnMember extends Target {
  act: AuditAct
  details?: Record<string, string | number>
}

/** Runs an act on a locked member, and records it in the same transaction. */
export async function actOn(
  { transaction }: Pick<AppContext, 'transaction'>,
  { by, memberId, act, details }: ActOnMember,
  run: (tx: Tx, member: Member) => Promise<void>,
) {
  await transaction(async (tx) => {
    const member = await queries.lockMember(tx, memberId)
    if (!member) throw new AppError('request.not_found')
    await run(tx, member)
    const subject = { kind: 'member' as const, id: member.userId }
    await recordAct(tx, { operator: by, act, subject, ...(details && { details }) })
  })
}

/** A closed account is the business of the safety queue, a deleted one waits for its erasure. */
export function assertOpen({ disabledAt, deletedAt }: Member) {
  if (disabledAt || deletedAt) throw new AppError('operator.member_state')
}
