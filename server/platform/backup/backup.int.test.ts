import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { deleteAccount } from '#contract/accounts/calls.ts'
import { DELETION_DAYS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import { eraseAgain } from '#server/features/accounts/deletion/erasure.ts'
import { appendErasure, erasureHash, readErasures } from '#server/features/accounts/deletion/erasure-log.ts'
import { eraseDeletedAccounts } from '#server/features/accounts/jobs.ts'
import { openStorage } from '#server/platform/context.ts'
import { Jobs } from '#server/platform/jobs/jobs.ts'
import { partitionTable } from '#server/platform/postgres/partitions/partition-table.ts'
import { openDatabase } from '#server/platform/postgres/db.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { contentOf } from '#tests/support/audits/database-content.ts'
import { startProgram } from '#tests/support/programs/program.ts'
import { s3Credentials, startFakeS3 } from '#tests/support/fakes/fake-s3.ts'
import { asSuperuser } from '#tests/support/site/database.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'

const key = randomBytes(32)
/** A restored site keeps its secret. */
const environment = { LOG_LEVEL: 'silent', APP_SECRET: 'the secret of a site that is restored' }
let site: TestApp
let folder: string
let path: string
let anna: Member
let ben: Member
const created: string[] = []

beforeAll(async () => {
  site = await startTestApp({ environment })
  folder = await mkdtemp(join(inject('testFolder'), 'backup-'))
  path = join(folder, 'site.backup')
  anna = await buildMember(site.context, { credits: 5000 })
  ben = await buildMember(site.context, { credits: 5000 })
  for (const [index, size] of [0, 1, 70_000, 3_000_000].entries())
    for (const name of ['tile', 'large'])
      await site.context.storage.put(`p${index}/${name}.webp`, randomBytes(size), { contentType: 'image/webp' })
  await chatOn(site).say(anna, ben, 'back\\slash, tab\t, line\nend, quote "\' and 🌻')
  // What follows a commit is stored too, so that the state does not change after the backup.
  await site.context.events.drain()
  await backUp({ connectionString: site.connectionString, storage: site.context.storage, key, path, secretFile: 's' })
})
afterAll(async () => {
  for (const name of created) await asSuperuser(`drop database if exists ${name} with (force)`)
  await site.close()
})

/** A new database with all migrations, as an operator restores into. */
async function emptyDatabase() {
  const name = `restored_${randomBytes(6).toString('hex')}`
  created.push(name)
  await asSuperuser(`create database ${name} template rendezvous owner rendezvous strategy file_copy`)
  const connectionString = inject('testPostgres').connectionString.replace('/rendezvous?', `/${name}?`)
  const database = openDatabase({ connectionString, maxConnections: 2 })
  await new Jobs({ pool: database.pool, log: site.context.log }).migrate()
  await database.close()
  return connectionString
}

async function emptyStorage() {
  return openStorage({ photoStore: null, photoAccelPrefix: undefined, dataDir: await mkdtemp(join(folder, 'data-')) })
}

/** Returns how to start commands of an operator as programs, on a data directory. */
async function commandsOn({ dataDir, bucketUrl }: { dataDir: string; bucketUrl: string }) {
  const keyFile = join(folder, 'backup.key')
  await writeFile(keyFile, key.toString('base64'))
  const { accessKeyId, secretAccessKey, region } = s3Credentials
  const bucket = `${bucketUrl.replace('://', `://${accessKeyId}:${secretAccessKey}@`)}?region=${region}`
  return (command: 'backup' | 'restore' | 'photos' | 'partition' | 'reencrypt', ...args: string[]) =>
    startProgram([process.execPath, `server/commands/${command}.ts`, ...args], {
      ...environment,
      DATA_DIR: dataDir,
      DEMO_MEMBERS: '0',
      BACKUP_KEY_FILE: keyFile,
      ...(command === 'photos' && { PHOTO_STORE_URL: bucket }),
    })
}

async function filesOf(storage: Storage) {
  const files: Record<string, string> = {}
  for await (const { key: name } of storage.list()) {
    const file = await storage.open(name)
    if (file) files[name] = (await buffer(file.stream)).toString('base64')
  }
  return files
}

describe('a restored backup', () => {
  test('has every row and every file, on disk and in a bucket', async () => {
    const before = await contentOf(site.connectionString)
    const files = await filesOf(site.context.storage)
    expect(Object.keys(files).length).toBeGreaterThan(5)
    const bucket = await startFakeS3()
    const stores = [
      await emptyStorage(),
      await openStorage({ ...site.context.config, photoStore: { ...s3Credentials, bucketUrl: bucket.bucketUrl } }),
    ]
    for (const storage of stores) {
      const connectionString = await emptyDatabase()
      const result = await restore({ connectionString, storage, key, path })
      expect(result).toMatchObject({ files: Object.keys(files).length, secret: 's' })
      expect(await contentOf(connectionString)).toEqual(before)
      expect(await filesOf(storage)).toEqual(files)
    }
    bucket.close()
  })

  test('is the state of one moment, while members write', async () => {
    const stop = new AbortController()
    const writing = (async () => {
      for (let count = 0; !stop.signal.aborted; count += 1) await chatOn(site).say(anna, ben, `message ${count}`)
    })()
    const busy = join(folder, 'busy.backup')
    const { connectionString } = site
    await backUp({ connectionString, storage: site.context.storage, key, path: busy, secretFile: null })
    stop.abort()
    await writing
    const restored = await emptyDatabase()
    // Its foreign keys are checked, and the count of a conversation belongs to its messages.
    await restore({ connectionString: restored, storage: await emptyStorage(), key, path: busy })
    const client = new pg.Client({ connectionString: restored })
    await client.connect()
    const { rows } = await client.query(`
      select c.last_seq as claimed, (select max(seq) from messages m where m.conversation_id = c.id) as found
      from conversations c`)
    await client.end()
    expect(rows).toEqual(rows.map(({ found }) => ({ claimed: found, found })))
  })

  test('leaves a table empty that the backup does not have', async () => {
    const connectionString = await emptyDatabase()
    const database = openDatabase({ connectionString, maxConnections: 1 })
    // As a newer version of the queue of jobs would, whose migrations are its own.
    await database.pool.query('create table graphile_worker.added as select 1 as value')
    await database.close()
    await restore({ connectionString, storage: await emptyStorage(), key, path })
    expect(await contentOf(connectionString)).toHaveProperty(['graphile_worker.added'], [])
  })

  test('erases again who was erased since', async () => {
    const { context, clock } = site
    const late = join(folder, 'before-erasure.backup')
    await backUp({
      connectionString: site.connectionString,
      storage: context.storage,
      key,
      path: late,
      secretFile: null,
    })
    const body = { reason: null, remarks: '', password: ben.password }
    expect((await site.call(deleteAccount, { body }, ben)).status).toBe(200)
    clock.advance(DELETION_DAYS * DAY + 1)
    await context.jobs.enqueue(context.db, eraseDeletedAccounts, {})
    await context.jobs.runDue()
    await context.jobs.runDue()
    expect((await readErasures(context.config.erasureLog)).size).toBe(1)
    expect(await readFile(context.config.erasureLog, 'utf8')).not.toContain(String(ben.userId))

    const connectionString = await emptyDatabase()
    await restore({ connectionString, storage: await emptyStorage(), key, path: late })
    const restored = await startTestApp({ connectionString, environment })
    const usersOf = async () =>
      (await restored.context.db.selectFrom('users').select('id').orderBy('id').execute()).map(({ id }) => id)
    expect(await usersOf()).toEqual([anna.userId, ben.userId])
    const listed = await readErasures(context.config.erasureLog)
    const runWithin = vi.spyOn(restored.context.events, 'runWithin').mockRejectedValueOnce(new Error('of a subscriber'))
    expect(await eraseAgain(restored.context, listed)).toEqual({ erased: 0, failed: 1 })
    runWithin.mockRestore()
    expect(await usersOf()).toEqual([anna.userId, ben.userId])
    expect(await eraseAgain(restored.context, listed)).toEqual({ erased: 1, failed: 0 })
    expect(await usersOf()).toEqual([anna.userId])
    await restored.close()
  })
})

describe('the commands', () => {
  test('restore every row and file into an embedded database, back it up, and practise', async () => {
    const dataDir = await mkdtemp(join(folder, 'commands-'))
    const again = join(folder, 'again.backup')
    const bucket = await startFakeS3()
    onTestFinished(() => bucket.close())
    const start = await commandsOn({ dataDir, bucketUrl: bucket.bucketUrl })
    const run = async (...command: Parameters<typeof start>) => {
      const program = start(...command)
      return { code: await program.ended, errors: program.stderr(), output: program.stdout() }
    }
    const drills = async () => (await readdir(dataDir)).filter((name) => name.startsWith('drill-'))
    // It is still the one of the beginning, whatever other tests have changed.
    const target = { connectionString: await emptyDatabase(), storage: await emptyStorage() }
    const { rows, files } = await restore({ ...target, key, path })
    const restored = new RegExp(`^Restored ${rows} rows and ${files} files as of .*, all compared; \\d+ s\\.$`, 'm')

    expect(await run('restore', path)).toEqual({ code: 0, errors: '', output: expect.stringMatching(restored) })
    expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe('s')
    const storage = await openStorage({ photoStore: null, photoAccelPrefix: undefined, dataDir })
    expect(await filesOf(storage)).toEqual(await filesOf(target.storage))

    const postgres = await startEmbeddedPostgres({ dataDir, log: site.context.log })
    onTestFinished(() => postgres.stop())
    expect(await contentOf(postgres.connectionString)).toEqual(await contentOf(target.connectionString))
    const written = await run('backup', again)
    expect(written).toEqual({ code: 0, errors: '', output: expect.stringContaining(`${files} files as of`) })
    // While the program runs, with what was erased since: Ben.
    const erasures = join(folder, 'erased-since.log')
    const erased = erasureHash(site.context.config, ben.userId)
    await appendErasure(erasures, { erased, at: new Date().toISOString() })
    const drill = await run('restore', '--drill', again, '--erasures', erasures)
    expect(drill).toEqual({ code: 0, errors: '', output: expect.stringMatching(restored) })
    expect(drill.output).toContain('1 accounts that were erased since are erased again')
    expect(drill.output).toMatch(/^The drill took \d+ s\. What it restored is removed\.$/m)
    const cut = start('restore', '--drill', again)
    await cut.waitForOutput('Restoring files')
    expect(await drills()).toHaveLength(1)
    cut.kill('SIGTERM')
    // 1: a busy machine needs more than the time of a stop, which is then ended at once.
    expect((await cut.ended) === 1 ? [] : await drills()).toEqual([])
    expect(await contentOf(postgres.connectionString)).toEqual(await contentOf(target.connectionString))

    const others = await Promise.all([run('reencrypt'), run('partition', 'messages'), run('photos', 'to-bucket')])
    expect(others.map(({ code, output }) => [code, output.trim().split('\n').at(-1)])).toEqual([
      [0, 'Encrypted 0 second factors of members, 0 of operators, and 0 mandates.'],
      [0, 'messages is partitioned, with 1 rows.'],
      [0, `Copied ${files} files and compared them; 0 were there already.`],
    ])
    expect(bucket.files.size).toBe(files)
  })
})

describe('a backup is rejected', () => {
  test('with another key, cut off or changed; the database stays empty', async () => {
    const data = await readFile(path)
    const changed = Buffer.from(data)
    changed[data.length - 100] = (changed[data.length - 100] ?? 0) ^ 1
    const connectionString = await emptyDatabase()
    const before = await contentOf(connectionString)
    const storage = await emptyStorage()
    const tried = join(folder, 'tried.backup')
    for (const [bytes, otherKey] of [
      [data, randomBytes(32)],
      [data.subarray(0, -200), key],
      [changed, key],
    ] as const) {
      await writeFile(tried, bytes)
      await expect(restore({ connectionString, storage, key: otherKey, path: tried })).rejects.toThrow(/damaged/)
    }
    expect(await contentOf(connectionString)).toEqual(before)
    await restore({ connectionString, storage, key, path })
  })

  test('by a database that has partitions; one of such a database is restored into another', async () => {
    const { connectionString } = site
    const receiver = await buildMember(site.context)
    await chatOn(site).say(anna, receiver)
    await site.context.events.drain()
    await partitionTable({ connectionString, table: 'messages' })
    const partitioned = join(folder, 'partitioned.backup')
    const storage = await emptyStorage()
    await backUp({ connectionString, storage, key, path: partitioned, secretFile: null })
    const target = await emptyDatabase()
    await restore({ connectionString: target, storage, key, path: partitioned })
    const [before, after] = [await contentOf(connectionString), await contentOf(target)]
    expect(after['public.messages']).toEqual(before['public.messages'])
    expect(after['public.messages']).not.toEqual([])
    const other = await emptyDatabase()
    await partitionTable({ connectionString: other, table: 'messages' })
    await expect(restore({ connectionString: other, storage, key, path: partitioned })).rejects.toThrow(
      'restore into one without',
    )
  })

  test('by a database that has members', async () => {
    const { connectionString } = site
    await expect(restore({ connectionString, storage: await emptyStorage(), key, path })).rejects.toThrow('empty one')
  })
})

test('only its owner can read the file, and nothing of it is plain', async () => {
  expect((await stat(path)).mode & 0o077).toBe(0)
  expect((await readFile(path)).includes(anna.email)).toBe(false)
})
