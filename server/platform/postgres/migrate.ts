import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { OnProgress } from '#server/platform/progress.ts'
import { StartError } from '#server/platform/start-error.ts'
import { inBriefTransaction, type Patience } from './brief-transaction.ts'
import {
  assertNumbered,
  MIGRATIONS_LOCK_KEY,
  modeOf,
  readSqlFiles,
  unreadSince,
  type SqlFile,
} from './migration-files.ts'
import { discardCopy } from './partitions/twin.ts'
import { runMigration } from './run-migration.ts'

interface Applied {
  name: string
  checksum: string
  /** The migration without which a program reads what this one removed. */
  unreadSince: string | null
}

/** The directory of `migrations/` and `functions/`. */
const SERVER_PATH = fileURLToPath(new URL('../../', import.meta.url))

const TURN_INTERVAL_MS = 100

/**
 * Applies the files of `migrations/` that the database lacks, in order, each as its file says. Then applies,
 * in one transaction, the files of `functions/` that have changed since they were last applied. Of nodes that
 * start at once, one migrates and the others wait. Returns the names of the applied files.
 *
 * A later version of the program may have migrated the database before. Then nothing is applied, its
 * functions stay, and `onNewer` gets the names of its migrations (docs/decisions/0135-older-beside-newer.md).
 * @throws StartError when an applied migration has been changed, or a later one removed what this reads
 */
export async function migrate({
  connectionString,
  folder = SERVER_PATH,
  onProgress = () => {},
  onNewer = () => {},
  patience = {},
}: {
  connectionString: string
  folder?: string
  onProgress?: OnProgress
  onNewer?: (migrations: string[]) => void
  patience?: Partial<Patience>
}): Promise<string[]> {
  const migrations = await readSqlFiles(join(folder, 'migrations'))
  assertNumbered(migrations)
  const functions = await readSqlFiles(join(folder, 'functions'))
  const client = new pg.Client({ connectionString, application_name: 'rendezvous migrations' })
  await client.connect()
  try {
    await waitForTurn(client)
    await createTables(client)
    const { pending, later } = compare(migrations, await readMigrations(client))
    if (later.length > 0) {
      onNewer(later)
      return []
    }
    if (pending.length) await discardCopy(client, patience)
    for (const [index, migration] of pending.entries()) {
      await applyMigration(client, migration, patience)
      onProgress({ step: 'Preparing the database', done: index + 1, total: pending.length })
    }
    const applied = await readFunctions(client)
    const changed = functions.filter(({ name, checksum }) => applied.get(name) !== checksum)
    if (changed.length) await applyFunctions(client, changed, patience)
    return [...pending, ...changed].map(({ name }) => name)
  } finally {
    // Closing the connection releases the lock.
    await client.end()
  }
}

async function createTables(client: pg.Client) {
  for (const table of ['migrations', 'function_files']) {
    await client.query(`
      create table if not exists ${table} (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )
    `)
  }
  // Asked first: the change would wait for a backup, and each reader for the change.
  const { rows } = await client.query(
    "select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'unread_since'",
  )
  if (rows.length === 0) await client.query('alter table migrations add column unread_since text')
}

/** Returns the migrations that were applied, by name. */
async function readMigrations(client: pg.Client) {
  const { rows } = await client.query<Applied>(
    'select name, checksum, unread_since as "unreadSince" from migrations order by name',
  )
  return new Map(rows.map((row) => [row.name, row]))
}

/** Returns the checksums of the files of functions that were applied, by name. */
async function readFunctions(client: pg.Client) {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from function_files')
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

/** The migrations to apply, or the names of those that a later version applied and this one does not have. */
function compare(migrations: SqlFile[], applied: Map<string, Applied>) {
  const own = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  const later: string[] = []
  for (const { name, checksum, unreadSince: needed } of applied.values()) {
    if (!own.has(name)) {
      if (needed !== null && !own.has(needed)) {
        throw new StartError(
          `The database is newer than this program: migration ${name} removed what this version reads. ` +
            `Start a version that has migration ${needed}.`,
        )
      }
      later.push(name)
    } else if (own.get(name) !== checksum) {
      throw new StartError(`Migration ${name} has been changed since it was applied. Undo that, and add a new one.`)
    }
  }
  const pending = migrations.filter(({ name }) => !applied.has(name))
  if (later.length > 0 && pending[0]) {
    throw new StartError(
      `The database is of another version: it has migration ${later[0]}, which this program lacks, ` +
        `and lacks ${pending[0].name}.`,
    )
  }
  return { pending, later }
}

async function applyMigration(client: pg.Client, { name, sql, checksum }: SqlFile, patience: Partial<Patience>) {
  const mode = modeOf({ name, sql })
  try {
    const record = () => recordMigration(client, { name, checksum, sql })
    await runMigration(client, { name, sql, mode, record }, patience)
  } catch (cause) {
    throw cause instanceof StartError ? cause : new Error(`migration ${name} failed`, { cause })
  }
}

/** All of them in one transaction. */
async function applyFunctions(client: pg.Client, files: readonly SqlFile[], patience: Partial<Patience>) {
  let current = ''
  try {
    await inBriefTransaction(client, { name: 'of the functions', patience }, async () => {
      for (const file of files) {
        current = file.name
        await client.query(file.sql)
        await recordFunctions(client, file)
      }
    })
  } catch (cause) {
    throw cause instanceof StartError ? cause : new Error(`functions of ${current} failed`, { cause })
  }
}

/**
 * Asks at intervals. A connection that waits for the lock would be a transaction for which `create index
 * concurrently` waits, while it holds the lock.
 */
async function waitForTurn(client: pg.Client) {
  for (;;) {
    const { rows } = await client.query<{ is_mine: boolean }>('select pg_try_advisory_lock($1) as is_mine', [
      MIGRATIONS_LOCK_KEY,
    ])
    if (rows[0]?.is_mine) return
    await sleep(TURN_INTERVAL_MS)
  }
}

function recordMigration(client: pg.Client, { name, checksum, sql }: SqlFile) {
  return client.query('insert into migrations (name, checksum, unread_since) values ($1, $2, $3)', [
    name,
    checksum,
    unreadSince(sql) ?? null,
  ])
}

function recordFunctions(client: pg.Client, { name, checksum }: SqlFile) {
  return client.query(
    `insert into function_files (name, checksum) values ($1, $2)
    on conflict (name) do update set checksum = excluded.checksum, applied_at = excluded.applied_at`,
    [name, checksum],
  )
}
