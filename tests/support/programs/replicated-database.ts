import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, vi } from 'vitest'
import { Jobs } from '#server/platform/jobs/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { openDatabase } from '#server/platform/postgres/db.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { copyCluster } from './copy-cluster.ts'

/** Few connections, because it runs twice beside the PostgreSQL of the test run; and it keeps its log. */
const settings = { max_connections: '60', shared_buffers: '32MB', wal_keep_size: '512MB', max_wal_size: '512MB' }
const log = createLog({ logLevel: 'silent' })

export interface ReplicatedDatabase {
  primary: EmbeddedPostgres
  replica: EmbeddedPostgres
  /** Runs a statement as superuser. */
  onPrimary(text: string): Promise<Record<string, unknown>[]>
  onReplica(text: string): Promise<Record<string, unknown>[]>
  /** From now on a commit is acknowledged once the replica has it on disk. */
  beSynchronous(): Promise<void>
  close(): Promise<void>
}

/** Starts a migrated PostgreSQL with durable settings and a streaming replica of it, a copy of its files. */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'rendezvous-fault-'))
  await chmod(folder, 0o711)
  const [primaryDir, replicaDir] = [join(folder, 'primary'), join(folder, 'replica')]
  const primary = await startEmbeddedPostgres({ dataDir: primaryDir, settings, log })
  await prepare(primary.connectionString)
  const onPrimary = statementsOn(primary)
  await copyCluster(primary, {
    from: join(primaryDir, 'postgres'),
    to: join(replicaDir, 'postgres'),
    withLog: true,
    signal: 'standby.signal',
  })
  const host = new URL(primary.adminConnectionString.replace('@/', '@localhost/')).searchParams.get('host') ?? ''
  const conninfo = `host=${host} user=postgres application_name=standby`
  const replica = await startEmbeddedPostgres({
    dataDir: replicaDir,
    settings: { ...settings, primary_conninfo: conninfo, wal_receiver_status_interval: '1s' },
    log,
  })
  await vi.waitFor(async () => {
    const rows = await onPrimary("select from pg_stat_replication where state = 'streaming'")
    expect(rows).toHaveLength(1)
  })
  return {
    primary,
    replica,
    onPrimary,
    onReplica: statementsOn(replica),
    async beSynchronous() {
      await onPrimary("alter system set synchronous_standby_names = 'standby'")
      await onPrimary('select pg_reload_conf()')
      await vi.waitFor(async () => {
        const rows = await onPrimary('select sync_state from pg_stat_replication')
        expect(rows).toEqual([{ sync_state: 'sync' }])
      })
    },
    async close() {
      await replica.stop()
      await primary.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function prepare(connectionString: string) {
  await migrate({ connectionString })
  const { pool, close } = openDatabase({ connectionString })
  await new Jobs({ pool, log }).migrate()
  await close()
}

function statementsOn({ adminConnectionString }: EmbeddedPostgres) {
  return async (text: string) => {
    const client = new pg.Client({ connectionString: adminConnectionString })
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(text)).rows
    } finally {
      await client.end()
    }
  }
}
