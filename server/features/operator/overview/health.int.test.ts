import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DISK_LOW_SHARE, JOBS_LATE_MS } from '#contract/limits.ts'
import * as calls from '#contract/operator/overview/calls.ts'
import { DAY, HOUR } from '#contract/time.ts'
import { newId } from '#server/platform/ids.ts'
import { buildMember } from '#tests/support/builders.ts'
import { buildPaidOrder } from '#tests/support/operator-orders.ts'
import { buildOperator } from '#tests/support/operators.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
})
afterAll(() => site.close())

describe('health', () => {
  test('names what waits and what failed', async () => {
    const operator = await buildOperator(site.context, { role: 'manager' })
    const { db } = site.context
    await buildPaidOrder(site.context, await buildMember(site.context))
    await db
      .insertInto('checks')
      .values([
        { name: 'broken', found: 3, repaired: 1, finishedAt: site.clock.now() },
        { name: 'fine', found: 2, repaired: 2, finishedAt: site.clock.now() },
        { name: 'late', found: 0, repaired: 0, finishedAt: new Date(site.clock.now().getTime() - 3 * DAY) },
      ])
      .execute()
    const { reply } = await site.call(calls.getHealth, {}, operator)
    expect(reply).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      stuckPayments: 0,
      stuckRefunds: 0,
      failedJobs: [],
      failedMails: [],
      bouncedAddresses: 0,
      cases: { count: 0, oldestAt: null },
    })
    expect(reply?.openIncidents).toBe(1)
    expect(reply?.checks.map(({ name, unrepaired, isLate }) => [name, unrepaired, isLate])).toEqual([
      ['broken', 2, false],
      ['late', 0, true],
    ])
    const { freeBytes = 0, totalBytes = 0, isLow } = reply?.disk ?? {}
    expect(totalBytes).toBeGreaterThan(freeBytes)
    expect(isLow).toBe(freeBytes < totalBytes * DISK_LOW_SHARE)
  })

  test('names jobs and mails that failed by kind, and counts addresses that bounced today', async () => {
    const operator = await buildOperator(site.context, { role: 'owner' })
    const { userId } = await buildMember(site.context)
    const { db, clock } = site.context
    const now = clock.now().getTime()
    const mails = [
      { kind: 'likes', state: 'failed', reason: 'rejected', hoursAgo: 1 },
      { kind: 'likes', state: 'failed', reason: 'rejected', hoursAgo: 23 },
      { kind: 'matches', state: 'unknown', reason: null, hoursAgo: 2 },
      { kind: 'matches', state: 'sent', reason: null, hoursAgo: 2 },
      { kind: 'likes', state: 'failed', reason: 'rejected', hoursAgo: 25 },
    ]
    for (const { hoursAgo, ...mail } of mails) {
      const at = new Date(now - hoursAgo * HOUR)
      await db
        .insertInto('noticeMails')
        .values({ id: newId(clock), userId, ...mail, domain: 'example.com', createdAt: at, runAt: at, endedAt: at })
        .execute()
    }
    const addresses = [
      { bounces: 1, hoursAgo: 1 },
      { bounces: 0.5, hoursAgo: 23 },
      { bounces: 0, hoursAgo: 1 },
      { bounces: 4, hoursAgo: 25 },
    ]
    for (const [index, { bounces, hoursAgo }] of addresses.entries()) {
      const bouncedAt = new Date(now - hoursAgo * HOUR)
      await db
        .insertInto('mailAddresses')
        .values({ addressHash: Buffer.from([index]), bounces, bouncedAt })
        .execute()
    }
    const jobs = async (name: string, count: number) =>
      sql`select graphile_worker.add_job(${name}, '{}', max_attempts => 1) from generate_series(1, ${count}::int)`.execute(
        db,
      )
    await jobs('test.given_up', 2)
    await sql`
      update graphile_worker._private_jobs set attempts = 1, updated_at = now()
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'test.given_up')`.execute(db)
    const health = async () => (await site.call(calls.getHealth, {}, operator)).reply
    expect(await health()).toMatchObject({
      failedJobs: [{ name: 'test.given_up', count: 2, lastAt: expect.any(String) }],
      failedMails: [
        { kind: 'likes', reason: 'rejected', count: 2 },
        { kind: 'matches', reason: null, count: 1 },
      ],
      bouncedAddresses: 2,
      jobs: { isLate: false },
    })
    await jobs('test.waiting', 1)
    await sql`
      update graphile_worker._private_jobs set run_at = now() - make_interval(secs => ${2 * (JOBS_LATE_MS / 1000)})
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'test.waiting')`.execute(db)
    expect((await health())?.jobs).toMatchObject({ isLate: true })
  })

  test('names indices that failed, and those that foreign keys of large tables lack', async () => {
    const operator = await buildOperator(site.context, { role: 'manager' })
    const missing = async () => (await site.call(calls.getHealth, {}, operator)).reply?.missingIndexes
    expect(await missing()).toEqual([])
    const { db } = site.context
    await sql`create table sample_rows (user_id bigint references users, site_id int references sites, n int)`.execute(
      db,
    )
    await sql`create index sample_rows_by_site on sample_rows (site_id)`.execute(db)
    expect(await missing()).toEqual([])
    await sql`insert into sample_rows (n) select 1 from generate_series(1, 100000)`.execute(db)
    await sql`analyze sample_rows`.execute(db)
    expect(await missing()).toEqual(['sample_rows (user_id)'])
    await expect(sql`create unique index concurrently sample_rows_by_n on sample_rows (n)`.execute(db)).rejects.toThrow(
      /could not create unique index/,
    )
    expect(await missing()).toEqual(['sample_rows (user_id)', 'sample_rows_by_n'])
    await sql`drop table sample_rows`.execute(db)
  })
})
