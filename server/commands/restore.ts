/**
 * Restores a backup into an empty database: `npm run restore -- FILE [--erasures FILE]` (docs/operations.md),
 * while the program does not run. Accounts that were erased since the backup are erased again.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApp } from '#server/app.ts'
import { loadConfig, type AppConfig } from '#server/config.ts'
import { createAppContext } from '#server/context.ts'
import { eraseAgain } from '#server/features/accounts/deletion/erasure.ts'
import { readErasures } from '#server/features/accounts/deletion/erasure-log.ts'
import { readBackupKey } from '#server/platform/backup/backup-key.ts'
import { restore } from '#server/platform/backup/restore.ts'
import { openStorage } from '#server/platform/context.ts'
import { Jobs } from '#server/platform/jobs/jobs.ts'
import { createLog, type Log } from '#server/platform/log.ts'
import { openDatabase } from '#server/platform/postgres/db.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { print, showProgress } from '#server/platform/progress.ts'
import { StartError } from '#server/platform/start-error.ts'

const USAGE = 'Usage: npm run restore -- FILE [--erasures FILE]'

try {
  await runCommand()
  process.exit()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

async function runCommand() {
  const { positionals, values } = parseArgs({ options: { erasures: { type: 'string' } }, allowPositionals: true })
  const [path, ...others] = positionals
  if (path === undefined || others.length > 0) throw new StartError(USAGE)
  const config = loadConfig()
  const key = await readBackupKey(config.backupKeyFile)
  const log = createLog(config)
  const postgres = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir, log, print })
  try {
    const connectionString = postgres?.connectionString ?? config.databaseUrl ?? ''
    const startedAt = performance.now()
    await prepare(connectionString, log)
    const storage = await openStorage(config)
    const result = await restore({ connectionString, storage, key, path, onProgress: showProgress() })
    if (result.secret !== null) await writeFile(join(config.dataDir, 'secret'), result.secret, { mode: 0o600 })
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    print(`Restored ${result.rows} rows and ${result.files} files as of ${result.takenAt}, all compared; ${seconds} s.`)
    const { erased, failed } = await eraseListed(connectionString, values.erasures ?? config.erasureLog)
    print(`${erased} accounts that were erased since are erased again; their files follow at the next start.`)
    if (failed > 0)
      throw new StartError(
        `${failed} accounts that were erased since could not be erased again; the log says why. ` +
          'Do not start the program: once the cause is mended, restore into an empty database again.',
      )
  } finally {
    await postgres?.stop()
  }
}

async function prepare(connectionString: string, log: Log) {
  await migrate({ connectionString })
  const database = openDatabase({ connectionString, maxConnections: 2 })
  await new Jobs({ pool: database.pool, log }).migrate()
  await database.close()
}

/** By the same events as every erasure, so each slice deletes what it has. Reads the restored secret. */
async function eraseListed(connectionString: string, path: string) {
  const config: AppConfig = loadConfig()
  const database = openDatabase({ connectionString, maxConnections: 4 })
  const context = await createAppContext({ config, log: createLog(config), database, serves: false })
  const app = await buildApp(context, { withWeb: false })
  try {
    return await eraseAgain(context, await readErasures(path))
  } finally {
    await app.close()
    await context.close()
  }
}
