import { buildApp } from './app.ts'
import { loadConfig, type AppConfig } from './config.ts'
import { createAppContext } from './context.ts'
import { rejectDemoDatabase, rejectDemoFolder } from './demo/demo-data.ts'
import { connectionSettings } from './platform/postgres/connections.ts'
import { openDatabase } from './platform/postgres/db.ts'
import { warnAboutPooler } from './platform/postgres/pooler.ts'
import { startEmbeddedPostgres } from './platform/postgres/embedded.ts'
import { waitForPostgres } from './platform/postgres/external.ts'
import { run, type Lifetime } from './platform/lifecycle.ts'
import { patientImages } from './platform/images/images.ts'
import { createLog, type Log } from './platform/log.ts'
import { migrate } from './platform/postgres/migrate.ts'
import { print, showProgress } from './platform/progress.ts'
import { findFamily } from './platform/processes/family.ts'
import { superviseProcesses } from './platform/processes/primary.ts'
import { StartError } from './platform/start-error.ts'

/** `--prepare` ends it when the data is ready to serve, so that `npm start` builds the web app meanwhile. */
const onlyPrepares = process.argv.includes('--prepare')

let log: Log | undefined

run({
  start,
  onStopping: () => findFamily() ?? print('Stopping …'),
  onError(error) {
    if (error instanceof StartError) process.stderr.write(`${error.message}\n`)
    else if (log) log.fatal({ err: error }, 'stopped by an error')
    else process.stderr.write(`${String(error)}\n`)
  },
})

/** Starts the parts in the order of their dependencies: database, context, jobs, web server. */
async function start(lifetime: Lifetime) {
  const config = loadConfig()
  rejectDemoFolder(config)
  log = createLog(config)
  await startTraces(config, lifetime)

  const connectionString = await startDatabase(config, log, lifetime)
  await migrate({
    connectionString,
    onProgress: showProgress(),
    onNewer: (migrations) => log?.warn({ migrations }, 'the database is newer than this program'),
  })
  if (isPrimary(config)) return startProcesses({ config, connectionString, log }, lifetime)
  const { databasePoolSize: maxConnections, databasePoolUrl: pooledConnectionString } = config
  const database = openDatabase({ connectionString, pooledConnectionString, maxConnections })
  await warnAboutPooler(database, { config, log })
  lifetime.signal.throwIfAborted()

  // While the web app is built, processors are busy.
  const images = onlyPrepares ? patientImages({ log }) : undefined
  const context = await createAppContext({ config, log, database, ...(images && { images }) })
  lifetime.onStop(() => context.close())
  await rejectDemoDatabase(context)
  const app = await buildApp(context, { withWeb: !onlyPrepares })
  lifetime.onStop(() => app.close())

  let isDemoIncomplete = false
  if (config.demoMembers > 0) {
    const { seedFirst } = await import('./demo/seed.ts')
    const { createDemoOperator } = await import('./features/operator/team/demo-operator.ts')
    const { scheduleDemoActivity } = await import('./demo/presence.ts')
    const { signal } = lifetime
    await createDemoOperator(context)
    isDemoIncomplete = await seedFirst(context, { members: config.demoMembers, onProgress: showProgress(), signal })
    scheduleDemoActivity(context)
  }
  lifetime.signal.throwIfAborted()
  if (onlyPrepares) return lifetime.end()
  if (config.role !== 'web') await context.jobs.start()
  if (config.role !== 'worker') await listen(app, config)
  findFamily()?.ready()
  if (!findFamily()) print(config.role === 'worker' ? 'Ready to work' : `Ready on ${config.publicUrl}`)
  if (config.demoMembers > 0) {
    const { demoLogins } = await import('./demo/seed.ts')
    const { demoOperatorLogin } = await import('./features/operator/team/demo-operator.ts')
    for (const { email, password } of await demoLogins(context)) print(`Demo log-in: ${email} / ${password}`)
    const operator = await demoOperatorLogin(context)
    if (operator) {
      print(`Operator's console: ${config.publicUrl}/operator with ${operator.email} / ${operator.password}`)
      print(`Its second factor, for an authenticator app: ${operator.secret} or ${operator.uri}`)
    }
  }
  if (isDemoIncomplete) {
    const { startBackground } = await import('./demo/start-background.ts')
    startBackground({ connectionString, log, onProgress: showProgress() }, lifetime)
  }
}

/** The packages of OpenTelemetry are loaded only where they are used. */
async function startTraces({ traces, trustProxy }: AppConfig, lifetime: Lifetime) {
  if (!traces) return
  const { startTracing } = await import('./platform/tracing/tracer.ts')
  lifetime.onStop(startTracing({ ...traces, trustsParent: trustProxy !== false }))
}

/** Whether this process starts others that do the work, and only keeps them running. */
function isPrimary({ processes, role }: AppConfig) {
  return processes > 1 && role !== 'worker' && !onlyPrepares && findFamily() === null
}

async function startProcesses(
  { config, connectionString, log: ownLog }: { config: AppConfig; connectionString: string; log: Log },
  lifetime: Lifetime,
) {
  const web = Array.from({ length: config.processes }, () => 'web' as const)
  await superviseProcesses({
    roles: [...web, ...(config.role === 'both' ? (['worker'] as const) : [])],
    environmentOf: (role) => ({
      // It names a directory of sockets as a parameter and no host, which a URL must have.
      DATABASE_URL: connectionString.replace('@/', '@localhost/'),
      APP_SECRET: config.secret,
      // One process creates them.
      DEMO_MEMBERS: role === 'worker' ? String(config.demoMembers) : '0',
    }),
    log: ownLog,
    lifetime,
  })
  if (!lifetime.signal.aborted) print(`Ready on ${config.publicUrl}`)
}

async function startDatabase(config: AppConfig, ownLog: Log, { signal, onStop, fail }: Lifetime) {
  const { databaseUrl, dataDir } = config
  if (databaseUrl) {
    await waitForPostgres({ connectionString: databaseUrl, print, signal })
    return databaseUrl
  }
  // Without its database the process is useless: it ends, so that a supervisor can start it again.
  const onLost = () => fail(new Error('the database cannot be started again'))
  const settings = connectionSettings(config)
  const postgres = await startEmbeddedPostgres({ dataDir, settings, log: ownLog, print, signal, onLost })
  onStop(postgres.stop, postgres.kill)
  return postgres.connectionString
}

async function listen(
  app: { listen(options: { host: string; port: number }): Promise<string> },
  { host, port }: AppConfig,
) {
  try {
    await app.listen({ host, port })
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${port} is already in use. Stop that program, or set PORT.`, { cause })
    if (code === 'EACCES') throw new StartError(`Port ${port} may not be used by this account. Set PORT.`, { cause })
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`HOST ${host} is not an address of this machine.`, { cause })
    throw cause
  }
}
