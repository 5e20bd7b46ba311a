import { loadConfig } from '#server/config.ts'
import { createAppContext, type AppContext } from '#server/context.ts'
import { createLog } from '#server/platform/log.ts'
import { openDatabase } from '#server/platform/postgres/db.ts'
import { databaseOf } from './run-command.ts'

/**
 * Runs a command on the database of the configuration, also while the program runs.
 * @throws StartError when the database is the embedded one and does not run
 */
export async function withContext<Result>(run: (context: AppContext) => Promise<Result>) {
  const config = loadConfig()
  const connectionString = await databaseOf(config)
  const database = openDatabase({ connectionString, maxConnections: 2 })
  const context = await createAppContext({ config, log: createLog(config), database, serves: false })
  try {
    return await run(context)
  } finally {
    await context.close()
  }
}
