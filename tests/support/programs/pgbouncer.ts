import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findDebianProgram, killChild, waitForPort } from './debian-program.ts'
import { freePort } from './program.ts'

/** One sentence for the developer, with which tests are skipped on a machine without it. */
export const noPgbouncer =
  'The test with PgBouncer needs pgbouncer, which was not there and could not be fetched: install pgbouncer.'

export const findPgbouncer = () =>
  findDebianProgram({
    package: 'pgbouncer',
    names: ['pgbouncer'],
    file: 'usr/sbin/pgbouncer',
    versionArgs: ['--version'],
    isVersion: /PgBouncer 1\.(?:1[89]|[2-9]\d)/,
  })

/**
 * Starts PgBouncer with `deploy/pgbouncer.ini` in front of a TCP address or a socket folder. By default it
 * has fewer connections than clients, so that transactions of one client are on several.
 */
export async function startPgbouncer(
  pgbouncer: NonNullable<Awaited<ReturnType<typeof findPgbouncer>>>,
  { target, poolSize = 4 }: { target: string; poolSize?: number },
) {
  const { hostname, port: tcpPort, pathname, searchParams } = new URL(target.replace('@/', '@localhost/'))
  const host = searchParams.get('host') ?? hostname
  const targetPort = searchParams.get('port') ?? (tcpPort || '5432')
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'rendezvous-fault-'))
  // As root it runs under another account.
  await chmod(folder, 0o755)
  const deployed = await readFile('deploy/pgbouncer.ini', 'utf8')
  const config = deployed
    .replace(/host=\S+ port=\d+ dbname=\w+/, `host=${host} port=${targetPort} dbname=${pathname.slice(1)}`)
    .replace(/listen_port = \d+/, `listen_port = ${port}`)
    .replace(/auth_type = .*/, 'auth_type = trust')
    .replace(/auth_file = .*/, `auth_file = ${join(folder, 'users.txt')}\nunix_socket_dir =`)
    .replace(/default_pool_size = \d+/, `default_pool_size = ${poolSize}`)
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, config)
  await writeFile(join(folder, 'users.txt'), '"rendezvous" ""\n')
  const account = process.getuid?.() === 0 ? ['-u', await accountFor(host)] : []
  const child = pgbouncer.start(['-q', ...account, file])
  await waitForPort(child, port)
  return {
    url: `postgresql://rendezvous@127.0.0.1:${port}/rendezvous`,
    pid: child.pid ?? 0,
    async close() {
      await killChild(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** PgBouncer does not run as root. A socket folder may be open to its owner only. */
async function accountFor(host: string) {
  if (!host.startsWith('/')) return 'daemon'
  const { uid } = await stat(host)
  const { stdout } = await promisify(execFile)('id', ['-un', String(uid)])
  return stdout.trim()
}
