import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '#server/platform/log.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { partitionedTables } from '#server/platform/postgres/partitions/partition-keys.ts'
import { partitionTable } from '#server/platform/postgres/partitions/partition-table.ts'
import { copyCluster } from '#tests/support/programs/copy-cluster.ts'
import { findPgbouncer, noPgbouncer, startPgbouncer } from '#tests/support/programs/pgbouncer.ts'
import { databasePid } from '#tests/support/programs/program.ts'
import { startRedis } from '#tests/support/programs/redis.ts'
import { startSite } from '#tests/support/site/site.ts'
import type { OnClose, Options } from './bench.ts'
import { openBenchDatabase, type BenchDatabase } from './database.ts'
import { SECRET } from './product.ts'

interface Addition {
  environment: Record<string, string>
  /** Its programs, beside server and database. */
  pids?: number[]
}

type Setup = (database: BenchDatabase, onClose: OnClose) => Promise<Addition>

/** What an operator can add to one process and its database, by the name of `--setup`. */
const setups: Record<string, Setup> = {
  alone: async () => ({ environment: {} }),
  processes: async () => ({ environment: { PROCESSES: 'auto' } }),
  async redis(_, onClose) {
    const redis = await startRedis()
    onClose(redis.close)
    return { environment: { REDIS_URL: redis.url }, pids: [redis.pid()] }
  },
  async pgbouncer({ connectionString }, onClose) {
    const program = await findPgbouncer()
    if (!program) throw new Error(noPgbouncer)
    const pgbouncer = await startPgbouncer(program, { target: connectionString, poolSize: 40 })
    onClose(pgbouncer.close)
    return { environment: { DATABASE_POOL_URL: pgbouncer.url }, pids: [pgbouncer.pid] }
  },
  async replica(database, onClose) {
    const { connectionString, pid } = await startReplica(database, onClose)
    return { environment: { DATABASE_REPLICA_URL: withHost(connectionString) }, pids: [pid] }
  },
  partitions: async () => ({ environment: {} }),
}

export const setupNames = Object.keys(setups)

/** Opens the members of a day; for the setup `partitions` with tables that are divided. */
export function openDayDatabase({ setup, ...options }: Pick<Options, 'members' | 'setup' | 'onProgress' | 'onClose'>) {
  return openBenchDatabase(options, setup === 'partitions' ? partitions : undefined)
}

const partitions: Parameters<typeof openBenchDatabase>[1] = {
  name: 'partitions',
  file: 'support/day-site.ts',
  async load(_, { connectionString, onProgress }) {
    for (const table of partitionedTables) await partitionTable({ connectionString, table, onProgress })
  },
}

/**
 * Starts the whole program on a database, with jobs, mails in files and the sandbox payment provider.
 * @throws Error when there is no such setup
 */
export async function startDaySite(
  database: BenchDatabase,
  { setup = 'alone', profileDir, onClose }: Pick<Options, 'setup' | 'profileDir' | 'onClose'>,
) {
  const prepare = setups[setup]
  if (!prepare) throw new Error(`no setup ${setup}`)
  const { environment, pids = [] } = await prepare(database, onClose)
  const { origin, pid, stop, logged } = await startSite({
    demoMembers: 0,
    mayLog: true,
    environment: {
      DATABASE_URL: withHost(database.connectionString),
      APP_SECRET: SECRET,
      REQUESTS_PER_MINUTE: '1000000000',
      // A machine that is too slow for the load is a result, and not a reason to end.
      LOG_LEVEL: 'error',
      ...(profileDir && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileDir}` }),
      ...environment,
    },
  })
  onClose(async () => {
    await stop()
    if (logged() !== '') console.log(`The site has logged:\n${logged()}`)
  })
  return { port: Number(new URL(origin).port), pid, besides: pids }
}

/**
 * The address names the directory of a socket in its query, and no host, which the URL of a setting must
 * have.
 */
function withHost(connectionString: string) {
  return connectionString.replace('@/', '@localhost/')
}

/** Starts a streaming replica on a copy of the files. Returns its address and its process. */
async function startReplica({ dataDir, adminConnectionString }: BenchDatabase, onClose: OnClose) {
  const folder = await mkdtemp(join(tmpdir(), 'rendezvous-replica-'))
  onClose(() => rm(folder, { recursive: true, force: true }))
  await copyCluster(
    { adminConnectionString },
    { from: join(dataDir, 'postgres'), to: join(folder, 'postgres'), withLog: true, signal: 'standby.signal' },
  )
  const socketFolder = new URL(withHost(adminConnectionString)).searchParams.get('host') ?? ''
  const replica = await startEmbeddedPostgres({
    dataDir: folder,
    settings: { primary_conninfo: `host=${socketFolder} user=postgres application_name=replica` },
    log: createLog({ logLevel: 'warn' }),
  })
  onClose(replica.stop)
  return { connectionString: replica.connectionString, pid: await databasePid(folder) }
}
