/**
 * Writes an encrypted backup of database and files: `npm run backup -- FILE` (docs/operations.md). It works
 * on the database of the configuration, while the program runs.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadConfig } from '#server/config.ts'
import { openStorage } from '#server/platform/context.ts'
import { backUp } from '#server/platform/backup/backup.ts'
import { readBackupKey } from '#server/platform/backup/backup-key.ts'
import { showProgress } from '#server/platform/progress.ts'
import { StartError } from '#server/platform/start-error.ts'
import { databaseOf, runCommand } from './run-command.ts'

await runCommand(main)

async function main() {
  const [path, ...others] = process.argv.slice(2)
  if (path === undefined || others.length > 0) throw new StartError('Usage: npm run backup -- FILE')
  const config = loadConfig()
  const key = await readBackupKey(config.backupKeyFile)
  const connectionString = await databaseOf(config)
  const storage = await openStorage(config)
  const secretFile = await secretIn(config)
  const startedAt = performance.now()
  const { takenAt, tables, files } = await backUp({
    connectionString,
    storage,
    key,
    path,
    secretFile,
    onProgress: showProgress(),
  })
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  return `${path} has ${tables} tables and ${files} files as of ${takenAt.toISOString()}; ${seconds} s.`
}

/** The secret is in the backup only where no variable has it. */
async function secretIn({ dataDir, secret }: ReturnType<typeof loadConfig>) {
  const stored = await readFile(join(dataDir, 'secret'), 'utf8').catch(() => null)
  return stored === secret ? stored : null
}
