import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createAppContext, type AppContext } from '#server/context.ts'
import { loadConfig } from '#server/config.ts'
import { createLog } from '#server/platform/log.ts'
import { testDatabase } from '#tests/support/site/database.ts'
import { freePort, startProgram } from './program.ts'

export interface ServerNode {
  port: number
  pid(): number
  /** Ends it as a crash does, and starts it again on the same port. */
  crash(): Promise<void>
  /** Stops it with SIGTERM, and starts it again on the same port. */
  restart(): Promise<void>
  /** Stops it with SIGTERM. */
  stop(): Promise<void>
  /** What it has logged, over all its starts. */
  log(): string
}

export interface Nodes {
  nodes: ServerNode[]
  /** Reaches the same database, without Redis. */
  context: AppContext
  /** Starts another one on the same database, from the files of a folder that `copyVersion` made. */
  startVersion(folder: string): Promise<ServerNode>
  close(): Promise<void>
}

/** Starts server processes that share a database of their own, and a Redis if there is one. */
export async function startNodes({
  count,
  environment = {},
  program = 'server',
  args = [],
}: {
  count: number
  /** `processes`: one that starts two for requests and one for jobs. */
  program?: 'server' | 'processes'
  args?: string[]
  environment?: Record<string, string>
}): Promise<Nodes> {
  const database = await testDatabase()
  const dataDir = await mkdtemp(join(inject('testFolder'), 'nodes-'))
  const settings = { DATA_DIR: dataDir, DEMO_MEMBERS: '0', LOG_LEVEL: 'silent' }
  const config = loadConfig(settings)
  const context = await createAppContext({ config, log: createLog(config), database })
  // Registers the subscribers, which run in the same transactions as the members that a test builds.
  const app = await buildApp(context, { withWeb: false })
  const environmentOf = (name: string) => ({
    ...settings,
    DATA_DIR: join(dataDir, name),
    // It names a socket folder as parameter and no host, which a URL must have.
    DATABASE_URL: database.connectionString.replace('@/', '@localhost/'),
    TRUST_PROXY: 'true',
    REQUESTS_PER_MINUTE: '1000000',
    ...environment,
  })
  const programFile = join('tests', 'support', 'programs', `${program}-program.ts`)
  const running = await Promise.all(
    Array.from({ length: count }, (_, index) => startNode([programFile, ...args], environmentOf(String(index)))),
  )
  const nodes = [...running]
  return {
    nodes: running,
    context,
    async startVersion(folder) {
      const node = await startNode([join(folder, programFile), ...args], environmentOf(String(nodes.length)))
      nodes.push(node)
      return node
    },
    async close() {
      await Promise.all(nodes.map((node) => node.stop()))
      await app.close()
      await context.close()
    },
  }
}

async function startNode(args: string[], environment: Record<string, string>): Promise<ServerNode> {
  const port = await freePort()
  const command = [process.execPath, ...args]
  let logged = ''
  const start = async () => {
    const program = startProgram(command, { ...environment, PORT: String(port) })
    await program.waitForOutput('Ready')
    return program
  }
  let program = await start()
  const endAndStart = async (signal: 'SIGKILL' | 'SIGTERM') => {
    program.kill(signal)
    const code = await program.ended
    logged += program.stderr()
    if (signal === 'SIGTERM' && code !== 0) throw new Error(`the stop ended with ${code}: ${program.stdout()}`)
    program = await start()
  }
  return {
    port,
    pid: () => program.pid,
    crash: () => endAndStart('SIGKILL'),
    restart: () => endAndStart('SIGTERM'),
    async stop() {
      program.kill('SIGTERM')
      await program.ended
    },
    log: () => logged + program.stderr(),
  }
}
