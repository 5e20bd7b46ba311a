import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { OnProgress } from '#server/platform/progress.ts'
import { StartError } from '#server/platform/start-error.ts'

interface SqlFile {
  name: string
  sql: string
  checksum: string
}

/** The tables that record which files were applied. */
type Table = 'migrations' | 'function_files'

/** The directory of `migrations/` and `functions/`. */
const SERVER_PATH = fileURLToPath(new URL('../../', import.meta.url))

/** Key of the advisory lock, an arbitrary number that is the same in every version. */
const LOCK_KEY = 7_203_421_190

/**
 * Applies the files of `migrations/` that the database lacks, in order, each in a transaction. Then applies,
 * in one transaction, the files of `functions/` that have changed since they were last applied. Of nodes that
 * start at once, one migrates and the others wait. Returns the names of the applied files.
 * @throws StartError when an applied migration has been changed, or the database is newer than this program
 */
export async function migrate({
  connectionString,
  folder = SERVER_PATH,
  onProgress = () => {},
}: {
  connectionString: string
  folder?: string
  onProgress?: OnProgress
}): Promise<string[]> {
  const migrations = await readFiles(folder, 'migrations')
  assertNumbered(migrations)
  const functions = await readFiles(folder, 'functions')
  const client = new pg.Client({ connectionString, application_name: 'rendezvous migrations' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY])
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
    for (const [index, migration] of pending.entries()) {
      await apply(client, 'migrations', [migration])
      onProgress({ step: 'Preparing the database', done: index + 1, total: pending.length })
    }
    const applied = await readApplied(client, 'function_files')
    const changed = functions.filter(({ name, checksum }) => applied.get(name) !== checksum)
    if (changed.length) await apply(client, 'function_files', changed)
    return [...pending, ...changed].map(({ name }) => name)
  } finally {
    // Closing the connection releases the lock.
    await client.end()
  }
}

async function readFiles(folder: string, kind: 'migrations' | 'functions'): Promise<SqlFile[]> {
  const files = (await readdir(join(folder, kind))).filter((file) => file.endsWith('.sql')).toSorted()
  return Promise.all(
    files.map(async (file) => {
      // Git may check out other line endings on other systems; the checksum ignores them.
      const sql = (await readFile(join(folder, kind, file), 'utf8')).replaceAll('\r\n', '\n')
      return { name: file.slice(0, -'.sql'.length), sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

function assertNumbered(migrations: SqlFile[]) {
  const names = migrations.map(({ name }) => name)
  const numbers = names.map((name) => name.slice(0, 4))
  const wrong = names.find(
    (name, index) => !/^\d{4}-[a-z\d-]+$/.test(name) || numbers.indexOf(numbers[index] ?? '') !== index,
  )
  if (wrong) throw new Error(`${wrong}.sql: a migration is named like 0012-add-gifts.sql, and each number is used once`)
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

/** Runs files in one transaction, and records them. */
async function apply(client: pg.Client, table: Table, files: SqlFile[]) {
  let current = ''
  try {
    await client.query('begin')
    for (const { name, sql, checksum } of files) {
      current = name
      await client.query(sql)
      await client.query(
        `insert into ${table} (name, checksum) values ($1, $2)
        on conflict (name) do update set checksum = excluded.checksum, applied_at = excluded.applied_at`,
        [name, checksum],
      )
    }
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(table === 'migrations' ? `migration ${current} failed` : `functions of ${current} failed`, {
      cause,
    })
  }
}
