import { mkdir, mkdtemp, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { createLog } from '#server/platform/log.ts'
import { Jobs } from '#server/platform/jobs/jobs.ts'
import { startCluster } from '#server/platform/postgres/cluster.ts'
import { openDatabase } from '#server/platform/postgres/db.ts'
import { embeddedPrograms, lockData, startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { foldersOf, majorOfPrograms } from '#server/platform/postgres/upgrade/major.ts'
import { confirmUpgrade, upgradeDatabase } from '#server/platform/postgres/upgrade/upgrade.ts'
import { buildMember } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { contentOf } from '#tests/support/audits/database-content.ts'
import { startProgram } from '#tests/support/programs/program.ts'
import { startTestApp } from '#tests/support/site/app.ts'

/*
 * The upgrade of the embedded database. Only one major version is installed, so by default it is copied into
 * the same one; EARLIER_POSTGRES names a directory with initdb and postgres of another one, from 17 on.
 */

const log = createLog({ logLevel: 'silent' })
const to = await embeddedPrograms()
const earlier = process.env['EARLIER_POSTGRES']
const from = earlier ? { initdb: join(earlier, 'initdb'), postgres: join(earlier, 'postgres') } : to
const own = majorOfPrograms(to)
const formerName = `postgres.of-${majorOfPrograms(from)}`

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(inject('testFolder'), 'upgrade-'))
})

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function start(programs: typeof to, folder = foldersOf(home).current) {
  const cluster = await startCluster({ folder, programs, log, settings: { fsync: 'off' } })
  stops.push(cluster.stop)
  return cluster
}

/** A site with members, messages and jobs. Returns its content. */
async function oldSite() {
  const { connectionString, stop } = await start(from)
  await migrate({ connectionString })
  const database = openDatabase({ connectionString, maxConnections: 2 })
  await new Jobs({ pool: database.pool, log }).migrate()
  await database.close()
  const site = await startTestApp({ connectionString, environment: { LOG_LEVEL: 'silent' } })
  const [anna, ben] = [await buildMember(site.context, { credits: 500 }), await buildMember(site.context)]
  await chatOn(site).say(anna, ben, 'back\\slash, tab\t, line\nend, quote "\' and 🌻')
  await site.context.events.drain()
  await site.close()
  const content = await contentOf(connectionString)
  await stop()
  return content
}

async function contentNow(programs: typeof to, folder?: string) {
  const { connectionString, stop } = await start(programs, folder)
  // As the next start does, whose functions the upgrade leaves to it.
  await migrate({ connectionString })
  const content = await contentOf(connectionString)
  await stop()
  return content
}

/** Tries to start the program's database, and returns why it does not. */
async function startError() {
  const postgres = await startEmbeddedPostgres({ dataDir: home, log }).catch((error: unknown) => String(error))
  if (typeof postgres === 'string') return postgres
  await postgres.stop()
  return null
}

async function change(statement: string) {
  const { connectionString, stop } = await start(from)
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(statement)
  await client.end()
  await stop()
}

async function folders() {
  return (await readdir(home)).filter((name) => name.startsWith('postgres'))
}

test('every row is in the new database; the old one stays until then, and until it is confirmed', async () => {
  const before = await oldSite()
  const { current, complete, draft } = foldersOf(home)
  await change('create table notes_of_an_operator (note text)')
  await expect(upgradeDatabase({ home, from, to, log })).rejects.toThrow('no table public.notes_of_an_operator')
  expect(await folders()).toEqual(['postgres'])
  await change('drop table notes_of_an_operator')

  // What a killed run leaves: not all compared yet, and not yet in its place.
  await writeFile(draft, '').then(() => writeFile(complete, ''))
  const result = await upgradeDatabase({ home, from, to, log })
  expect(result?.rows).toBeGreaterThan(10)
  const old = join(home, formerName)
  expect((await folders()).toSorted()).toEqual(['postgres', formerName])
  expect(await contentNow(to)).toEqual(before)
  expect(await contentNow(from, old)).toEqual(before)

  // A kill between the two steps in which they change places.
  await rename(current, complete)
  expect(await startError()).toContain('run `npm run upgrade-database` again')
  await expect(confirmUpgrade(home)).rejects.toThrow('again first')
  expect(await upgradeDatabase({ home, from, to, log })).toBeNull()

  expect(await confirmUpgrade(home)).toEqual([old])
  expect(await folders()).toEqual(['postgres'])
  expect(await readFile(join(current, 'PG_VERSION'), 'utf8')).toBe(`${own}\n`)
  expect(await startError()).toBeNull()
})

test('a database of another major version is not started; the message says what to do', async () => {
  const { current } = foldersOf(home)
  await mkdir(current)
  await writeFile(join(current, 'PG_VERSION'), `${own - 1}\n`)
  expect(await startError()).toContain(`is of PostgreSQL ${own - 1}, this version of the program has ${own}.`)
  expect(await startError()).toContain('Run `npm run upgrade-database`')
  await writeFile(join(current, 'PG_VERSION'), `${own + 1}\n`)
  expect(await startError()).toContain(`is of PostgreSQL ${own + 1}, which is newer than ${own}`)
})

describe('the command', () => {
  function run(...args: string[]) {
    const command = [process.execPath, 'server/commands/upgrade-database.ts', ...args]
    return startProgram(command, { DATA_DIR: home, DEMO_MEMBERS: '0' })
  }

  test('does nothing with a current database, and nothing while the program runs', async () => {
    await startEmbeddedPostgres({ dataDir: home, log }).then((postgres) => postgres.stop())
    const idle = run()
    expect([await idle.ended, idle.stdout()]).toEqual([0, `The database is of PostgreSQL ${own} already.\n`])
    const { release } = await lockData(home)
    const busy = run('--confirm')
    expect([await busy.ended, busy.stderr()]).toEqual([
      1,
      expect.stringContaining('already running on the data folder'),
    ])
    release()
  })
})
