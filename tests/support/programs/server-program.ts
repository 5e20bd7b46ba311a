// The server without the web app, for tests with faults. It reads its settings as server/main.ts does. With
// `--migrate` it migrates the database first.
import { buildApp } from '#server/app.ts'
import { createAppContext } from '#server/context.ts'
import { loadConfig } from '#server/config.ts'
import { run } from '#server/platform/lifecycle.ts'
import { createLog } from '#server/platform/log.ts'
import { openDatabase } from '#server/platform/postgres/db.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { warnAboutPooler } from '#server/platform/postgres/pooler.ts'

run({
  async start({ onStop }) {
    const config = loadConfig()
    const log = createLog(config)
    const { databaseUrl: connectionString = '', databasePoolUrl: pooledConnectionString } = config
    if (process.argv.includes('--migrate')) await migrate({ connectionString })
    const database = openDatabase({ connectionString, pooledConnectionString })
    await warnAboutPooler(database, { config, log })
    const context = await createAppContext({ config, log, database })
    onStop(() => context.close())
    const app = await buildApp(context, { withWeb: false })
    onStop(() => app.close())
    await context.jobs.start()
    await app.listen({ host: '127.0.0.1', port: config.port })
    console.log('Ready')
  },
  onError: (error) => console.log(String(error)),
  onStopping: () => console.log('Stopping'),
})
