import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/platform/postgres/db.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { lockFolder } from '#server/platform/postgres/folder-lock.ts'
import { Jobs } from '#server/platform/jobs/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { partitionedTables } from '#server/platform/postgres/partitions/partition-keys.ts'
import { partitionTable } from '#server/platform/postgres/partitions/partition-table.ts'
import { stopOrphan } from '#server/platform/postgres/postmaster.ts'
import { MINUTE } from '#contract/time.ts'
import { IS_PARTITIONED } from './full-size.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The test run's PostgreSQL: connection strings of the migrated database and of the superuser. */
    testPostgres: Pick<EmbeddedPostgres, 'connectionString' | 'adminConnectionString'>
    /** A folder for the files of a test run, deleted at its end. */
    testFolder: string
  }
}

const PREFIX = 'rendezvous-test-'

/** Safety settings are off for speed: the data is needed during the test run only. */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  max_connections: '300',
}

/** Starts one PostgreSQL for the test run and migrates the database that `testDatabase` copies. */
export async function setup(project: TestProject) {
  await removeLeftovers()
  const dataDir = await mkdtemp(join(tmpdir(), PREFIX))
  const log = createLog({ logLevel: 'warn' })
  const postgres = await startEmbeddedPostgres({ dataDir, settings, log })
  const { connectionString, adminConnectionString } = postgres
  await migrate({ connectionString })
  if (IS_PARTITIONED) for (const table of partitionedTables) await partitionTable({ connectionString, table })
  const { pool, close } = openDatabase({ connectionString })
  await new Jobs({ pool, log }).migrate()
  await close()
  project.provide('testPostgres', { connectionString, adminConnectionString })
  project.provide('testFolder', dataDir)
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Stops databases and deletes folders of test runs that were killed. */
async function removeLeftovers() {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX))
  for (const dataDir of names.map((name) => join(tmpdir(), name))) {
    // A young folder may belong to another run that has not locked it yet.
    const { mtimeMs } = await stat(dataDir)
    const lock = Date.now() - mtimeMs > MINUTE ? lockFolder(dataDir) : null
    if (!lock) continue
    await stopOrphan({ folder: join(dataDir, 'postgres'), print: () => {} })
    lock.release()
    await rm(dataDir, { recursive: true, force: true })
  }
}
