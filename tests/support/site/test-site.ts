import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import { createAppContext, type AppContext } from '#server/context.ts'
import { openDatabase } from '#server/platform/postgres/db.ts'
import { createLog } from '#server/platform/log.ts'
import type { Site } from './site.ts'

/**
 * Opens a second context on the data of a running site, for tests that build members and read results. It
 * runs the site's subscribers (its search finds a member built here), but does not listen and runs no jobs.
 * The caller closes it.
 */
export async function openTestSite({ origin, dataDir }: Pick<Site, 'origin' | 'dataDir'>): Promise<AppContext> {
  const config = loadConfig({ DATA_DIR: dataDir, PUBLIC_URL: origin, DEMO_MEMBERS: '0' })
  const log = createLog(config)
  const database = openDatabase({ connectionString: await databaseOf(dataDir), maxConnections: 4 })
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

/** PostgreSQL writes the folder of its socket to the fifth line of its pid file. */
async function databaseOf(dataDir: string) {
  const lines = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  return `postgresql://rendezvous@/rendezvous?host=${encodeURIComponent(lines[4] ?? '')}`
}
