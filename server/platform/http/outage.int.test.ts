import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { getUser } from '#contract/accounts/calls.ts'
import { SECOND } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'

let site: TestApp
let member: Member

beforeAll(async () => {
  site = await startTestApp({ isPatient: false })
  member = await buildMember(site.context)
})
afterAll(() => site.close())

/** Takes every connection of the pool until the test ends. */
async function exhaustPool() {
  const { pool } = site.context.database
  const clients: pg.PoolClient[] = []
  // One after the other: at once, a busy machine would not open all of them in the time of one.
  while (clients.length < pool.options.max) clients.push(await pool.connect())
  onTestFinished(() => {
    for (const client of clients) client.release()
  })
}

/** A result is used again for a second. */
const polling = { interval: 100 }
const readyStatus = async () => (await site.app.inject('/ready')).statusCode

describe('while the database is unavailable', () => {
  test('a request is answered with 503 and when to try again', async () => {
    await exhaustPool()
    const startedAt = performance.now()
    const { status, headers, error } = await site.call(getUser, {}, member)
    expect(performance.now() - startedAt).toBeLessThan(5 * SECOND)
    expect({ status, code: error?.code, retryAfter: headers['retry-after'] }).toEqual({
      status: 503,
      code: 'request.unavailable',
      retryAfter: '1',
    })
  })

  test('the process runs but is not ready, and says so at once', async () => {
    await exhaustPool()
    const startedAt = performance.now()
    const ready = await site.app.inject('/ready')
    expect(performance.now() - startedAt).toBeLessThan(2 * SECOND)
    expect(ready.statusCode).toBe(503)
    expect(ready.headers['retry-after']).toBe('1')
    expect((await site.app.inject('/health')).statusCode).toBe(200)
  })
})

test('the process is ready again when the database is', async () => {
  await expect.poll(readyStatus, polling).toBe(200)
  expect((await site.call(getUser, {}, member)).status).toBe(200)
})

test('the process is not ready without the tables of the queue', async () => {
  const { db } = site.context
  await sql`alter schema graphile_worker rename to away`.execute(db)
  onTestFinished(async () => void (await sql`alter schema away rename to graphile_worker`.execute(db)))
  await expect.poll(readyStatus, polling).toBe(503)
})
