/**
 * Divides a large table into partitions while the program runs: `npm run partition -- messages`
 * (docs/operations.md). Interrupted, it goes on at the next call.
 */
import { loadConfig } from '#server/config.ts'
import { partitionedTable, partitionTable } from '#server/platform/postgres/partitions/partition-table.ts'
import { findRunningDatabase } from '#server/platform/postgres/postmaster.ts'
import { showProgress } from '#server/platform/progress.ts'
import { StartError } from '#server/platform/start-error.ts'

try {
  process.stdout.write(`${await runCommand()}\n`)
} catch (error) {
  process.exitCode = 1
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
}

async function runCommand() {
  const [name, ...others] = process.argv.slice(2)
  const table = partitionedTable(others.length > 0 ? undefined : name)
  const config = loadConfig()
  const connectionString = config.databaseUrl ?? (await findRunningDatabase(config.dataDir))
  if (connectionString === null) throw new StartError('The program does not run, and with it its database.')
  const rows = await partitionTable({ connectionString, table, onProgress: showProgress() })
  return rows === null ? `${table} is partitioned already.` : `${table} is partitioned, with ${rows} rows.`
}
