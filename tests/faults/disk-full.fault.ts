import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { EmailRenderer } from '#contract/email-renderer.ts'
import { addPhoto } from '#contract/profiles/calls.ts'
import { Jobs } from '#server/platform/jobs/jobs.ts'
import { createMail } from '#server/platform/mail/mail.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/site/database.ts'
import { sampleImage } from '#tests/support/sample-images.ts'

/** So small that one file fills it, and large enough for the photos of these tests. */
const DISK_SIZE = '4m'
/** Space that is left: enough for the directory of a photo and for its smallest size. */
const FREE_BYTES = 12 * 1024

let disk: string
/** Root can mount a small file system. Otherwise files replace the folders, so that every write fails. */
let isMounted: boolean
let site: TestApp
let member: Member
let file: Blob

beforeAll(async () => {
  disk = await mkdtemp(join(inject('testFolder'), 'disk-'))
  isMounted = mount()
  site = await startTestApp({ environment: { DATA_DIR: disk, LOG_LEVEL: 'silent' } })
  file = new Blob([await sampleImage({ width: 900, height: 1200 })])
})

afterAll(async () => {
  await site.close().catch(() => {})
  if (isMounted) execFileSync('umount', ['--lazy', disk])
})

beforeEach(async () => {
  member = await buildMember(site.context)
})

function mount() {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE}`, 'tmpfs', disk], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function fillDisk() {
  if (isMounted) {
    const { bavail, bsize } = await statfs(disk)
    return writeFile(join(disk, 'ballast'), Buffer.alloc(bavail * bsize - FREE_BYTES, 1))
  }
  for (const folder of ['photos', 'outbox']) {
    await mkdir(join(disk, folder), { recursive: true })
    await rename(join(disk, folder), join(disk, `${folder}-away`))
    await writeFile(join(disk, folder), '')
  }
}

async function freeDisk() {
  if (isMounted) return rm(join(disk, 'ballast'))
  for (const folder of ['photos', 'outbox']) {
    await rm(join(disk, folder))
    await rename(join(disk, `${folder}-away`), join(disk, folder))
  }
}

async function filesIn(folder: string) {
  const entries = await readdir(join(disk, folder), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

const uploadPhoto = () => site.call(addPhoto, { body: { visibility: 'public' } }, { ...member, file })

async function photoRows() {
  return site.context.db.selectFrom('photos').select('id').where('userId', '=', member.userId).execute()
}

test('while the disk is full a photo is rejected with a sentence and leaves nothing; afterwards it is stored', async () => {
  const before = await filesIn('photos')
  await fillDisk()
  const rejected = await uploadPhoto()
  expect(rejected).toMatchObject({ status: 503, error: { code: 'profiles.photo_not_stored' } })
  expect(await photoRows()).toEqual([])

  await freeDisk()
  expect(await filesIn('photos')).toEqual(before)
  expect((await uploadPhoto()).status).toBe(200)
  expect(await photoRows()).toHaveLength(1)
  const stored = await filesIn('photos')
  expect(stored.filter((name) => !before.includes(name)).toSorted()).toEqual([
    'large.avif',
    'large.webp',
    'locked.webp',
    'medium.avif',
    'medium.webp',
    'thumb.webp',
    'tile.avif',
    'tile.webp',
  ])
})

test('several uploads on a full disk fail one by one, and the site serves its other calls', async () => {
  await fillDisk()
  const answers = await Promise.all([1, 2, 3, 4].map(uploadPhoto))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
  const health = await site.app.inject('/health')
  expect(health.statusCode).toBe(200)
  await freeDisk()
  expect(await photoRows()).toEqual([])
  expect((await uploadPhoto()).status).toBe(200)
})

test('while the disk is full a mail waits in the queue, and is written once afterwards', async () => {
  const database = await testDatabase()
  const jobs = new Jobs({ pool: database.pool, log: pino({ level: 'silent' }) })
  await jobs.migrate()
  const text = 'Welcome. '.repeat(5000)
  const renderer: EmailRenderer = {
    renderEmail: async () => ({ subject: 'Welcome', html: text, text }),
    renderMailbox: async () => '',
  }
  const config = { dataDir: disk, mailFrom: 'noreply@site.example', smtpUrl: undefined, secret: 's'.repeat(43) }
  const log = pino({ level: 'silent' })
  const mail = createMail({ config, jobs, log, loadRenderer: async () => renderer })
  mail.define('activation', async () => ({ to: 'ana@members.example', site: { name: 'Site' } }))
  const queued = async () => {
    await database.pool.query('update graphile_worker._private_jobs set run_at = now()')
    await jobs.runDue()
    return (await database.pool.query('select 1 from graphile_worker._private_jobs')).rowCount
  }

  await fillDisk()
  await mail.send(database.db, { template: 'activation', userId: 7 })
  expect(await queued()).toBe(1)
  expect(await queued()).toBe(1)
  await freeDisk()
  expect(await filesIn('outbox').catch(() => [])).toEqual([])
  expect(await queued()).toBe(0)
  expect(await queued()).toBe(0)
  const written = await filesIn('outbox')
  expect(written.map((name) => name.split('.').slice(1).join('.')).toSorted()).toEqual(['eml', 'json'])
  await database.close()
})
