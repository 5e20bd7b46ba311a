import { afterAll, beforeAll, expect, test } from 'vitest'
import { getUser } from '#contract/accounts.ts'
import { DAY } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { buildMember } from '#tests/support/builders.ts'
import { accountErased } from './events.ts'
import { clearEnded, removeUnconfirmed } from './jobs.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
})
afterAll(() => site.close())

async function work(job: typeof clearEnded) {
  const { jobs, db } = site.context
  await jobs.enqueue(db, job, {})
  await jobs.runDue()
}

/** Every table that may name a member, and how many rows it has of hers. */
async function tracesOf(userId: number) {
  const { pool } = site.context.database
  const { rows } = await pool.query<{ table: string; column: string }>(`
    select table_name as table, column_name as column
    from information_schema.columns
    where table_schema = 'public'
      and column_name in ('user_id', 'other_id', 'partner_id', 'sender_id', 'low_id', 'high_id', 'started_by')`)
  const found: string[] = []
  for (const { table, column } of rows) {
    const { rowCount } = await pool.query(`select from ${table} where ${column} = $1`, [userId])
    if (rowCount) found.push(`${table}.${column}`)
  }
  return found
}

test('accounts that nobody confirmed for 30 days vanish with all that names them; others stay', async () => {
  const { context, clock } = site
  const forgotten = await buildMember(context, { isConfirmed: false, photos: ['public'] })
  const paying = await buildMember(context, { isConfirmed: false, isPremium: true })
  const confirmed = await buildMember(context)
  clock.advance(29 * DAY)
  const young = await buildMember(context, { isConfirmed: false })
  await work(removeUnconfirmed)
  expect(await tracesOf(forgotten.userId)).not.toEqual([])

  clock.advance(DAY + 1)
  await work(removeUnconfirmed)
  expect(await tracesOf(forgotten.userId)).toEqual([])
  for (const { userId } of [paying, confirmed, young]) expect(await tracesOf(userId)).toContain('profiles.user_id')
  expect((await site.call(getUser, {}, young)).reply?.user?.email).toBe(young.email)
})

test('an account that cannot be removed stays whole and keeps no other', async () => {
  const { context, clock } = site
  const stuck = await buildMember(context, { isConfirmed: false })
  const other = await buildMember(context, { isConfirmed: false })
  context.events.within(accountErased, async (_tx, { userId }) => {
    if (userId === stuck.userId) throw new Error('planted')
  })
  const before = await tracesOf(stuck.userId)
  clock.advance(31 * DAY)
  await work(removeUnconfirmed)
  expect(await tracesOf(stuck.userId)).toEqual(before)
  expect(await tracesOf(other.userId)).toEqual([])
})

test('sessions and links that have ended and attempts that no longer count are cleared away', async () => {
  const { context, clock } = site
  const { db } = context
  const { userId } = await buildMember(context)
  clock.advance(31 * DAY)
  const now = clock.now()
  const fresh = await buildMember(context)
  await db
    .insertInto('loginFailures')
    .values([
      { key: Buffer.from('old'), failures: 3, updatedAt: new Date(now.getTime() - 3 * DAY) },
      { key: Buffer.from('new'), failures: 3, updatedAt: now },
    ])
    .execute()
  await work(clearEnded)
  expect(await tracesOf(userId)).not.toContain('sessions.user_id')
  expect(await tracesOf(fresh.userId)).toContain('sessions.user_id')
  const keys = await db.selectFrom('loginFailures').select('key').execute()
  expect(keys.map(({ key }) => String(key))).toEqual(['new'])
})
