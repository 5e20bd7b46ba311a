import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/platform/config.ts'
import { createAppContext, type AppContext } from '#server/context.ts'
import { openDatabase } from '#server/platform/postgres/db.ts'
import type { NodeLease } from '#server/platform/postgres/node-lease.ts'
import { NODE_COUNT } from '#server/platform/ids.ts'
import { createLog } from '#server/platform/log.ts'
import type { Site } from './site.ts'

/**
 * Opens a second context on the data of a running site, for tests that build members and read back the results. It runs
 * the site's subscribers (a member built here is found by the site's search), but does not listen and runs no jobs. The
 * caller closes it.
 */
export async function openTestSite({ origin, dataDir }: Pick<Site, 'origin' | 'dataDir'>): Promise<AppContext> {
  const config = loadConfig({ DATA_DIR: dataDir, PUBLIC_URL: origin, DEMO_MEMBERS: '0' })
  const log = createLog(config)
  const database = openDatabase({ connectionString: await databaseOf(dataDir), maxConnections: 4 })
  const nodeLease = await leaseForTests(database)
  const context = await createAppContext({ config, log, database, nodeLease })
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

/**
 * Takes a node number for longer than tests run. It is not renewed, so the site counts no second process: with one, it would
 * log a warning, and pages would fetch at intervals what no event has announced.
 */
async function leaseForTests({ db }: Pick<AppContext, 'db'>): Promise<NodeLease> {
  const holder = randomUUID()
  for (;;) {
    const { rows } = await sql<{ node: number }>`
      insert into node_leases (node, holder, expires_at)
      select numbers.node, ${holder}::uuid, now() + interval '1 day'
      from generate_series(0, ${NODE_COUNT - 1}::int) as numbers (node)
      where not exists (select from node_leases where node_leases.node = numbers.node)
      order by random()
      limit 1
      on conflict do nothing
      returning node`.execute(db)
    const [taken] = rows
    if (taken) {
      return {
        node: taken.node,
        isValid: () => true,
        release: async () => void (await sql`delete from node_leases where holder = ${holder}::uuid`.execute(db)),
      }
    }
  }
}

/** PostgreSQL writes the folder of its socket to the fifth line of its pid file. */
async function databaseOf(dataDir: string) {
  const lines = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  return `postgresql://rendezvous@/rendezvous?host=${encodeURIComponent(lines[4] ?? '')}`
}
