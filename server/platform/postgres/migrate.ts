import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { OnProgress } from '#server/platform/progress.ts'
import { StartError } from '#server/platform/start-error.ts'
import { inBriefTransaction, type Patience } from './brief-transaction.ts'
import { assertNumbered, MIGRATIONS_LOCK_KEY, modeOf, readSqlFiles, type SqlFile } from './migration-files.ts'
import { discardCopy } from './partitions/twin.ts'
import { runMigration } from './run-migration.ts'

/** The tables that record which files were applied. */
type Table = 'migrations' | 'function_files'

/** The directory of `migrations/` and `functions/`. */
const SERVER_PATH = fileURLToPath(new URL('../../', import.meta.url))

const TURN_INTERVAL_MS = 100

/**
 * Applies the files of `migrations/` that the database lacks, in order, each as its file says. Then applies,
 * in one transaction, the files of `functions/` that have changed since they were last applied. Of nodes that
 * start at once, one migrates and the others wait. Returns the names of the applied files.
 * @throws StartError when an applied migration has been changed, or the database is newer than this program
 */
export async function migrate({
  connectionString,
  folder = SERVER_PATH,
  onProgress = () => {},
  patience = {},
}: {
  connectionString: string
  folder?: string
  onProgress?: OnProgress
  patience?: Partial<Patience>
}): Promise<string[]> {
  const migrations = await readSqlFiles(join(folder, 'migrations'))
  assertNumbered(migrations)
  const functions = await readSqlFiles(join(folder, 'functions'))
  const client = new pg.Client({ connectionString, application_name: 'rendezvous migrations' })
  await client.connect()
  try {
    await waitForTurn(client)
    for (const table of ['migrations', 'function_files'] satisfies Table[]) {
      await client.query(`
        create table if not exists ${table} (
          name text primary key,
          checksum text not null,
          applied_at timestamptz not null default now()
        )
      `)
    }
    const pending = pendingOf(migrations, await readApplied(client, 'migrations'))
    if (pending.length) await discardCopy(client, patience)
    for (const [index, migration] of pending.entries()) {
      await applyMigration(client, migration, patience)
      onProgress({ step: 'Preparing the database', done: index + 1, total: pending.length })
    }
    const applied = await readApplied(client, 'function_files')
    const changed = functions.filter(({ name, checksum }) => applied.get(name) !== checksum)
    if (changed.length) await applyFunctions(client, changed, patience)
    return [...pending, ...changed].map(({ name }) => name)
  } finally {
    // Closing the connection releases the lock.
    await client.end()
  }
}

/** Returns the checksums of the files that were applied, by name. */
async function readApplied(client: pg.Client, table: Table) {
  const { rows } = await client.query<{ name: string; checksum: string }>(`select name, checksum from ${table}`)
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function pendingOf(migrations: SqlFile[], applied: Map<string, string>) {
  const checksums = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  for (const [name, checksum] of applied) {
    if (!checksums.has(name)) throw new StartError(`The database is newer than this program: it has migration ${name}.`)
    if (checksums.get(name) !== checksum) {
      throw new StartError(`Migration ${name} has been changed since it was applied. Undo that, and add a new one.`)
    }
  }
  return migrations.filter(({ name }) => !applied.has(name))
}

async function applyMigration(client: pg.Client, { name, sql, checksum }: SqlFile, patience: Partial<Patience>) {
  const mode = modeOf({ name, sql })
  try {
    const record = () => recordFile(client, 'migrations', { name, checksum })
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
        await recordFile(client, 'function_files', file)
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

function recordFile(client: pg.Client, table: Table, { name, checksum }: Pick<SqlFile, 'name' | 'checksum'>) {
  return client.query(
    `insert into ${table} (name, checksum) values ($1, $2)
    on conflict (name) do update set checksum = excluded.checksum, applied_at = excluded.applied_at`,
    [name, checksum],
  )
}
