import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import { createAppContext } from '#server/context.ts'
import { createLog } from '#server/platform/log.ts'
import { openDatabase } from '#server/platform/postgres/db.ts'
import type { Bench, Options } from './support/bench.ts'
import { openBenchDatabase, type BenchDatabase } from './support/database.ts'
import { digestsOn, fillMembers, makeDue, unpacedEnvironment } from './support/digests.ts'
import { SECRET } from './support/product.ts'

/** What a mail may cost: 2 ms of a processor. */
const MAILS_PER_CPU_SECOND = 500
/** However many members there are. */
const MOST_MEGABYTES = 512

export const bench: Bench = {
  what: 'weekly mails: queued in batches, built from the database, rendered, and stored as sent',
  opponent: 'the budget of 2 ms of CPU for a mail',
  unit: 'mails',
  per: 'CPU second',
  target: 1,
  defaults: { members: 10_000, clients: 1 },

  async prepare(options) {
    const database = await openBenchDatabase(options)
    await fillMembers(database)
    const digests = await startDigests(database, options)
    return {
      opponent: async () => MAILS_PER_CPU_SECOND,
      async product(seconds) {
        await makeDue(database)
        const { mails, cpuSeconds } = await digests.run(seconds)
        return mails / cpuSeconds
      },
      postgresVersion: database.version,
      async afterwards() {
        const { rows } = await database.admin.query<{ n: number }>(
          `select count(*)::int as n from (
            select from notice_mails where state = 'sent' group by user_id, key having count(*) > 1
          ) as twice`,
        )
        const most = Math.round(digests.mostMegabytes())
        const verdict = most <= MOST_MEGABYTES ? 'met' : 'missed'
        console.log(`members with two mails: ${rows[0]?.n}`)
        console.log(`most memory: ${most} MB, target ≤ ${MOST_MEGABYTES} MB: ${verdict}`)
      },
    }
  },
}

/** Starts the jobs of the mails in this process. */
async function startDigests({ dataDir, connectionString }: BenchDatabase, { onClose }: Pick<Options, 'onClose'>) {
  const config = loadConfig({
    DATA_DIR: dataDir,
    DEMO_MEMBERS: '0',
    APP_SECRET: SECRET,
    LOG_LEVEL: 'error',
    ...unpacedEnvironment,
  })
  const database = openDatabase({ connectionString })
  const context = await createAppContext({ config, log: createLog(config), database })
  const app = await buildApp(context, { withWeb: false })
  onClose(async () => {
    await app.close()
    await context.close()
  })
  return digestsOn(context)
}
