import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import { createAppContext } from '#server/context.ts'
import { openDatabase } from '#server/platform/postgres/db.ts'
import { createLog } from '#server/platform/log.ts'
import type { Options } from './bench.ts'
import type { BenchDatabase } from './database.ts'
import { SECRET } from './product.ts'

const jobs = ['notifications.queue_regular', 'notifications.send_mails']

/** Starts the jobs of the mails in this process. Mails are rendered, and given to no mail server. */
export async function startDigests(
  { dataDir, connectionString, admin }: BenchDatabase,
  { onClose }: Pick<Options, 'onClose'>,
) {
  const config = loadConfig({
    DATA_DIR: dataDir,
    DEMO_MEMBERS: '0',
    APP_SECRET: SECRET,
    LOG_LEVEL: 'error',
    MAILS_PER_DOMAIN_MINUTE: '1000000000',
  })
  const context = await createAppContext({
    config,
    log: createLog(config),
    database: openDatabase({ connectionString }),
  })
  const app = await buildApp(context, { withWeb: false })
  onClose(async () => {
    await app.close()
    await context.close()
  })
  let mails = 0
  context.mail.deliver = async () => {
    mails += 1
    return { type: 'sent' }
  }
  let mostBytes = 0

  /** Runs the jobs one after the other until the time is over. */
  async function run(seconds: number) {
    mails = 0
    const before = process.cpuUsage()
    const end = performance.now() + seconds * 1000
    let lastCount = -1
    while (performance.now() < end && mails > lastCount) {
      lastCount = mails
      for (const job of jobs) {
        await admin.query(`select graphile_worker.add_job($1, '{}'::json)`, [job])
        await context.jobs.runDue()
      }
      mostBytes = Math.max(mostBytes, process.memoryUsage().rss)
    }
    const { user, system } = process.cpuUsage(before)
    return { mails, cpuSeconds: (user + system) / 1e6 }
  }

  return { run, mostMegabytes: () => mostBytes / 1024 / 1024 }
}
