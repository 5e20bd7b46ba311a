import type { DataExport } from '#contract/exports/schemas.ts'
import { EXPORTS_PER_DAY } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId, newPublicId } from '#server/platform/ids.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { buildExport } from './jobs.ts'
import * as queries from './queries.ts'

/** Returns the latest export and how many can be requested now. */
export async function latestExport(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { viewer: { userId } }: { viewer: Pick<Viewer, 'userId'> },
) {
  const now = clock.now()
  const [row, used] = await Promise.all([queries.findLatest(db, userId), usedToday({ db, clock }, userId)])
  const isGone = row?.expiresAt && row.expiresAt <= now
  return {
    export: row && !isGone ? toExport(row) : null,
    left: row?.status === 'waiting' ? 0 : Math.max(0, EXPORTS_PER_DAY - used),
  }
}

/**
 * Requests an export, which a job builds (ACC-16).
 * @throws AppError `exports.in_progress`: one at a time, `exports.too_many` with `{max}`
 */
export async function requestExport(
  { db, clock, transaction, jobs }: Pick<AppContext, 'db' | 'clock' | 'transaction' | 'jobs'>,
  { viewer: { userId } }: { viewer: Viewer },
) {
  await transaction((tx) => insertExport({ clock, jobs }, tx, { userId }))
  return latestExport({ db, clock }, { viewer: { userId } })
}

/**
 * Requests an export of a member's data in the transaction of the caller. The member gets the mail about it.
 * @throws AppError as `requestExport`
 */
export async function insertExport(
  { clock, jobs }: Pick<AppContext, 'clock' | 'jobs'>,
  tx: Tx,
  { userId }: { userId: number },
) {
  if ((await usedToday({ db: tx, clock }, userId)) >= EXPORTS_PER_DAY)
    throw new AppError('exports.too_many', { params: { max: EXPORTS_PER_DAY } })
  const publicId = newPublicId()
  const row = { id: newId(clock), publicId, userId, requestedAt: clock.now() }
  if (!(await queries.insertExport(tx, row))) throw new AppError('exports.in_progress')
  await jobs.enqueue(tx, buildExport, { exportId: publicId })
}

function usedToday({ db, clock }: { db: Queryable } & Pick<AppContext, 'clock'>, userId: number) {
  return queries.countSince(db, { userId, since: new Date(clock.now().getTime() - DAY) })
}

function toExport({ publicId, status, done, total, size, requestedAt, expiresAt }: queries.ExportRow): DataExport {
  const isReady = status === 'ready'
  return {
    id: publicId,
    status: status === 'ready' || status === 'waiting' ? status : 'failed',
    percent: isReady ? 100 : Math.min(99, Math.floor((100 * done) / Math.max(1, total))),
    size,
    requestedAt: requestedAt.toISOString(),
    expiresAt: isReady ? (expiresAt?.toISOString() ?? null) : null,
  }
}
