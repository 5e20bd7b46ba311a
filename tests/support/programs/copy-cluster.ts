import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { EmbeddedPostgres } from '#server/platform/postgres/embedded.ts'

const run = promisify(execFile)

interface Copy {
  from: string
  to: string
  /** With the write-ahead log; without it, the copy needs the archive of the log. */
  withLog: boolean
  /** The name of an empty file by which PostgreSQL knows what to do with the copy. */
  signal: 'standby.signal' | 'recovery.signal'
}

/** Copies the files of a running server, as pg_basebackup does, which the embedded PostgreSQL leaves out. */
export async function copyCluster(
  { adminConnectionString }: Pick<EmbeddedPostgres, 'adminConnectionString'>,
  { from, to, withLog, signal }: Copy,
) {
  const client = new pg.Client({ connectionString: adminConnectionString })
  await client.connect()
  try {
    await client.query("select pg_backup_start('copy', true)")
    await mkdir(join(to, '..'), { recursive: true, mode: 0o711 })
    // The log is copied last: it must have all that was written during the copy.
    const isLog = (path: string) => path === join(from, 'pg_wal')
    const isOwn = (path: string) => path === join(from, 'postmaster.pid')
    await cp(from, to, { recursive: true, filter: (path) => !isLog(path) && !isOwn(path) })
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    )
    const log = join(to, 'pg_wal')
    await (withLog ? cp(join(from, 'pg_wal'), log, { recursive: true }) : mkdir(log, { mode: 0o700 }))
    await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
    await writeFile(join(to, signal), '')
  } finally {
    await client.end()
  }
  await own(to, from)
}

/** As root, PostgreSQL runs under another account, which the copy has to belong to. */
async function own(path: string, as: string) {
  await chmod(path, 0o700)
  const { uid, gid } = await stat(as)
  if (uid === process.getuid?.()) return
  await run('chown', ['-R', `${uid}:${gid}`, path])
}
