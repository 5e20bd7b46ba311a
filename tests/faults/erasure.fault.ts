import { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteAccount } from '#contract/accounts/calls.ts'
import { CASE_HOLD_DAYS, DELETION_DAYS } from '#contract/limits.ts'
import { photoSizes } from '#contract/profiles/photo-urls.ts'
import { DAY } from '#contract/time.ts'
import { eraseDeletedAccounts } from '#server/features/accounts/jobs.ts'
import { eraseHeld } from '#server/features/moderation/jobs.ts'
import { logOptions } from '#server/platform/log.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { startFakeS3, type FakeS3 } from '#tests/support/fakes/fake-s3.ts'
import { startRedis, type TestRedis } from '#tests/support/programs/redis.ts'
import { filesWith, heldTables, leaveTraces, tablesWith } from '#tests/support/audits/traces.ts'

/*
 * Erasure in the stores beside the database and the directory (tests/access/erasure.int.test.ts): Redis, a
 * bucket for photos and exports, the log.
 */

let site: TestApp
let redis: TestRedis
let client: Redis
let bucket: FakeS3
const lines: string[] = []

beforeAll(async () => {
  redis = await startRedis()
  bucket = await startFakeS3()
  const log = pino(logOptions({ logLevel: 'trace' }), { write: (line: string) => lines.push(line) })
  site = await startTestApp({ log, environment: { REDIS_URL: redis.url, PHOTO_STORE_URL: bucket.storeUrl } })
  client = new Redis(redis.url)
})
afterAll(async () => {
  client.disconnect()
  await site.close()
  bucket.close()
  await redis.close()
})

const contains = (texts: string[]) => (content: string) =>
  texts.filter((text) => content.toLowerCase().includes(text.toLowerCase()))

/** Returns the keys in Redis that contain one of the texts, in their name or value. */
async function keysWith(texts: string[]) {
  const traces: string[] = []
  for (const key of await client.keys('*')) {
    const value = (await client.dumpBuffer(key))?.toString('latin1') ?? ''
    if (contains(texts)(key + value).length > 0) traces.push(key)
  }
  return traces
}

const objectsWith = (texts: string[]) =>
  [...bucket.files].flatMap(([path, { body }]) =>
    contains(texts)(path + body.toString('latin1')).length > 0 ? [path] : [],
  )

async function run(job: typeof eraseDeletedAccounts) {
  const { jobs, db } = site.context
  await jobs.enqueue(db, job, {})
  // The second run is for the jobs that the first one queued.
  await jobs.runDue()
  await jobs.runDue()
}

test('of a deleted account nothing stays in Redis, bucket, outbox and tables, and nothing was ever logged', async () => {
  const { member, friend, texts } = await leaveTraces(site, { isConfirmed: true })
  const names = texts.filter((text) => text !== String(member.userId))
  const body = { reason: 'other', remarks: 'Zebulina had enough', password: member.password } as const
  expect((await site.call(deleteAccount, { body }, member)).status).toBe(200)
  // Redis counts requests, and forgets them a minute later.
  expect(await client.dbsize()).toBeGreaterThan(0)
  // Photos of profile and chat in all sizes, and an export.
  expect(objectsWith(names).length).toBeGreaterThan(4 * photoSizes.length)
  site.clock.advance(DELETION_DAYS * DAY - 1)
  await run(eraseDeletedAccounts)
  expect(objectsWith(names).length).toBeGreaterThan(4 * photoSizes.length - 1)

  site.clock.advance(1)
  await run(eraseDeletedAccounts)
  expect(await tablesWith(site, names)).toEqual(heldTables)
  site.clock.advance((CASE_HOLD_DAYS + 1) * DAY)
  await run(eraseHeld)
  expect(objectsWith(names)).toEqual([])
  expect(await keysWith(names)).toEqual([])
  expect(await filesWith(site, names)).toEqual([])
  expect((await filesWith(site, [friend.email])).length).toBeGreaterThan(0)
  expect(await tablesWith(site, names)).toEqual([])
  expect(lines.length).toBeGreaterThan(10)
  expect(contains(names)(lines.join('\n'))).toEqual([])
})
