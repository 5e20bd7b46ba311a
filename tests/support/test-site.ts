import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/platform/config.ts'
import { createAppContext, type AppContext } from '#server/context.ts'
import { openDatabase } from '#server/platform/postgres/db.ts'
import { createLog } from '#server/platform/log.ts'
import type { Site } from './site.ts'

/**
 * A second hand on the data of a running site, for tests that build members and read back what became of them. It
 * keeps the same promises as the site (whoever is built here is found by the search there), but listens to nobody and
 * runs no jobs. `close` when done.
 */
export async function openTestSite({ origin, dataDir }: Pick<Site, 'origin' | 'dataDir'>): Promise<AppContext> {
  const config = loadConfig({ DATA_DIR: dataDir, PUBLIC_URL: origin, DEMO_MEMBERS: '0' })
  const log = createLog(config)
  const database = openDatabase({ connectionString: await databaseOf(dataDir), maxConnections: 4 })
  const context = await createAppContext({ config, log, database })
  // Wires the subscribers, which belong to the same transactions.
  const app = await buildApp(context, { withWeb: false })
  return {
    ...context,
    async close() {
      await app.close()
      await context.close()
    },
  }
}

/** The running database notes its socket's folder in its own folder, on the fifth line. */
async function databaseOf(dataDir: string) {
  const lines = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  return `postgresql://rendezvous@/rendezvous?host=${encodeURIComponent(lines[4] ?? '')}`
}
