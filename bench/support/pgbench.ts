import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { OnClose } from './bench.ts'

const run = promisify(execFile)

/** The same options as the application's connections. */
const PGOPTIONS = '-c jit=off -c max_parallel_workers_per_gather=0'

/**
 * Prepares PostgreSQL's own load generator with a script of prepared statements over the product's socket.
 * Returns a function that runs it for some seconds and returns transactions per second.
 */
export async function openPgbench({
  connectionString,
  script,
  clients,
  onClose,
}: {
  connectionString: string
  script: string
  clients: number
  onClose: OnClose
}) {
  const program = findPgbench()
  const directory = await mkdtemp(join(tmpdir(), 'rendezvous-pgbench-'))
  onClose(() => rm(directory, { recursive: true, force: true }))
  const file = join(directory, 'script.sql')
  await writeFile(file, script)
  const { username, pathname, searchParams } = new URL(connectionString.replace('@/', '@localhost/'))
  const target = ['--host', searchParams.get('host') ?? '', '--username', username, pathname.slice(1)]
  return async (seconds: number) => {
    const options = ['--no-vacuum', '--protocol=prepared', `--client=${clients}`, '--jobs=2', `--time=${seconds}`]
    const env = { ...process.env, PGOPTIONS }
    const { stdout } = await run(program, [...options, '--define=calls=0', `--file=${file}`, ...target], { env })
    const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1]
    const failed = /^number of failed transactions: (\d+)/m.exec(stdout)?.[1]
    if (tps === undefined || (failed !== undefined && failed !== '0')) throw new Error(`pgbench: ${stdout}`)
    return Number(tps)
  }
}

/** Finds pgbench where Debian installs it, else on the path. */
function findPgbench() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted().toReversed() : []
  return versions.map((version) => join(debian, version, 'bin/pgbench')).find((path) => existsSync(path)) ?? 'pgbench'
}

/**
 * Converts a statement to pgbench's syntax, with named parameters. `values` are the SQL for $1, $2 …; each
 * needs a cast, because pgbench makes each occurrence of a name a parameter.
 */
export function withNames(text: string, values: string[]) {
  return `${text.replaceAll(/\$(\d+)/g, (_, position: string) => values[Number(position) - 1] ?? '')};`
}
