import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser } from '#contract/accounts/calls.ts'
import type { OrderStatus } from '#contract/payments/schemas.ts'
import { DELETION_DAYS, DEVICE_MS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { waitForLock } from '#tests/support/audits/locks.ts'
import { buildOrder } from '#tests/support/payments.ts'
import { restoreAccount, saveDeletion } from './deletion/deletion.ts'
import { eraseDeleted } from './deletion/erasure.ts'
import { sendActivation } from './email/activation.ts'
import { accountErased } from './events.ts'
import { clearEnded, removeUnconfirmed } from './jobs.ts'
import { deleteUser } from './queries.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
})
afterAll(() => site.close())

async function runJob(job: typeof clearEnded) {
  const { jobs, db } = site.context
  await jobs.enqueue(db, job, {})
  await jobs.runDue()
}

/** Returns the columns that refer to a member, in all tables. */
async function columnsReferringTo(userId: number) {
  const { pool } = site.context.database
  const { rows } = await pool.query<{ table: string; column: string }>(`
    select table_name as table, column_name as column
    from information_schema.columns
    where table_schema = 'public'
      and column_name in ('user_id', 'other_id', 'partner_id', 'sender_id', 'low_id', 'high_id', 'started_by')`)
  const results: string[] = []
  for (const { table, column } of rows) {
    const { rowCount } = await pool.query(`select from ${table} where ${column} = $1`, [userId])
    if (rowCount) results.push(`${table}.${column}`)
  }
  return results
}

test('accounts unconfirmed for 30 days are deleted with everything that refers to them; others stay', async () => {
  const { context, clock } = site
  const unconfirmed = await buildMember(context, { isConfirmed: false, photos: ['public'] })
  const paying = await buildMember(context, { isConfirmed: false, isPremium: true })
  const confirmed = await buildMember(context)
  clock.advance(29 * DAY)
  const young = await buildMember(context, { isConfirmed: false })
  await runJob(removeUnconfirmed)
  expect(await columnsReferringTo(unconfirmed.userId)).not.toEqual([])

  clock.advance(DAY + 1)
  await runJob(removeUnconfirmed)
  expect(await columnsReferringTo(unconfirmed.userId)).toEqual([])
  for (const { userId } of [paying, confirmed, young])
    expect(await columnsReferringTo(userId)).toContain('profiles.user_id')
  expect((await site.call(getUser, {}, young)).reply?.user?.email).toBe(young.email)
})

describe('an unconfirmed account with an order', () => {
  const isThere = async ({ userId }: Member) => (await columnsReferringTo(userId)).includes('profiles.user_id')
  const ordersOf = ({ userId }: Member) =>
    site.context.db.selectFrom('orders').select('status').where('userId', '=', userId).execute()

  async function buildBuyer(status: OrderStatus) {
    const member = await buildMember(site.context, { isConfirmed: false })
    const { orderId } = await buildOrder(site, member)
    const completedAt = status === 'completed' ? site.clock.now() : null
    await site.context.db.updateTable('orders').set({ status, completedAt }).where('publicId', '=', orderId).execute()
    return member
  }

  test('stays when the order is completed, or pending and recent', async () => {
    const [completed, failed] = [await buildBuyer('completed'), await buildBuyer('failed')]
    const late = await buildMember(site.context, { isConfirmed: false })
    site.clock.advance(2 * DAY)
    await buildOrder(site, late)
    site.clock.advance(29 * DAY)
    await runJob(removeUnconfirmed)
    expect([await isThere(completed), await isThere(late), await isThere(failed)]).toEqual([true, true, false])
    site.clock.advance(2 * DAY)
    await runJob(removeUnconfirmed)
    expect([await isThere(completed), await isThere(late)]).toEqual([true, false])
  })

  test('stays when the order is committed while the job waits for the account', async () => {
    const { context, clock } = site
    const member = await buildMember(context, { isConfirmed: false })
    clock.advance(31 * DAY)
    let removal: Promise<void> = Promise.resolve()
    await context.transaction(async (tx) => {
      // As `createOrder` does: the account is locked, then the order is inserted.
      await tx.selectFrom('users').select('id').where('id', '=', member.userId).forKeyShare().execute()
      const template = await buildOrder(site, await buildMember(context))
      await sql`
        insert into orders (id, public_id, user_id, site_id, client_id, bundle, credits, amount_minor, currency, country,
          payment_country, method, provider, status, created_at, updated_at)
        select 1, 'raced', ${member.userId}, site_id, gen_random_uuid(), bundle, credits, amount_minor, currency, country,
          payment_country, method, provider, status, created_at, updated_at
        from orders where public_id = ${template.orderId}`.execute(tx)
      removal = runJob(removeUnconfirmed)
      await waitForLock(site.context)
    })
    await removal
    expect(await isThere(member)).toBe(true)
  })

  test('is not created when the account is removed while the order waits for it', async () => {
    const { context, clock } = site
    const member = await buildMember(context, { isConfirmed: false })
    clock.advance(31 * DAY)
    let order: Promise<unknown> = Promise.resolve()
    context.events.within(accountErased, async (_tx, { userId }) => {
      if (userId !== member.userId) return
      order = buildOrder(site, member).catch((error: unknown) => error)
      await waitForLock(site.context)
    })
    await runJob(removeUnconfirmed)
    expect(await order).toMatchObject({ code: 'authentication_required' })
    expect(await ordersOf(member)).toEqual([])
  })
})

