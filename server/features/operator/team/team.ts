import { OPERATORS_MAX } from '#contract/limits.ts'
import type { OperatorRole } from '#contract/operator/permissions.ts'
import type { ListedOperator } from '#contract/operator/team/schemas.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { operatorPasskeys } from '../access/operator-passkeys.ts'
import type { RequestOperator } from '#server/platform/http/callers.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { deleteSessionsOf } from '../access/queries.ts'
import { recordAct } from '../audit/record.ts'
import * as queries from './queries.ts'

type Deps = Pick<AppContext, 'transaction' | 'clock'>

interface Target {
  by: RequestOperator
  operatorId: string
}

export async function listOperators({ db }: Pick<AppContext, 'db'>): Promise<ListedOperator[]> {
  const rows = await queries.listOperators(db, OPERATORS_MAX)
  return rows.map(({ passwordHash, totpSecret, createdAt, disabledAt, lastLoginAt, role, ...row }) => ({
    ...row,
    // Written by this slice only.
    role: role as OperatorRole,
    state: disabledAt ? 'disabled' : passwordHash ? 'active' : 'invited',
    hasSecondFactor: totpSecret !== null,
    createdAt: createdAt.toISOString(),
    lastLoginAt: lastLoginAt?.toISOString() ?? null,
  }))
}

/**
 * Gives an operator another role, from the next request on.
 * @throws AppError `request.not_found`, `operator.last_owner`
 */
export async function changeRole({ transaction }: Deps, { by, operatorId, role }: Target & { role: OperatorRole }) {
  await transaction(async (tx) => {
    const operator = await lockTarget(tx, { operatorId, staysOwner: role === 'owner' })
    await queries.saveOperator(tx, { id: operatorId, role })
    await recordAct(tx, {
      operator: by,
      act: 'role_changed',
      subject: { kind: 'operator', id: operatorId },
      details: { from: operator.role, to: role },
    })
  })
}

/**
 * Ends all sessions of an operator and allows no further log-in.
 * @throws AppError `request.not_found`, `operator.last_owner`, `operator.own_account`
 */
export async function disableOperator({ transaction, clock }: Deps, { by, operatorId }: Target) {
  if (by.operatorId === operatorId) throw new AppError('operator.own_account')
  await transaction(async (tx) => {
    await lockTarget(tx, { operatorId, staysOwner: false })
    await queries.saveOperator(tx, { id: operatorId, disabledAt: clock.now() })
    await deleteSessionsOf(tx, operatorId)
    await queries.deleteInvitations(tx, operatorId)
    await recordAct(tx, { operator: by, act: 'operator_disabled', subject: { kind: 'operator', id: operatorId } })
  })
}

/** @throws AppError `request.not_found` */
export async function enableOperator({ transaction }: Deps, { by, operatorId }: Target) {
  await transaction(async (tx) => {
    await lockTarget(tx, { operatorId, staysOwner: true })
    await queries.saveOperator(tx, { id: operatorId, disabledAt: null })
    await recordAct(tx, { operator: by, act: 'operator_enabled', subject: { kind: 'operator', id: operatorId } })
  })
}

/**
 * Removes the second factor of an operator and ends all sessions: the next log-in sets up another one.
 * `by`: null for the command line.
 * @throws AppError `request.not_found`
 */
export async function resetSecondFactor(
  { transaction }: Pick<Deps, 'transaction'>,
  { by, operatorId }: Omit<Target, 'by'> & { by: RequestOperator | null },
) {
  await transaction(async (tx) => {
    await lockTarget(tx, { operatorId, staysOwner: true })
    await queries.saveOperator(tx, { id: operatorId, totpSecret: null, totpLastPeriod: 0 })
    // The lost device has its passkeys too.
    await operatorPasskeys.deleteAll(tx, operatorId)
    await deleteSessionsOf(tx, operatorId)
    await recordAct(tx, { operator: by, act: 'second_factor_reset', subject: { kind: 'operator', id: operatorId } })
  })
}

/**
 * Locks an operator. Owners are locked together, so that two cannot remove each other at the same time.
 * @throws AppError `request.not_found`, `operator.last_owner`
 */
async function lockTarget(tx: Tx, { operatorId, staysOwner }: { operatorId: string; staysOwner: boolean }) {
  const owners = await queries.lockOwners(tx)
  const operator = await queries.lockOperatorRow(tx, operatorId)
  if (!operator) throw new AppError('request.not_found')
  if (!staysOwner && owners.length === 1 && owners[0] === operatorId) throw new AppError('operator.last_owner')
  return operator
}
