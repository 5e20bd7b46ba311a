import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import {
  appliedMigrations,
  findSequences,
  findTables,
  openPlainConnection,
  readTable,
} from '#server/platform/backup/database-dump.ts'
import { DatabaseLoad } from '#server/platform/backup/database-load.ts'
import { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/log.ts'
import type { OnProgress } from '#server/platform/progress.ts'
import { StartError } from '#server/platform/start-error.ts'
import { exists, startCluster, type Programs } from '../cluster.ts'
import { openDatabase } from '../db.ts'
import { migrate } from '../migrate.ts'
import { foldersOf, majorOfFolder } from './major.ts'

/** The directory of `migrations/`. */
const SERVER_PATH = join(import.meta.dirname, '..', '..', '..')

interface UpgradeInput {
  /** The data directory, whose lock the caller holds. */
  home: string
  /** Of the major version of the data directory, and of the one that it is to have. */
  from: Pick<Programs, 'postgres'>
  to: Programs
  log: Log
  print?: (line: string) => void
  onProgress?: OnProgress
}

/**
 * Copies the embedded database into a new data directory of another major version, compares every row, and
 * puts it in the place of the old one, which stays beside it. Until then nothing is changed, so a stopped
 * run can be repeated. Returns what was copied, or null when only the place had still to be taken.
 * @throws StartError for tables that are not the program's
 */
export async function upgradeDatabase(input: UpgradeInput) {
  const { home } = input
  const { current, draft, complete, former } = foldersOf(home)
  const major = await majorOfFolder(current)
  if (major === null) {
    if (!(await exists(complete))) throw new StartError(`There is no database in ${current}.`)
    await rename(complete, current)
    return null
  }
  if (await exists(former(major)))
    throw new StartError(`${former(major)} is left from an earlier upgrade: run it with --confirm, or move it away.`)
  // A complete one may be older than what the former program has written since.
  for (const folder of [draft, complete]) await rm(folder, { recursive: true, force: true })
  try {
    const copied = await copyCluster(input)
    await rename(draft, complete)
    await rename(current, former(major))
    await rename(complete, current)
    return { ...copied, former: former(major) }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

/** Deletes the old data directories. Returns their paths. */
export async function confirmUpgrade(home: string) {
  const names = (await readdir(home)).filter((name) => /^postgres\.of-\d+$/.test(name))
  if (names.length > 0 && (await majorOfFolder(foldersOf(home).current)) === null)
    throw new StartError('The upgrade was interrupted: run `npm run upgrade-database` again first.')
  for (const name of names) await rm(join(home, name), { recursive: true, force: true })
  return names.map((name) => join(home, name))
}

async function copyCluster({ home, from, to, log, print, onProgress = () => {} }: UpgradeInput) {
  const { current, draft } = foldersOf(home)
  // It is not changed: who goes back finds it as it was.
  const settings = { default_transaction_read_only: 'on' }
  const programs = { initdb: to.initdb, postgres: from.postgres }
  const source = await startCluster({ folder: current, programs, settings, log, ...(print && { print }) })
  try {
    const target = await startCluster({ folder: draft, programs: to, log, ...(print && { print }) })
    try {
      const reader = await openPlainConnection(source.connectionString)
      const writer = await openPlainConnection(target.connectionString)
      try {
        const migrations = await appliedMigrations(reader)
        await createTables({ connectionString: target.connectionString, migrations, log })
        return await copyTables({ reader, writer, migrations, onProgress })
      } finally {
        await reader.end()
        await writer.end()
      }
    } finally {
      await target.stop()
    }
  } finally {
    await source.stop()
  }
}

/** The tables as the old database has them. The next start applies later migrations, and the functions. */
async function createTables({
  connectionString,
  migrations,
  log,
}: {
  connectionString: string
  migrations: readonly string[]
  log: Log
}) {
  const folder = await mkdtemp(join(tmpdir(), 'rendezvous-upgrade-'))
  try {
    for (const name of ['migrations', 'functions']) await mkdir(join(folder, name))
    for (const name of migrations) {
      const file = join('migrations', `${name}.sql`)
      if (!(await exists(join(SERVER_PATH, file))))
        throw new StartError(`The database is newer than this program: it has migration ${name}.`)
      await cp(join(SERVER_PATH, file), join(folder, file))
    }
    await migrate({ connectionString, folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const database = openDatabase({ connectionString, maxConnections: 2 })
  await new Jobs({ pool: database.pool, log }).migrate()
  await database.close()
}

/** All of them appear at once, after every row has been read again and compared. */
async function copyTables({
  reader,
  writer,
  migrations,
  onProgress,
}: {
  reader: pg.Client
  writer: pg.Client
  migrations: string[]
  onProgress: OnProgress
}) {
  const load = new DatabaseLoad(writer)
  await load.begin(migrations)
  const tables = await findTables(reader)
  for (const [index, table] of tables.entries()) {
    await load.loadTable(table, readTable(reader, table))
    onProgress({ step: 'Copying tables', done: index + 1, total: tables.length })
  }
  load.keepSequences(JSON.stringify(await findSequences(reader)))
  await load.finish()
  return { tables: tables.length, rows: load.rows }
}
