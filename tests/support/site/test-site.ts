import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import { createAppContext, type AppContext } from '#server/context.ts'
import { openDatabase } from '#server/platform/postgres/db.ts'
import { createLog } from '#server/platform/log.ts'
import { findRunningDatabase } from '#server/platform/postgres/postmaster.ts'
import type { Site } from './site.ts'

/**
 * Opens a second context on the data of a running site, for tests that build members and read results. It
 * runs the site's subscribers (its search finds a member built here), but does not listen and runs no jobs.
 * The caller closes it.
 */
export async function openTestSite({ origin, dataDir }: Pick<Site, 'origin' | 'dataDir'>): Promise<AppContext> {
  const config = loadConfig({ DATA_DIR: dataDir, PUBLIC_URL: origin, DEMO_MEMBERS: '0' })
  const log = createLog(config)
  const connectionString = await findRunningDatabase(dataDir)
  if (connectionString === null) throw new Error('the site does not run')
  const database = openDatabase({ connectionString, maxConnections: 4 })
  const context = await createAppContext({ config, log, database, serves: false })
  // Registers the subscribers, which run in the same transactions.
  const app = await buildApp(context, { withWeb: false, keepsViewers: false })
  return {
    ...context,
    async close() {
      await app.close()
      await context.close()
    },
  }
}
