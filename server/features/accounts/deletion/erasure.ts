import { DELETION_DAYS, OPEN_ORDER_DAYS, UNCONFIRMED_DAYS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import type { Context } from '#server/platform/context.ts'
import { emit, transactions } from '#server/platform/postgres/db.ts'
import type { Db, Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { erasureHash } from './erasure-log.ts'
import * as deletions from './deletion-queries.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import { deleteUser, usersAfter } from '#server/features/accounts/queries.ts'
import { findUnconfirmed, lockUnconfirmed } from '#server/features/accounts/email/unconfirmed-queries.ts'

/** Accounts fetched by one query. */
const BATCH = 200
/** Keys of accounts that one query reads. */
const SCANNED = 10_000

type Deps = Pick<Context, 'database' | 'events' | 'clock' | 'log'>

/** Which accounts are erased, and why. */
interface Erasure {
  /** For the log. */
  cause: 'unconfirmed' | 'deleted' | 'restored'
  find(db: Queryable, batch: { after: number; limit: number }): Promise<number[]>
  /** Locks an account and returns whether it is still to be erased. */
  lock(tx: Tx, userId: number): Promise<boolean>
}

/** Erases accounts that stayed unconfirmed (ACC-7). */
export async function eraseUnconfirmed(deps: Deps, signal: AbortSignal) {
  const now = deps.clock.now().getTime()
  const before = {
    createdBefore: new Date(now - UNCONFIRMED_DAYS * DAY),
    orderedBefore: new Date(now - OPEN_ORDER_DAYS * DAY),
  }
  await eraseAll(deps, signal, {
    cause: 'unconfirmed',
    find: (db, batch) => findUnconfirmed(db, { ...before, ...batch }),
    lock: (tx, userId) => lockUnconfirmed(tx, { userId, ...before }),
  })
}

/** Erases accounts whose members deleted them, once the days to undo it are over (ACC-13). */
export async function eraseDeleted(deps: Deps, signal: AbortSignal) {
  const deletedBefore = new Date(deps.clock.now().getTime() - DELETION_DAYS * DAY)
  await eraseAll(deps, signal, {
    cause: 'deleted',
    find: (db, batch) => deletions.findDue(db, { deletedBefore, ...batch }),
    lock: (tx, userId) => deletions.lockDue(tx, { userId, deletedBefore }),
  })
}

/**
 * Erases accounts again that a restored backup has brought back: those whose hash is in the log of erasures.
 * Returns how many were erased, and how many failed.
 */
export async function eraseAgain(deps: Deps & Pick<Context, 'config'>, erased: ReadonlySet<string>) {
  const accounts: number[] = []
  for (let after: number | undefined = 0; after !== undefined && erased.size > 0;) {
    const userIds: number[] = await usersAfter(deps.database.db, { after, limit: SCANNED })
    accounts.push(...userIds.filter((userId) => erased.has(erasureHash(deps.config, userId))))
    after = userIds.at(-1)
  }
  return eraseAll(deps, new AbortController().signal, {
    cause: 'restored',
    find: async (_db, { after, limit }) => accounts.filter((id) => id > after).slice(0, limit),
    lock: async () => true,
  })
}

/**
 * Erases each account in its own transaction, which also queues the deletion of its files. A run that is
 * killed leaves every account complete or erased. A failure is logged and does not stop the others.
 */
function eraseAll({ database, ...deps }: Deps, signal: AbortSignal, erasure: Erasure) {
  // A member can have hundreds of thousands of likes, too many for the statement timeout of a request.
  return database.runLong((db) => eraseEach({ ...deps, db }, signal, erasure))
}

async function eraseEach(
  { db, events, log }: Pick<Deps, 'events' | 'log'> & { db: Db },
  signal: AbortSignal,
  { cause, find, lock }: Erasure,
) {
  const transaction = transactions({ db, events })
  let [after, erased, failed] = [0, 0, 0]
  while (!signal.aborted) {
    const userIds = await find(db, { after, limit: BATCH })
    for (const userId of userIds) {
      if (signal.aborted) break
      try {
        if (await transaction((tx) => eraseOne(tx, userId, lock))) erased += 1
      } catch (error) {
        failed += 1
        log.error({ err: error, cause }, 'account not erased')
      }
    }
    if (userIds.length > 0) log.info({ cause, erased, failed }, 'accounts erased so far')
    const last = userIds.at(-1)
    if (last === undefined || userIds.length < BATCH) break
    after = last
  }
  return { erased, failed }
}

async function eraseOne(tx: Tx, userId: number, lock: Erasure['lock']) {
  // The member may have opened a link or ordered something since.
  if (!(await lock(tx, userId))) return false
  await emit(tx, accountErased, { userId })
  await deleteUser(tx, userId)
  return true
}
