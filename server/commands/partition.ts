/**
 * Divides a large table into partitions while the program runs: `npm run partition -- messages`
 * (docs/operations.md). Interrupted, it goes on at the next call.
 */
import { loadConfig } from '#server/config.ts'
import { partitionedTable, partitionTable } from '#server/platform/postgres/partitions/partition-table.ts'
import { showProgress } from '#server/platform/progress.ts'
import { databaseOf, runCommand } from './run-command.ts'

await runCommand(main)

async function main() {
  const [name, ...others] = process.argv.slice(2)
  const table = partitionedTable(others.length > 0 ? undefined : name)
  const config = loadConfig()
  const connectionString = await databaseOf(config)
  const rows = await partitionTable({ connectionString, table, onProgress: showProgress() })
  return rows === null ? `${table} is partitioned already.` : `${table} is partitioned, with ${rows} rows.`
}
