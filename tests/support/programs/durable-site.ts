import { join } from 'node:path'
import { buildApp } from '#server/app.ts'
import { createAppContext, type AppContext } from '#server/context.ts'
import { loadConfig } from '#server/config.ts'
import { createLog } from '#server/platform/log.ts'
import { openDatabase } from '#server/platform/postgres/db.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { freePort, startProgram, type Program } from './program.ts'

interface Options {
  folder: string
  /** Of the database; may be on a file system of its own. */
  databaseDir: string
  secret: string
  /** Gets what stops the programs, also those of a start that fails. */
  cleanups: (() => Promise<unknown>)[]
}

/** A PostgreSQL with durable settings, whose program starts it again after a crash, and a server on it. */
export async function startDurableSite({ folder, databaseDir, secret, cleanups }: Options) {
  const database = startProgram([process.execPath, 'tests/support/programs/database-program.ts', databaseDir])
  cleanups.push(() => stop(database))
  const connectionString = /ready (\S+)/.exec(await database.waitForOutput('ready postgresql'))?.[1] ?? ''
  await migrate({ connectionString })
  const port = await freePort()
  const settings = {
    DATA_DIR: join(folder, 'server'),
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    APP_SECRET: secret,
    DEMO_MEMBERS: '0',
    LOG_LEVEL: 'silent',
    TRUST_PROXY: 'true',
    REQUESTS_PER_MINUTE: '1000000',
  }
  const startServer = async () => {
    const environment = { ...settings, DATABASE_URL: connectionString.replace('@/', '@localhost/') }
    const program = startProgram([process.execPath, 'tests/support/programs/server-program.ts'], environment)
    await program.waitForOutput('Ready')
    return program
  }
  let server = await startServer()
  cleanups.push(() => stop(server))
  return {
    port,
    database,
    databaseDir,
    connectionString,
    serverPid: () => server.pid,
    async killServer() {
      server.kill('SIGKILL')
      await server.ended
      server = await startServer()
    },
    /** Opens a context on the same database, as long as `work` takes. */
    async withContext<Result>(work: (context: AppContext) => Promise<Result>) {
      const config = loadConfig({ ...settings, DATA_DIR: join(folder, 'test') })
      const context = await createAppContext({
        config,
        log: createLog(config),
        database: openDatabase({ connectionString }),
      })
      const app = await buildApp(context, { withWeb: false })
      try {
        return await work(context)
      } finally {
        await app.close()
        await context.close()
      }
    },
  }
}

async function stop(program: Program) {
  program.kill('SIGTERM')
  await program.ended
}
