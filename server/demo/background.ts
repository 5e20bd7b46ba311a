/**
 * The process that creates the other demo members at low priority while the site already answers. It ends
 * with its work, its parent or a signal: another one continues. `start-background.ts` starts it.
 */
import { buildApp } from '#server/app.ts'
import { createAppContext } from '#server/context.ts'
import { loadConfig } from '#server/config.ts'
import { createLog } from '#server/platform/log.ts'
import { patientImages } from '#server/platform/images/images.ts'
import { openDatabase } from '#server/platform/postgres/db.ts'
import { seedRest } from './seed.ts'

const [, , connectionString = ''] = process.argv

process.once('disconnect', () => process.exit())
const config = loadConfig()
const database = openDatabase({ connectionString, maxConnections: 2 })
const log = createLog(config)
const context = await createAppContext({ config, log, database, images: patientImages({ log }), serves: false })
// Registers the subscribers, which run in the transactions that create members, likes and messages.
const app = await buildApp(context, { withWeb: false, keepsViewers: false })
try {
  await seedRest(context, {
    members: config.demoMembers,
    onProgress: (progress) => process.send?.(progress),
    signal: new AbortController().signal,
  })
} catch (error) {
  log.warn({ err: error }, 'creating demo members failed')
  process.exitCode = 1
}
await app.close()
await context.close()
process.disconnect()
