import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface SqlFile {
  name: string
  sql: string
  checksum: string
}

/**
 * How a migration runs, by a line of its own in the file (docs/operations.md, changing the schema):
 *
 * - none: in a transaction, as a whole;
 * - `-- runs: statement by statement`: outside a transaction, as `create index concurrently` demands;
 * - `-- runs: in batches of messages`: one statement, for `$1 <= ctid < $2`, over all blocks of the table.
 */
export type RunMode = { kind: 'transaction' } | { kind: 'statements' } | { kind: 'batches'; table: string }

/** Of the advisory lock of migrations, an arbitrary number that is the same in every version. */
export const MIGRATIONS_LOCK_KEY = 7_203_421_190

const MODE_LINE = /^-- runs: *(.*?) *$/m

/** Reads the files of a directory, in the order of their names. */
export async function readSqlFiles(folder: string): Promise<SqlFile[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  return Promise.all(
    files.map(async (file) => {
      // Git may check out other line endings on other systems; the checksum ignores them.
      const sql = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n')
      return { name: file.slice(0, -'.sql'.length), sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

export function assertNumbered(migrations: readonly Pick<SqlFile, 'name'>[]) {
  const names = migrations.map(({ name }) => name)
  const numbers = names.map((name) => name.slice(0, 4))
  const wrong = names.find(
    (name, index) => !/^\d{4}-[a-z\d-]+$/.test(name) || numbers.indexOf(numbers[index] ?? '') !== index,
  )
  if (wrong) throw new Error(`${wrong}.sql: a migration is named like 0012-add-gifts.sql, and each number is used once`)
}

/** @throws Error when the line names no mode */
export function modeOf({ name, sql }: Pick<SqlFile, 'name' | 'sql'>): RunMode {
  const mode = MODE_LINE.exec(sql)?.[1]
  if (mode === undefined) return { kind: 'transaction' }
  if (mode === 'statement by statement') return { kind: 'statements' }
  const table = /^in batches of ([a-z_]+)$/.exec(mode)?.[1]
  if (table !== undefined) return { kind: 'batches', table }
  throw new Error(`${name}.sql: '-- runs:' is followed by 'statement by statement' or 'in batches of <table>'`)
}

/** `-- unread since 0140-…`: the versions that have that migration do without what this one removes. */
export function unreadSince(sql: string) {
  return /^-- unread since (\S+) *$/m.exec(sql)?.[1]
}

/** Splits a file that runs statement by statement: each ends with a semicolon at the end of a line. */
export function statementsOf(sql: string) {
  const withoutComments = sql.replaceAll(/^\s*--.*$/gm, '')
  return withoutComments
    .split(/;[^\S\n]*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter(Boolean)
}
