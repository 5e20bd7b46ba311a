import { CASE_CLAIM_MS, CASE_SKIP_MS } from '#contract/limits.ts'
import type { CaseKind } from '#contract/moderation/cases.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { findSubject, insertEvent } from './case-queries.ts'
import * as queries from './claim-queries.ts'

type Deps = Pick<Context, 'transaction' | 'clock'>

interface ClaimKey {
  actorId: string
  /** Of the case. */
  reference: string
}

/**
 * Gives a case to an operator for `CASE_CLAIM_MS`, so that no other works on it. Claiming again lengthens it.
 * @throws AppError `moderation.case_not_found`, `moderation.case_decided`, `moderation.case_claimed`,
 * `moderation.case_excluded` (an appeal against one's own decision)
 */
export async function claimCase({ transaction, clock }: Deps, { actorId, reference }: ClaimKey) {
  return transaction(async (tx) => {
    const current = await lockOpenCase(tx, reference)
    const now = clock.now()
    if (current.excludedActor === actorId) throw new AppError('moderation.case_excluded')
    if (current.claimedBy !== null && current.claimedBy !== actorId && isAfter(current.claimedUntil, now))
      throw new AppError('moderation.case_claimed')
    return take({ clock }, tx, { caseId: current.id, actorId })
  })
}

/**
 * Gives an operator the first case of the queue that no one works on, without those that the operator skipped
 * lately. Returns null when there is none. Two operators at once get two cases.
 */
export async function claimNext(
  { transaction, clock }: Deps,
  { actorId, kind }: { actorId: string; kind: CaseKind | null },
) {
  return transaction(async (tx) => {
    const now = clock.now()
    const skippedSince = new Date(now.getTime() - CASE_SKIP_MS)
    const next = await queries.lockNextCase(tx, { actorId, kind, now, skippedSince })
    if (!next) return null
    await take({ clock }, tx, { caseId: next.id, actorId })
    return { reference: next.reference }
  })
}

/**
 * Returns which case `claimNext` would give after the one that an operator works on, so that it can be
 * fetched before; null when there is none.
 */
export async function peekNext(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { actorId, kind, reference }: ClaimKey & { kind: CaseKind | null },
) {
  const current = await findSubject(db, reference)
  const now = clock.now()
  const skippedSince = new Date(now.getTime() - CASE_SKIP_MS)
  return queries.findNextCase(db, { actorId, kind, now, skippedSince, after: current?.id ?? 0 })
}

/**
 * Gives a case back to the queue, and records that the operator could not judge it.
 * @throws AppError `moderation.case_not_found`, `moderation.case_decided`, `moderation.case_not_claimed`
 */
export async function skipCase({ transaction, clock }: Deps, { actorId, reference }: ClaimKey) {
  await transaction(async (tx) => {
    const current = await lockOpenCase(tx, reference)
    const at = clock.now()
    if (current.claimedBy !== actorId || !isAfter(current.claimedUntil, at))
      throw new AppError('moderation.case_not_claimed')
    await queries.endClaim(tx, current.id)
    await insertEvent(tx, { id: newId(clock), caseId: current.id, type: 'skipped', actorId, at })
  })
}

async function take(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { caseId, actorId }: { caseId: number; actorId: string },
) {
  const at = clock.now()
  const until = new Date(at.getTime() + CASE_CLAIM_MS)
  const { isNew } = await queries.saveClaim(tx, { caseId, actorId, at, until })
  if (isNew) await insertEvent(tx, { id: newId(clock), caseId, type: 'claimed', actorId, at })
  return { claimedUntil: until }
}

/** @throws AppError `moderation.case_not_found`, `moderation.case_decided` */
async function lockOpenCase(tx: Tx, reference: string) {
  const current = await queries.lockByReference(tx, reference)
  if (!current) throw new AppError('moderation.case_not_found')
  if (current.status !== 'open') throw new AppError('moderation.case_decided')
  return current
}

function isAfter(until: Date | null, now: Date) {
  return until !== null && until > now
}
