// Several processes on one port, as with PROCESSES=2, without the web app: for tests with faults.
import { buildApp } from '#server/app.ts'
import { createAppContext } from '#server/context.ts'
import { loadConfig } from '#server/config.ts'
import { run } from '#server/platform/lifecycle.ts'
import { createLog } from '#server/platform/log.ts'
import { openDatabase } from '#server/platform/postgres/db.ts'
import { findFamily } from '#server/platform/processes/family.ts'
import { superviseProcesses } from '#server/platform/processes/primary.ts'

run({
  async start(lifetime) {
    const config = loadConfig()
    const log = createLog(config)
    const family = findFamily()
    if (!family) {
      await superviseProcesses({ roles: ['web', 'web', 'worker'], environmentOf: () => ({}), log, lifetime })
      console.log('Ready')
      return
    }
    const database = openDatabase({ connectionString: config.databaseUrl ?? '' })
    const context = await createAppContext({ config, log, database })
    lifetime.onStop(() => context.close())
    const app = await buildApp(context, { withWeb: false })
    lifetime.onStop(() => app.close())
    if (config.role === 'worker') await context.jobs.start()
    else await app.listen({ host: '127.0.0.1', port: config.port })
    family.ready()
  },
  onError: (error) => console.log(String(error)),
  onStopping: () => {},
})
