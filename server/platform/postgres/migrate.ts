import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { OnProgress } from '#server/platform/progress.ts'
import { StartError } from '#server/platform/start-error.ts'

interface Migration {
  name: string
  sql: string
  checksum: string
}

const MIGRATIONS_PATH = fileURLToPath(new URL('../../migrations', import.meta.url))

/** Key of the advisory lock, an arbitrary number that is the same in every version. */
const LOCK_KEY = 7_203_421_190

/**
 * Applies the numbered SQL files of a directory that are missing in the database, in order, each in its own transaction.
 * Of several nodes that start at once, one migrates and the others wait. Returns the names of the applied migrations.
 * @throws StartError when an applied file has been changed, or the database is newer than this program
 */
export async function migrate({
  connectionString,
  folder = MIGRATIONS_PATH,
  onProgress = () => {},
}: {
  connectionString: string
  folder?: string
  onProgress?: OnProgress
}): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const client = new pg.Client({ connectionString, application_name: 'rendezvous migrations' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY])
    await client.query(`
      create table if not exists migrations (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )
    `)
    const applied = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations')
    const pending = pendingOf(migrations, applied.rows)
    for (const [index, migration] of pending.entries()) {
      await apply(client, migration)
      onProgress({ step: 'Preparing the database', done: index + 1, total: pending.length })
    }
    return pending.map(({ name }) => name)
  } finally {
    // Closing the connection releases the lock.
    await client.end()
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  const numbers = files.map((file) => file.slice(0, 4))
  const wrong = files.find(
    (file, index) => !/^\d{4}-[a-z\d-]+\.sql$/.test(file) || numbers.indexOf(numbers[index] ?? '') !== index,
  )
  if (wrong) throw new Error(`${wrong}: a migration is named like 0012-add-gifts.sql, and each number is used once`)
  return Promise.all(
    files.map(async (file) => {
      // Git may check out other line endings on other systems; the checksum ignores them.
      const sql = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n')
      return { name: file.slice(0, -'.sql'.length), sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

function pendingOf(migrations: Migration[], applied: { name: string; checksum: string }[]) {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of applied) {
    const migration = known.get(name)
    if (!migration) throw new StartError(`The database is newer than this program: it has migration ${name}.`)
    if (migration.checksum !== checksum) {
      throw new StartError(`Migration ${name} has been changed since it was applied. Undo that, and add a new one.`)
    }
  }
  const done = new Set(applied.map(({ name }) => name))
  return migrations.filter(({ name }) => !done.has(name))
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration) {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`migration ${name} failed`, { cause })
  }
}