test('an account that is restored while the job waits for it stays', async () => {
  const { context, clock } = site
  const member = await buildMember(context)
  const account = { userId: member.userId }
  const deletion = { ...account, isPaused: false, reason: null, remarks: '' }
  await context.transaction((tx) => saveDeletion(context, tx, deletion))
  clock.advance((DELETION_DAYS + 1) * DAY)
  let erasure: Promise<void> = Promise.resolve()
  await context.transaction(async (tx) => {
    await restoreAccount(context, tx, account)
    erasure = eraseDeleted(context, new AbortController().signal)
    await waitForLock(context)
  })
  await erasure
  expect(await columnsReferringTo(member.userId)).toContain('profiles.user_id')
})

test('an account whose deletion fails stays complete and does not stop the others', async () => {
  const { context, clock } = site
  const stuck = await buildMember(context, { isConfirmed: false })
  const other = await buildMember(context, { isConfirmed: false })
  context.events.within(accountErased, async (_tx, { userId }) => {
    if (userId === stuck.userId) throw new Error('planted')
  })
  const before = await columnsReferringTo(stuck.userId)
  clock.advance(31 * DAY)
  await runJob(removeUnconfirmed)
  expect(await columnsReferringTo(stuck.userId)).toEqual(before)
  expect(await columnsReferringTo(other.userId)).toEqual([])
})

test('requests for mails are deleted once they no longer count', async () => {
  const { context, clock } = site
  const member = await buildMember(context, { isConfirmed: false })
  await context.transaction((tx) => sendActivation(context, tx, member))
  clock.advance(DAY - 1)
  await runJob(clearEnded)
  expect(await columnsReferringTo(member.userId)).toContain('mail_requests.user_id')
  clock.advance(1)
  await runJob(clearEnded)
  expect(await columnsReferringTo(member.userId)).not.toContain('mail_requests.user_id')
})

test('expired sessions, links and counts of log-ins, and unused devices, are deleted', async () => {
  const { context, clock } = site
  const { db } = context
  const { userId } = await buildMember(context)
  clock.advance(31 * DAY)
  const now = clock.now()
  const fresh = await buildMember(context)
  await db
    .insertInto('loginLimits')
    .values([
      { key: 'old', points: 3, expire: now.getTime() - 1 },
      { key: 'new', points: 3, expire: now.getTime() + 1 },
    ])
    .execute()
  await db
    .insertInto('devices')
    .values([
      { tokenHash: Buffer.from('old'), userId, usedAt: new Date(now.getTime() - DEVICE_MS) },
      { tokenHash: Buffer.from('new'), userId, usedAt: now },
    ])
    .execute()
  await runJob(clearEnded)
  expect(await columnsReferringTo(userId)).not.toContain('sessions.user_id')
  expect(await columnsReferringTo(fresh.userId)).toContain('sessions.user_id')
  expect(await db.selectFrom('loginLimits').select('key').execute()).toEqual([{ key: 'new' }])
  const devices = await db.selectFrom('devices').select('tokenHash').execute()
  expect(devices.map(({ tokenHash }) => String(tokenHash))).toEqual(['new'])
})

test('erasing an account reads neither all photos of conversations nor all jobs', async () => {
  const { context } = site
  const { userId } = await buildMember(context)
  const read = await context.transaction(async (tx) => {
    // The tables of a test are so small that reading them whole would be right.
    await sql`set local enable_seqscan = off`.execute(tx)
    await emit(tx, accountErased, { userId })
    await deleteUser(tx, userId)
    const { rows } = await sql<{ name: string }>`
      select relname as name
      from pg_stat_xact_user_tables
      where seq_scan > 0 and relname in ('chat_uploads', '_private_jobs')`.execute(tx)
    return rows
  })
  expect(read).toEqual([])
})

test('every key whose rows are deleted with those of another table has an index', async () => {
  // Sites are few and stay.
  const { rows } = await site.context.database.pool.query(`
    select conrelid::regclass::text || ' (' || attname || ')' as key
    from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confdeltype <> 'a' and confrelid <> 'sites'::regclass and connamespace = 'public'::regnamespace
      and not exists (select from pg_index where indrelid = conrelid and indkey[0] = conkey[1])
    order by key`)
  expect(rows).toEqual([])
})
