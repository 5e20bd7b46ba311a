import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { access, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { loadConfig } from '#server/config.ts'
import { createAppContext } from '#server/context.ts'
import { openDatabase } from '#server/platform/postgres/db.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { createLog } from '#server/platform/log.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { print, type OnProgress } from '#server/platform/progress.ts'
import { loadMembers } from '../load-members.ts'
import type { Options } from './bench.ts'

export interface BenchDatabase {
  dataDir: string
  /** Connects with the application's account, which pgbench uses as well. */
  connectionString: string
  adminConnectionString: string
  /** A superuser's connection to the same database. */
  admin: pg.Client
  version: string
}

const home = join(tmpdir(), 'rendezvous-bench')
const here = import.meta.dirname

/** Rows of one benchmark beside the members: they are in a directory of its own. */
interface Addition {
  name: string
  /** Decides with its text what is loaded, from `bench/`. */
  file: string
  load: (
    client: pg.Client,
    options: { connectionString: string; members: number; siteId: number; onProgress: OnProgress },
  ) => Promise<void>
}

/**
 * Starts the embedded PostgreSQL, durable as in production, with this many generated members. The data stays
 * for the next run in a directory named by size and schema hash; outdated ones of this size are deleted.
 */
export async function openBenchDatabase(
  { members, onProgress, onClose }: Pick<Options, 'members' | 'onProgress' | 'onClose'>,
  addition?: Addition,
): Promise<BenchDatabase> {
  const kind = addition ? `${addition.name}-${members}` : `${members}`
  const dataDir = join(home, `${kind}-${schemaHash(addition?.file)}`)
  await removeOutdated(kind, dataDir)
  const isLoaded = await access(join(dataDir, 'loaded')).then(
    () => true,
    () => false,
  )
  if (!isLoaded) await rm(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog({ logLevel: 'warn' }), print })
  onClose(postgres.stop)
  const { connectionString, adminConnectionString } = postgres
  const admin = new pg.Client({ connectionString: adminConnectionString.replace('@/postgres?', '@/rendezvous?') })
  await admin.connect()
  onClose(() => admin.end())
  if (!isLoaded) {
    await migrate({ connectionString, onProgress })
    const siteId = await openSite({ connectionString, dataDir })
    await loadMembers(admin, { members, siteId, onProgress })
    await addition?.load(admin, { connectionString, members, siteId, onProgress })
    await writeFile(join(dataDir, 'loaded'), '')
  }
  const { rows } = await admin.query<{ version: string }>(`select current_setting('server_version') as version`)
  return { dataDir, connectionString, adminConnectionString, admin, version: rows[0]?.version ?? '' }
}

/** Hashes everything that decides what is loaded. */
function schemaHash(addition?: string) {
  const folders = ['migrations', 'functions'].map((name) => join(here, '../../server', name))
  const sqlFiles = folders.flatMap((folder) => readdirSync(folder, { withFileTypes: true }))
  const files = [
    join(here, '../load-members.ts'),
    ...(addition ? [join(here, '..', addition)] : []),
    ...sqlFiles.map(({ parentPath, name }) => join(parentPath, name)).toSorted(),
  ]
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 12)
}

async function removeOutdated(kind: string, current: string) {
  mkdirSync(home, { recursive: true, mode: 0o711 })
  const outdated = (await readdir(home)).filter((name) => name.startsWith(`${kind}-`) && join(home, name) !== current)
  await Promise.all(outdated.map((name) => rm(join(home, name), { recursive: true, force: true })))
}

/** Creates the default site and the job queue's tables, as a first start does. Returns the site's key. */
async function openSite({ connectionString, dataDir }: { connectionString: string; dataDir: string }) {
  const config = loadConfig({ DATA_DIR: dataDir })
  const context = await createAppContext({
    config,
    log: createLog(config),
    database: openDatabase({ connectionString }),
  })
  await context.sites.start()
  const { id } = context.sites.of('localhost')
  await context.close()
  return id
}
