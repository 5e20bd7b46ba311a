/** Transactions that do not make requests wait: they wait for locks for a moment only, and try again. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { MINUTE, SECOND } from '#contract/time.ts'
import { StartError } from '#server/platform/start-error.ts'

/** While a statement waits for a lock on a table, all later ones of that table wait behind it. */
const LOCK_TIMEOUT_MS = 50
/** Transactions of requests end within seconds; jobs that read whole tables may take some minutes. */
export const MAX_WAIT_MS = 10 * MINUTE
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 5 * SECOND
/** Longer than any statement that the check of the migrations lets through in a transaction. */
const STATEMENT_TIMEOUT_MS = 5 * MINUTE

/** How long it tries to get a lock. */
export interface Patience {
  maxWaitMs: number
  onWait: (name: string) => void
}

const DEFAULT_PATIENCE: Patience = { maxWaitMs: MAX_WAIT_MS, onWait: () => {} }

/**
 * Runs work in a transaction that waits for a lock for a moment only. Without the lock it tries again, with
 * growing pauses in which requests go on.
 * @throws StartError when others hold the lock for longer than `maxWaitMs`
 */
export async function inBriefTransaction<Result>(
  client: pg.Client,
  { name, patience }: { name: string; patience: Partial<Patience> },
  work: () => Promise<Result>,
) {
  const { maxWaitMs, onWait } = { ...DEFAULT_PATIENCE, ...patience }
  const startedAt = performance.now()
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
    try {
      return await inTransaction(client, work)
    } catch (error) {
      if (!isLockError(error)) throw error
      if (performance.now() - startedAt > maxWaitMs) {
        throw new StartError(
          `Migration ${name} needs a lock that other connections did not release in time. Nothing has been changed ` +
            'by this attempt; start again when no long transaction runs.',
          { cause: error },
        )
      }
    }
    onWait(name)
    // A part of it is random: what locks the table at intervals must not meet each attempt.
    await sleep(pauseMs * (0.5 + Math.random() / 2))
  }
}

async function inTransaction<Result>(client: pg.Client, work: () => Promise<Result>) {
  await client.query('begin')
  try {
    await client.query(
      `set local lock_timeout = ${LOCK_TIMEOUT_MS}; set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
    )
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** The lock is held by another transaction, or both wait for each other. */
function isLockError(error: unknown) {
  return error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01')
}
