/**
 * Restores a backup into an empty database: `npm run restore -- FILE [--erasures FILE]` (docs/operations.md),
 * while the program does not run. Accounts that were erased since the backup are erased again. `--drill`
 * restores into a temporary directory instead, also while the program runs, and says how long it took.
 * Without a FILE only these accounts are erased, in a database that another program has restored.
 */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApp } from '#server/app.ts'
import { loadConfig, loadConfigWith, type AppConfig } from '#server/config.ts'
import { createAppContext } from '#server/context.ts'
import { eraseAgain } from '#server/features/accounts/deletion/erasure.ts'
import { readErasures } from '#server/features/accounts/deletion/erasure-log.ts'
import { readBackupKey } from '#server/platform/backup/backup-key.ts'
import { restore } from '#server/platform/backup/restore.ts'
import { openStorage } from '#server/platform/context.ts'
import { Jobs } from '#server/platform/jobs/jobs.ts'
import { run, type Lifetime } from '#server/platform/lifecycle.ts'
import { createLog, type Log } from '#server/platform/log.ts'
import { exists } from '#server/platform/postgres/cluster.ts'
import { openDatabase } from '#server/platform/postgres/db.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { print, showProgress } from '#server/platform/progress.ts'
import { StartError } from '#server/platform/start-error.ts'
import { messageOf } from './run-command.ts'

const USAGE = 'Usage: npm run restore -- FILE [--erasures FILE] [--drill], or npm run restore -- --erasures FILE'

/** A drill uses nothing of the site: no variable that names another place than `DATA_DIR`. */
const ONLY_DATA_DIR = {
  DATABASE_URL: '',
  DATABASE_POOL_URL: '',
  DATABASE_REPLICA_URL: '',
  PHOTO_STORE_URL: '',
  REDIS_URL: '',
  ERASURE_LOG: '',
}

interface Input {
  path: string
  erasures: string
}

// A signal stops the embedded database too, and removes what a drill has restored so far.
run({
  async start(lifetime) {
    await runCommand(lifetime)
    lifetime.end()
  },
  onError: (error) => void process.stderr.write(`${messageOf(error)}\n`),
  onStopping: () => print('Stopping …'),
})

async function runCommand(lifetime: Lifetime) {
  const { positionals, values } = parseArgs({
    options: { erasures: { type: 'string' }, drill: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [path, ...others] = positionals
  const isComplete = path === undefined ? values.erasures !== undefined && !values.drill : others.length === 0
  if (!isComplete) throw new StartError(USAGE)
  // A wrong name would bring back accounts that were erased.
  if (values.erasures !== undefined && !(await exists(values.erasures)))
    throw new StartError(`There is no file ${values.erasures}.`)
  const config = loadConfig()
  const erasures = values.erasures ?? config.erasureLog
  if (path === undefined) await eraseSince(lifetime, erasures)
  else if (values.drill) await drill(lifetime, config, { path, erasures })
  else await restoreSite(lifetime, {}, { path, erasures })
}

/** Erases accounts again in a database that was restored by other means, such as to a moment from its log. */
async function eraseSince(lifetime: Lifetime, erasures: string) {
  const config = loadConfig()
  // Without this, an empty database would be created, and nothing erased in it.
  if (!config.databaseUrl && !(await exists(join(config.dataDir, 'postgres', 'PG_VERSION'))))
    throw new StartError(`There is no database in ${config.dataDir}. Set DATABASE_URL, or DATA_DIR.`)
  await onDatabase(lifetime, config, async (connectionString) => {
    const failed = await eraseListed(config, { connectionString, erasures })
    if (failed > 0)
      throw new StartError(`${failedText(failed)} Do not start the program: mend the cause, then repeat this.`)
  })
}

/** Restores into a temporary directory, where the site has room for its data, and removes that. */
async function drill(lifetime: Lifetime, { dataDir }: AppConfig, input: Input) {
  const folder = await mkdtemp(join(dataDir, 'drill-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  lifetime.onStop(remove)
  const startedAt = performance.now()
  try {
    // Root starts the database under another account.
    await chmod(folder, 0o711)
    await restoreSite(lifetime, { ...ONLY_DATA_DIR, DATA_DIR: folder }, input)
  } finally {
    await remove()
  }
  print(`The drill took ${secondsSince(startedAt)} s. What it restored is removed.`)
}

async function restoreSite(lifetime: Lifetime, changes: Record<string, string>, { path, erasures }: Input) {
  const config = loadConfigWith(changes)
  const key = await readBackupKey(config.backupKeyFile)
  await onDatabase(lifetime, config, async (connectionString) => {
    const startedAt = performance.now()
    const storage = await openStorage(config)
    const result = await restore({ connectionString, storage, key, path, onProgress: showProgress() })
    if (result.secret !== null) await writeFile(join(config.dataDir, 'secret'), result.secret, { mode: 0o600 })
    const { rows, files, takenAt } = result
    print(`Restored ${rows} rows and ${files} files as of ${takenAt}, all compared; ${secondsSince(startedAt)} s.`)
    // With the restored secret.
    const failed = await eraseListed(loadConfigWith(changes), { connectionString, erasures })
    if (failed > 0)
      throw new StartError(
        `${failedText(failed)} Do not start the program: once the cause is mended, ` +
          'restore into an empty database again.',
      )
  })
}

/** Runs a function on the migrated database of a site, which is started if it is the embedded one. */
async function onDatabase(lifetime: Lifetime, config: AppConfig, work: (connectionString: string) => Promise<void>) {
  const log = createLog(config)
  const { connectionString, stop } = config.databaseUrl
    ? { connectionString: config.databaseUrl, stop: async () => {} }
    : await startDatabase(lifetime, { dataDir: config.dataDir, log })
  try {
    await prepare(connectionString, log)
    await work(connectionString)
  } finally {
    await stop()
  }
}

function failedText(failed: number) {
  return `${failed} accounts that were erased since could not be erased again; the log says why.`
}

async function startDatabase({ signal, onStop }: Lifetime, { dataDir, log }: { dataDir: string; log: Log }) {
  const postgres = await startEmbeddedPostgres({ dataDir, log, print, signal })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= postgres.stop())
  onStop(stop, postgres.kill)
  return { connectionString: postgres.connectionString, stop }
}

function secondsSince(startedAt: number) {
  return Math.round((performance.now() - startedAt) / 1000)
}

async function prepare(connectionString: string, log: Log) {
  await migrate({ connectionString })
  const database = openDatabase({ connectionString, maxConnections: 2 })
  await new Jobs({ pool: database.pool, log }).migrate()
  await database.close()
}

/** By the same events as every erasure, so each slice deletes what it has. Returns how many failed. */
async function eraseListed(
  config: AppConfig,
  { connectionString, erasures }: { connectionString: string; erasures: string },
) {
  const database = openDatabase({ connectionString, maxConnections: 4 })
  const context = await createAppContext({ config, log: createLog(config), database, serves: false })
  const app = await buildApp(context, { withWeb: false })
  try {
    const listed = await readErasures(erasures)
    const { erased, failed } = await eraseAgain(context, listed)
    print(
      `${erased} accounts that were erased since are erased again, of ${listed.size} in the log; ` +
        'their files follow at the next start.',
    )
    return failed
  } finally {
    await app.close()
    await context.close()
  }
}
