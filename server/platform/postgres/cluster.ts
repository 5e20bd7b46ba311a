import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { access, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
import type { Log } from '#server/platform/log.ts'
import { choosePostgresAccount, type Account } from './os-account.ts'
import { runPostmaster, stopOrphan, type Postmaster } from './postmaster.ts'

/** Paths of PostgreSQL's programs. */
export interface Programs {
  initdb: string
  postgres: string
}

/** A running server of one data directory. */
export interface Cluster {
  /** For the application: the owner of its database, not a superuser. */
  connectionString: string
  /** For tests and benchmarks: the superuser, in the database `postgres`. */
  adminConnectionString: string
  /** Ends sessions, flushes everything to disk and stops. */
  stop(): Promise<void>
  /** Stops immediately; the next start recovers from the write-ahead log, so no committed data is lost. */
  kill(): void
}

export interface ClusterOptions {
  log: Log
  /** Additional server settings. */
  settings?: Record<string, string>
  /** Called when the database has ended and could not be started again. */
  onLost?: () => void
  /** Informs the operator about steps that take long. */
  print?: (line: string) => void
  /** Aborts a start in progress. */
  signal?: AbortSignal
}

const DATABASE = 'rendezvous'
const SUPERUSER = 'postgres'

/**
 * Starts the server of a data directory, and creates it first if it does not exist. The caller holds the lock
 * of the directory above it.
 */
export async function startCluster({
  folder,
  programs,
  log,
  settings = {},
  onLost = () => {},
  print = () => {},
  signal = new AbortController().signal,
}: ClusterOptions & { folder: string; programs: Programs }): Promise<Cluster> {
  let postmaster: Postmaster | undefined
  let socketFolder: string | undefined
  const stop = async () => {
    await postmaster?.stop()
    if (socketFolder) await rm(socketFolder, { recursive: true, force: true })
  }
  try {
    const { initdb, postgres } = programs
    const folders = [dirname(folder), temporary()]
    const account = choosePostgresAccount({ clusterFolder: folder, program: postgres, folders })
    await stopOrphan({ folder, print })
    if (!(await exists(join(folder, 'PG_VERSION')))) await createCluster({ folder, initdb, account, print, signal })
    socketFolder = await makeSocketFolder(account)
    const flags = { ...fixedSettings, ...settings, unix_socket_directories: socketFolder }
    postmaster = await runPostmaster({
      folder,
      command: account.command(postgres, toArgs(folder, flags)),
      log,
      onLost,
      signal,
    })
    await ensureDatabase(address(socketFolder, SUPERUSER, 'postgres'))
  } catch (error) {
    await stop()
    throw error
  }

  return {
    connectionString: address(socketFolder, DATABASE, DATABASE),
    adminConnectionString: address(socketFolder, SUPERUSER, 'postgres'),
    stop,
    kill() {
      postmaster?.kill()
      if (socketFolder) rmSync(socketFolder, { recursive: true, force: true })
    },
  }
}

/** Settings that override postgresql.conf. The server logs to stderr, without statements and their values. */
const fixedSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/** Returns the settings of a new cluster; operators may change DATA_DIR/postgres/postgresql.conf. */
function initialSettings() {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  const megabytes = (share: number, least: number, most: number) =>
    `${Math.round(Math.min(Math.max((memory * share) / 2 ** 20, least), most))}MB`
  return {
    shared_buffers: megabytes(1 / 8, 64, 1024),
    effective_cache_size: megabytes(1 / 2, 256, 16_384),
    maintenance_work_mem: megabytes(1 / 64, 32, 256),
    work_mem: '16MB',
    max_wal_size: '2GB',
    // For SSDs, where random reads cost little more than sequential ones.
    random_page_cost: '1.1',
    jit: 'off',
  }
}

/**
 * Creates the cluster under a temporary name and renames it: a `kill -9` leaves a complete one or none. The
 * collation is PostgreSQL's own: an update of the C library cannot corrupt the order of indexes.
 */
async function createCluster({
  folder,
  initdb,
  account,
  print,
  signal,
}: {
  folder: string
  initdb: string
  account: Account
} & Required<Pick<ClusterOptions, 'print' | 'signal'>>) {
  print('Creating the database …')
  await removeDrafts(folder)
  const draft = `${folder}.new-${randomBytes(4).toString('hex')}`
  await mkdir(draft, { mode: 0o700 })
  account.own(draft)
  const { program, args, ids } = account.command(initdb, [
    `--pgdata=${draft}`,
    `--username=${SUPERUSER}`,
    '--auth-local=trust',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...Object.entries(initialSettings()).flatMap(([name, value]) => ['--set', `${name}=${value}`]),
  ])
  const child = spawn(program, args, { ...ids, stdio: ['ignore', 'ignore', 'pipe'], env: { TZ: 'UTC' } })
  signal.addEventListener('abort', () => child.kill(), { once: true })
  let stderr = ''
  child.stderr.on('data', (chunk) => (stderr += String(chunk)))
  const [code] = await once(child, 'close')
  if (code !== 0) {
    await removeDrafts(folder)
    throw new Error(`initdb failed: ${stderr.trim()}`)
  }
  await rename(draft, folder)
}

/** Removes drafts of killed starts. If an initdb still writes to one, the next start removes the rest. */
async function removeDrafts(folder: string) {
  const parent = dirname(folder)
  const drafts = (await readdir(parent)).filter((name) => name.startsWith(`${basename(folder)}.new-`))
  await Promise.allSettled(drafts.map((name) => rm(join(parent, name), { recursive: true, force: true })))
}

/** Creates the application's role and database unless they exist. */
async function ensureDatabase(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select exists (select from pg_roles where rolname = $1) as "hasRole",
              exists (select from pg_database where datname = $1) as "hasDatabase"`,
      [DATABASE],
    )
    const [{ hasRole, hasDatabase }] = rows
    if (!hasRole) await client.query(`create role ${DATABASE} login`)
    // The application receives its errors itself and logs them without values.
    if (!hasRole) await client.query(`alter role ${DATABASE} set log_min_messages = 'panic'`)
    if (!hasDatabase) await client.query(`create database ${DATABASE} owner ${DATABASE}`)
  } finally {
    await client.end()
  }
}

/** Creates a directory with a random name that others cannot take. Its path must be below 104 bytes. */
async function makeSocketFolder(account: Account) {
  const folder = await mkdtemp(join(temporary(), 'rendezvous-'))
  account.own(folder)
  return folder
}

function temporary() {
  return tmpdir().length <= 60 ? tmpdir() : '/tmp'
}

function address(socketFolder: string, user: string, database: string) {
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(socketFolder)}`
}

function toArgs(folder: string, settings: Record<string, string>) {
  return ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

export async function exists(path: string) {
  return access(path).then(
    () => true,
    () => false,
  )
}
