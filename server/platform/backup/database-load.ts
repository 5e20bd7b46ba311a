import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { z } from 'zod'
import { hashing, hashOf } from '#server/platform/hashing.ts'
import { StartError } from '#server/platform/start-error.ts'
import { findTables, readTable, type Table } from './database-dump.ts'

/** These say what the schema is, which the target has by its own migrations. */
const OF_SCHEMA = new Set(['public.migrations', 'public.function_files', 'graphile_worker.migrations'])

const HASH_OF_EMPTY = createHash('sha256').digest('hex')

const Sequences = z.array(z.strictObject({ name: z.string(), last: z.string().nullable() }))

interface ForeignKey {
  table: string
  name: string
  definition: string
}

/**
 * Fills the tables of an empty, migrated database in one transaction. Foreign keys are removed meanwhile, so
 * that the order of tables does not matter; adding them again checks every row. Triggers do not run.
 */
export class DatabaseLoad {
  readonly #client: pg.Client
  #tables: Table[] = []
  #foreignKeys: ForeignKey[] = []
  #sequences: z.output<typeof Sequences> = []
  readonly #hashes = new Map<string, string>()
  rows = 0

  constructor(client: pg.Client) {
    this.#client = client
  }

  /** @throws StartError when the database has members, or a backup lacks one of its migrations */
  async begin(migrations: string[]) {
    const { rows } = await this.#client.query<{ name: string }>('select name from migrations order by name')
    const own = rows.map(({ name }) => name)
    const [missing] = own.filter((name) => !migrations.includes(name))
    const [unknown] = migrations.filter((name) => !own.includes(name))
    if (missing) throw new StartError(`The backup is of an earlier version, without ${missing}: restore it with that.`)
    if (unknown) throw new StartError(`The backup is of a later version, with ${unknown}: restore it with that.`)
    const { rows: members } = await this.#client.query('select from users limit 1')
    if (members.length > 0) throw new StartError('The database has members already: restore into an empty one.')
    const { rows: partitioned } = await this.#client.query('select from pg_partitioned_table limit 1')
    // Its rows would be in another order than in the backup, by which both are compared.
    if (partitioned.length > 0)
      throw new StartError('The database has partitions: restore into one without, and partition it afterwards.')
    await this.#client.query('begin')
    this.#tables = await findTables(this.#client)
    this.#foreignKeys = await this.#findForeignKeys()
    for (const { table, name } of this.#foreignKeys)
      await this.#client.query(`alter table ${table} drop constraint ${name}`)
    const loaded = this.#tables.filter(({ name }) => !OF_SCHEMA.has(name))
    for (const { name } of loaded) await this.#client.query(`alter table ${name} disable trigger user`)
    // Migrations put the first rows into some tables.
    await this.#client.query(`truncate ${loaded.map(({ name }) => name).join(', ')}`)
  }

  async loadTable(table: Table, body: AsyncIterable<Buffer>) {
    const own = this.#tables.find(({ name }) => name === table.name)
    if (!own || table.columns.some((column) => !own.columns.includes(column)))
      throw new StartError(`The database has no table ${table.name} like that of the backup.`)
    const hash = createHash('sha256')
    if (OF_SCHEMA.has(table.name)) {
      for await (const bytes of body) hash.update(bytes)
      return
    }
    const target = this.#client.query(copyFrom(`copy ${table.name} (${table.columns.join(', ')}) from stdin`))
    await pipeline(Readable.from(hashing(body, hash)), target)
    this.rows += target.rowCount ?? 0
    this.#hashes.set(table.name, hash.digest('hex'))
  }

  /** Takes them for the end: unlike rows, values of sequences stay when a transaction is undone. */
  keepSequences(json: string) {
    this.#sequences = Sequences.parse(JSON.parse(json))
  }

  async #setSequences() {
    for (const { name, last } of this.#sequences)
      await this.#client.query('select setval($1::regclass, $2::bigint, $3)', [name, last ?? '1', last !== null])
  }

  /** Reads every table again and compares it with the backup, then makes everything visible at once. */
  async finish() {
    for (const table of this.#tables.filter(({ name }) => !OF_SCHEMA.has(name))) {
      // A table that the backup does not have is empty in both.
      const expected = this.#hashes.get(table.name) ?? HASH_OF_EMPTY
      if ((await hashOf(readTable(this.#client, table))) !== expected)
        throw new StartError(`${table.name} is not as in the backup: nothing was restored.`)
    }
    for (const { name } of this.#tables.filter((table) => !OF_SCHEMA.has(table.name)))
      await this.#client.query(`alter table ${name} enable trigger user`)
    for (const { table, name, definition } of this.#foreignKeys)
      await this.#client.query(`alter table ${table} add constraint ${name} ${definition}`)
    await this.#setSequences()
    await this.#client.query('commit')
    await this.#client.query('analyze')
  }

  async #findForeignKeys() {
    const { rows } = await this.#client.query<ForeignKey>(
      `select format('%I.%I', n.nspname, c.relname) as table, format('%I', k.conname) as name,
        pg_get_constraintdef(k.oid) as definition
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_namespace n on n.oid = c.relnamespace
      where k.contype = 'f' and n.nspname in ('public', 'graphile_worker')`,
    )
    return rows
  }
}
