import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { SECOND } from '#contract/time.ts'
import type { Log } from '#server/platform/log.ts'
import type { Database } from './db.ts'
import { DatabaseUnavailable, isRepeatable, wasUndone } from './faults.ts'
import type { Db } from './tx.ts'

/** What others change, such as a block, is seen this late at most. A replica further behind is not read. */
const MAX_LAG_MS = 1 * SECOND
const CHECK_INTERVAL_MS = 250
const WAL_PAGE_BYTES = 8192
const WAL_PAGE_HEADER_BYTES = 40

/** Runs a statement that only reads on the database that the request may read. It may run a second time. */
export type Read = <Result>(run: (db: Db) => Promise<Result>) => Promise<Result>

interface Deps {
  primary: Pick<Database, 'db'>
  /** Closed by `close`. */
  replica: Pick<Database, 'db' | 'close'>
  log: Log
}

/** A position in the write-ahead log of the primary, in bytes. */
export type Position = number

interface Sample {
  /** On the clock of the process, before the position was asked for. */
  at: number
  position: Position
}

/**
 * Chooses between the primary and a streaming replica. The primary's position is noted again and again; once
 * the replica has replayed one, it has everything from before that moment. So a replica that lags, hangs or
 * is gone looks the same: that moment is too long ago. Source: docs/decisions/0130-reads-from-a-replica.md.
 */
export class ReplicaReads {
  readonly #primary: Db
  readonly #replica: Deps['replica']
  readonly #log: Log
  readonly #stopping = new AbortController()
  readonly #checking: Promise<void>
  /** Oldest first, those that the replica has not replayed yet. */
  #samples: Sample[] = []
  /** The replica has all that was written before. */
  #currentAt = -Infinity
  /** The same, also while it is not read. At first the start of the process. */
  #hadAllAt = performance.now()
  #replayed: Position = -1
  #wasUsable = false

  constructor({ primary, replica, log }: Deps) {
    this.#primary = primary.db
    this.#replica = replica
    this.#log = log
    this.#checking = this.#checkAgainAndAgain()
  }

  /** Returns the position of the primary, which includes all that was committed before the call. */
  position(): Promise<Position> {
    return positionOf(this.#primary)
  }

  /**
   * Returns how to read for a member whose last write is at `after`: on the replica if it has that, and lags
   * little; else, and when it fails, on the primary.
   */
  after(after: Position): Read {
    return async (run) => {
      if (!this.isUsable() || after > this.#replayed) return run(this.#primary)
      try {
        return await run(this.#replica.db)
      } catch (error) {
        if (!isReplicaFault(error)) throw error
        this.#suspend()
        return run(this.#primary)
      }
    }
  }

  isUsable() {
    return performance.now() - this.#currentAt <= MAX_LAG_MS
  }

  /** Seconds since the last moment of which the replica is known to have everything. */
  lagSeconds() {
    return (performance.now() - this.#hadAllAt) / SECOND
  }

  async close() {
    this.#stopping.abort()
    await this.#checking
    await this.#replica.close()
  }

  async #checkAgainAndAgain() {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      // A replica or a primary that does not answer is noticed by the time that passes.
      await this.#check().catch((error: unknown) => this.#log.debug({ err: error }, 'replica not checked'))
      this.#logChange()
      await sleep(CHECK_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  async #check() {
    const at = performance.now()
    const position = await positionOf(this.#primary)
    this.#samples = [...this.#samples.filter((sample) => at - sample.at <= MAX_LAG_MS), { at, position }]
    const replayed = await replayedBy(this.#replica.db)
    // A replica that was promoted follows no longer.
    if (replayed === null) return this.#suspend()
    this.#replayed = replayed
    const reached = this.#samples.findLast((sample) => sample.position <= replayed)
    if (!reached) return
    this.#currentAt = reached.at
    this.#hadAllAt = reached.at
    this.#samples = this.#samples.filter((sample) => sample.at > reached.at)
  }

  /** Until the next check finds that it works. */
  #suspend() {
    this.#currentAt = -Infinity
    this.#samples = []
  }

  #logChange() {
    const isUsable = this.isUsable()
    if (isUsable === this.#wasUsable) return
    this.#wasUsable = isUsable
    if (isUsable) this.#log.info('the replica of the database is read')
    else this.#log.warn('the replica of the database is not read: it lags or does not answer')
  }
}

/**
 * Whether the same statement may succeed on the primary: one that took too long would take as long there.
 * Replaying a change cancels a statement that still needs the old rows, as a serialization failure.
 */
function isReplicaFault(error: unknown) {
  return (error instanceof DatabaseUnavailable && !wasUndone(error)) || isRepeatable(error)
}

async function positionOf(db: Db) {
  const { rows } = await sql<{ position: number }>`
    select (pg_current_wal_insert_lsn() - '0/0')::bigint as position`.execute(db)
  const position = rows[0]?.position ?? Infinity
  // The next record begins behind the header of its page. The replica's position is the end of the last one.
  const inPage = position % WAL_PAGE_BYTES
  return inPage <= WAL_PAGE_HEADER_BYTES ? position - inPage : position
}

/** Null for a server that is no replica. */
async function replayedBy(db: Db) {
  const { rows } = await sql<{ position: number | null }>`
    select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::bigint end as position`.execute(db)
  return rows[0]?.position ?? null
}
