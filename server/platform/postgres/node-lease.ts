import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { SECOND } from '#contract/time.ts'
import { defineEvent, type Events } from '#server/platform/events.ts'
import type { Log } from '#server/platform/log.ts'
import { StartError } from '#server/platform/start-error.ts'
import type { Db } from './tx.ts'

const RENEW_EVERY_MS = 5 * SECOND
/** Outlasts a short outage of the database; the numbers of killed processes come back soon. */
const LEASE_SECONDS = 30
/** A process stops using its number this long before another one may take it. */
const SAFETY_MS = 5 * SECOND
const RETRY_EVERY_MS = SECOND

/** Another process of this database stopped, or was killed and its lease has expired. */
export const processEnded = defineEvent<{ wasKilled: boolean }>('process.ended')

/** The number of other processes that serve members changed. A killed one counts until its lease expires. */
export const processesCounted = defineEvent<{ others: number }>('processes.counted')

export interface NodeLease {
  /** The number that only this process has. */
  node: number
  /** Whether the number is still ours alone: not after an outage that outlasted the lease. */
  isValid(): boolean
  /** Gives the number back. */
  release(): Promise<void>
}

interface LeaseDeps {
  db: Db
  log: Log
  events: Events
}

interface LeaseOptions {
  /** How many numbers there are. */
  count: number
  /** How long to wait for a number: those of killed processes are free once their leases have expired. */
  patienceMs?: number
  /** False for a process that publishes no event that members wait for. Others do not count it. */
  serves?: boolean
  /** Of processes that exchange events among themselves, and so are not counted. */
  family?: string | null
}

interface OtherLease {
  node: number
  holder: string
  expiresAt: string
  hasExpired: boolean
  serves: boolean
  family: string | null
}

interface NewLease {
  holder: string
  count: number
  serves: boolean
  family: string | null
}

/**
 * Leases a number below `count` that no other process of this database has, and renews the lease while the
 * process runs. A lease that could not be renewed in time is replaced by a new one as soon as the database
 * answers. Publishes the end and the number of other processes, which it finds with the renewals.
 * @throws StartError when all numbers stay taken
 */
export async function leaseNode(
  { db, log, events }: LeaseDeps,
  { count, patienceMs = 2 * LEASE_SECONDS * SECOND, serves = true, family = null }: LeaseOptions,
): Promise<NodeLease> {
  const holder = randomUUID()
  const others = new OtherProcesses({ events, family })
  let node = await waitForNode(db, { holder, count, patienceMs, serves, family })
  let validUntil = validity()

  async function renew() {
    const requested = validity()
    try {
      const extended = await extend(db, { node, holder })
      others.update(extended.others)
      if (!extended.isOurs) {
        const next = await acquire(db, { holder, count, serves, family })
        if (next === null) return
        node = next
      }
      validUntil = requested
    } catch (error) {
      log.warn({ err: error }, 'node lease not renewed')
    }
  }

  let renewing = Promise.resolve()
  const timer = setInterval(() => {
    renewing = renewing.then(renew)
  }, RENEW_EVERY_MS).unref()

  return {
    get node() {
      return node
    },
    isValid: () => performance.now() < validUntil,
    async release() {
      clearInterval(timer)
      await renewing
      await sql`delete from node_leases where holder = ${holder}::uuid`.execute(db)
    },
  }
}

type Leases = ReadonlyMap<string, OtherLease>

/** The other processes, by their leases. Publishes which have ended, and how many serve members. */
class OtherProcesses {
  readonly #events: Events
  readonly #family: string | null
  /** By the holder. */
  #leases: Leases = new Map()
  #running: ReadonlySet<string> = new Set()

  constructor({ events, family }: { events: Events; family: string | null }) {
    this.#events = events
    this.#family = family
  }

  /** Compares the leases that a renewal found with those of the one before. */
  update(stored: readonly OtherLease[]) {
    const before = this.#leases
    this.#leases = new Map(stored.filter((other) => !other.hasExpired).map((other) => [other.holder, other]))
    this.#publishEnds(before, stored)
    this.#countRunning(before)
  }

  /** A stopping process returns its number. That of a killed one stays until another process takes it. */
  #publishEnds(before: Leases, stored: readonly OtherLease[]) {
    const ended = [...before.values()].filter(({ holder }) => !this.#leases.has(holder))
    const wasKilled = ended.some((end) => stored.some((other) => other.node === end.node))
    if (ended.length > 0) this.#events.publish(processEnded, { wasKilled })
  }

  /** A process runs if it has renewed its lease. One killed before this start has a lease for some time. */
  #countRunning(before: Leases) {
    const hasRenewed = ({ holder, expiresAt }: OtherLease) =>
      before.has(holder) && before.get(holder)?.expiresAt !== expiresAt
    const isCounted = ({ serves, family }: OtherLease) => serves && (this.#family === null || family !== this.#family)
    const running = [...this.#leases.values()].filter(
      (other) => isCounted(other) && (this.#running.has(other.holder) || hasRenewed(other)),
    )
    const { size } = this.#running
    this.#running = new Set(running.map(({ holder }) => holder))
    if (this.#running.size !== size) this.#events.publish(processesCounted, { others: this.#running.size })
  }
}

/** Counted from before the statement is sent, so that it ends before the database's own clock says so. */
function validity() {
  return performance.now() + LEASE_SECONDS * SECOND - SAFETY_MS
}

async function waitForNode(db: Db, { patienceMs, ...lease }: NewLease & { patienceMs: number }) {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const node = await acquire(db, lease)
    if (node !== null) return node
    if (performance.now() >= deadline) throw new StartError(`At most ${lease.count} processes can share a database.`)
    await sleep(RETRY_EVERY_MS)
  }
}

/** Null when no number is free, or when another process chose the same one at the same moment. */
async function acquire(db: Db, { holder, count, serves, family }: NewLease) {
  const { rows } = await sql<{ node: number }>`
    insert into node_leases as l (node, holder, expires_at, serves, family)
    select numbers.node, ${holder}::uuid, now() + ${LEASE_SECONDS} * interval '1 second', ${serves}::boolean, ${family}::uuid
    from generate_series(0, ${count - 1}::int) as numbers (node)
    left join node_leases former on former.node = numbers.node
    where former.expires_at is null or former.expires_at <= now()
    -- After a step of the clock, leases of processes that run have expired until each renews its own.
    order by former.expires_at nulls first, random()
    limit 1
    on conflict (node) do update
    set holder = excluded.holder, expires_at = excluded.expires_at, serves = excluded.serves, family = excluded.family
    where l.expires_at <= now()
    returning l.node`.execute(db)
  return rows[0]?.node ?? null
}

/**
 * Extends the lease, unless another process has the number. Returns the leases of the other processes, too.
 * An expired one that is still ours has been no one else's: the clock may have been set forward.
 */
async function extend(db: Db, { node, holder }: { node: number; holder: string }) {
  const { rows } = await sql<{ isOurs: boolean; others: OtherLease[] }>`
    with extended as (
      update node_leases
      set expires_at = now() + ${LEASE_SECONDS} * interval '1 second'
      where node = ${node} and holder = ${holder}::uuid
      returning 1
    )
    select exists (select from extended) as is_ours,
      array(
        select json_build_object(
          'node', l.node, 'holder', l.holder, 'expiresAt', l.expires_at, 'hasExpired', l.expires_at <= now(), 'serves', l.serves,
          'family', l.family
        )
        from node_leases l
        where l.holder <> ${holder}::uuid
      ) as others`.execute(db)
  return rows[0] ?? { isOurs: false, others: [] }
}
