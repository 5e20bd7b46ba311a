import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { deleteAccount } from '#contract/accounts/calls.ts'
import { DELETION_DAYS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import { eraseDeletedAccounts } from '#server/features/accounts/jobs.ts'
import { Jobs } from '#server/platform/jobs/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { openDatabase } from '#server/platform/postgres/db.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { auditChat } from '#tests/support/audits/chat-audit.ts'
import { contentOf } from '#tests/support/audits/database-content.ts'
import { auditMoney } from '#tests/support/audits/money-audit.ts'
import { buildMember } from '#tests/support/builders.ts'
import { bodiesIn, chatOn } from '#tests/support/chat.ts'
import { copyCluster } from '#tests/support/programs/copy-cluster.ts'
import { startProgram } from '#tests/support/programs/program.ts'
import { startTestApp } from '#tests/support/site/app.ts'

/*
 * The whole of docs/operations.md, "To any moment": a copy of the running database, an archive of its log, a
 * mistake, and the database as it was before, with accounts erased again that had been erased since.
 */

const settings = { max_connections: '60', shared_buffers: '32MB' }
const log = createLog({ logLevel: 'silent' })
const environment = { LOG_LEVEL: 'silent', APP_SECRET: 'the secret of a site that is restored' }

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

async function makeFolders() {
  const folder = await mkdtemp(join(tmpdir(), 'rendezvous-fault-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o711)
  const archive = join(folder, 'archive')
  await mkdir(archive)
  // PostgreSQL writes to it, as root under another account.
  await chmod(archive, 0o777)
  const [original, restored] = [join(folder, 'original'), join(folder, 'restored')]
  return { archive, original, restored, dataDir: join(folder, 'site'), erasures: join(folder, 'erasures.log') }
}

async function start(dataDir: string, more: Record<string, string>) {
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { ...settings, ...more }, log })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= postgres.stop())
  cleanups.push(stop)
  return { ...postgres, stop }
}

async function prepare({ connectionString }: EmbeddedPostgres) {
  await migrate({ connectionString })
  const { pool, close } = openDatabase({ connectionString })
  await new Jobs({ pool, log }).migrate()
  await close()
}

/** As superuser. */
async function valueOf({ adminConnectionString }: EmbeddedPostgres, expression: string) {
  const client = new pg.Client({ connectionString: adminConnectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ value: unknown }>(`select ${expression} as value`)
    return rows[0]?.value
  } finally {
    await client.end()
  }
}

/** Sequences are ahead after a recovery, as after a crash: PostgreSQL logs 32 values at a time. */
async function rowsOf({ connectionString }: EmbeddedPostgres) {
  const content = await contentOf(connectionString)
  return Object.fromEntries(Object.entries(content).filter(([name]) => name !== 'schema'))
}

test('a database is restored to a moment from a copy and the archive of its log, and erasures since are done again', async () => {
  const { archive, original, restored, dataDir, erasures } = await makeFolders()
  const primary = await start(original, { archive_mode: 'on', archive_command: `/bin/cp %p ${archive}/%f` })
  await prepare(primary)
  const site = await startTestApp({
    connectionString: primary.connectionString,
    environment: { ...environment, ERASURE_LOG: erasures },
  })
  const chat = chatOn(site)
  const [ana, ben] = await chat.pair()
  const eve = await buildMember(site.context)
  await chat.say(ana, ben, 'before the copy')
  await copyCluster(primary, {
    from: join(original, 'postgres'),
    to: join(restored, 'postgres'),
    withLog: false,
    signal: 'recovery.signal',
  })
  const conversationId = await chat.say(ben, ana, 'after the copy')
  await site.context.events.drain()
  const before = await rowsOf(primary)
  const moment = String(await valueOf(primary, 'clock_timestamp()::text'))

  await chat.say(ana, ben, 'after the moment')
  const body = { reason: null, remarks: '', password: eve.password }
  expect((await site.call(deleteAccount, { body }, eve)).status).toBe(200)
  site.clock.advance(DELETION_DAYS * DAY + 1)
  await site.context.jobs.enqueue(site.context.db, eraseDeletedAccounts, {})
  await site.context.jobs.runDue()
  await site.context.jobs.runDue()
  const last = String(await valueOf(primary, 'pg_walfile_name(pg_switch_wal())'))
  await vi.waitFor(
    async () =>
      expect(await valueOf(primary, `(select last_archived_wal >= '${last}' from pg_stat_archiver)`)).toBe(true),
    { timeout: 60_000 },
  )
  await site.close()
  await primary.stop()

  const again = await start(restored, {
    restore_command: `/bin/cp ${archive}/%f %p`,
    recovery_target_time: moment,
    recovery_target_action: 'promote',
  })
  await vi.waitFor(async () => expect(await valueOf(again, 'pg_is_in_recovery()')).toBe(false), { timeout: 60_000 })
  expect(await rowsOf(again)).toEqual(before)

  const program = startProgram([process.execPath, 'server/commands/restore.ts', '--erasures', erasures], {
    ...environment,
    DATA_DIR: dataDir,
    DATABASE_URL: again.connectionString.replace('@/', '@localhost/'),
    DEMO_MEMBERS: '0',
  })
  expect({ code: await program.ended, errors: program.stderr() }).toEqual({ code: 0, errors: '' })
  expect(program.stdout()).toContain('1 accounts that were erased since are erased again')

  const later = await startTestApp({ connectionString: again.connectionString, environment })
  cleanups.push(() => later.close())
  const users = await later.context.db.selectFrom('users').select('id').orderBy('id').execute()
  expect(users.map(({ id }) => id)).toEqual([ana.userId, ben.userId])
  expect(await auditMoney(later.context.db)).toEqual([])
  expect(await auditChat(later.context.db)).toEqual([])
  const onLater = chatOn(later)
  await onLater.say(ana, ben, 'after the restore')
  const opened = await onLater.open(ben, conversationId)
  expect(bodiesIn(opened)).toEqual(['before the copy', 'after the copy', 'after the restore'])
})
