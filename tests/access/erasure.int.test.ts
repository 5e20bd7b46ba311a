import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteAccount } from '#contract/accounts/calls.ts'
import { CASE_HOLD_DAYS, DELETION_DAYS, UNCONFIRMED_DAYS } from '#contract/limits.ts'
import { setSpendingLimit } from '#contract/payments/calls.ts'
import { photoSizes } from '#contract/profiles/photo-urls.ts'
import { DAY } from '#contract/time.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import { eraseDeletedAccounts, removeUnconfirmed } from '#server/features/accounts/jobs.ts'
import { eraseHeld } from '#server/features/moderation/jobs.ts'
import { eraseDeleted } from '#server/features/accounts/deletion/erasure.ts'
import { clearFailed } from '#server/platform/jobs/clear-failed.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { buildDebit } from '#tests/support/debits.ts'
import { waitForLock } from '#tests/support/audits/locks.ts'
import { buildOrder, reportPayment } from '#tests/support/payments.ts'
import { filesWith, heldTables, leaveTraces, storageKeysOf, tablesWith } from '#tests/support/audits/traces.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
})
afterAll(() => site.close())

const tablesWithTraces = [
  'graphile_worker._private_jobs',
  'public.mail_requests',
  'public.data_exports',
  'public.chat_uploads',
  'public.messages',
  'public.push_subscriptions',
  'public.swipes',
]

/** Of a member who has paid by direct debit and set a limit. */
const tablesOfPayer = ['public.mandates', 'public.sms_codes', 'public.spending_limits']

async function endHolds() {
  site.clock.advance((CASE_HOLD_DAYS + 1) * DAY)
  await run(eraseHeld)
}

async function run(job: typeof removeUnconfirmed) {
  const { jobs, db } = site.context
  await jobs.enqueue(db, job, {})
  // The second run is for the jobs that the first one queued.
  await jobs.runDue()
  await jobs.runDue()
}

test('of an unconfirmed account nothing stays in any table, queue and folder, but its ledger', async () => {
  const { friend, texts } = await leaveTraces(site, { isConfirmed: false })
  expect(await tablesWith(site, texts)).toEqual(expect.arrayContaining(tablesWithTraces))
  expect((await filesWith(site, texts)).length).toBeGreaterThan(photoSizes.length)
  site.clock.advance((UNCONFIRMED_DAYS + 1) * DAY)
  await run(removeUnconfirmed)
  expect(await tablesWith(site, texts)).toEqual(['public.credit_ledger', ...heldTables])
  await endHolds()
  expect(await tablesWith(site, texts)).toEqual(['public.credit_ledger'])
  expect(await filesWith(site, texts)).toEqual([])
  expect((await filesWith(site, [friend.email])).length).toBeGreaterThan(0)
})

describe('of a deleted account', () => {
  const deleteOwn = (member: Member) =>
    site.call(
      deleteAccount,
      { body: { reason: 'other', remarks: 'Zebulina had enough', password: member.password } },
      member,
    )

  test('everything stays until its last day, then nothing but ledger and orders, which name no person', async () => {
    const { member, friend, texts } = await leaveTraces(site, { isConfirmed: true })
    const { orderId } = await buildOrder(site, member)
    const debit = await buildDebit(site, member)
    await reportPayment(site, debit.ref, 'completed')
    await site.call(setSpendingLimit, { body: { amountMinor: 9000 } }, member)
    expect((await filesWith(site, [debit.phone])).length).toBeGreaterThan(0)
    expect((await deleteOwn(member)).status).toBe(200)
    site.clock.advance(DELETION_DAYS * DAY - 1)
    await run(eraseDeletedAccounts)
    expect(await tablesWith(site, texts)).toEqual(
      expect.arrayContaining(['public.deletions', 'public.users', 'public.messages', ...tablesOfPayer]),
    )
    expect((await filesWith(site, texts)).length).toBeGreaterThan(photoSizes.length)

    site.clock.advance(1)
    await run(eraseDeletedAccounts)
    const [evidence = '', ...others] = heldTables
    expect(await tablesWith(site, texts)).toEqual(['public.credit_ledger', evidence, 'public.orders', ...others])
    await endHolds()
    expect(await tablesWith(site, texts)).toEqual(['public.credit_ledger', 'public.orders'])
    expect(
      await tablesWith(
        site,
        texts.filter((text) => text !== String(member.userId)),
      ),
    ).toEqual([])
    expect(await tablesWith(site, [orderId])).toContain('public.orders')
    expect(await filesWith(site, [debit.phone])).toEqual([])
    expect(await filesWith(site, texts)).toEqual([])
    expect((await filesWith(site, [friend.email])).length).toBeGreaterThan(0)
    await run(eraseDeletedAccounts)
    expect(await tablesWith(site, texts)).toEqual(['public.credit_ledger', 'public.orders'])
  })

  test('all is there or all is gone when the job is killed midway, and the next run continues', async () => {
    const { context, clock } = site
    const traces = [
      await leaveTraces(site, { isConfirmed: true }),
      await leaveTraces(site, { isConfirmed: true }),
      await leaveTraces(site, { isConfirmed: true }),
    ]
    for (const { member } of traces) await deleteOwn(member)
    clock.advance(DELETION_DAYS * DAY)
    const [first, second, third] = traces.map(({ member }) => member)
    // Ends the connection of the erasure in the middle of the second account, as the end of its process does.
    let kills = 0
    context.events.within(accountErased, async (tx, { userId }) => {
      if (userId !== second?.userId || kills > 0) return
      kills += 1
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await context.database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      stop.abort()
      await sql`select 1`.execute(tx)
    })
    const stop = new AbortController()
    await eraseDeleted(context, stop.signal)
    expect(kills).toBe(1)
    const isThere = async (member?: Member) =>
      (
        await context.db
          .selectFrom('profiles')
          .select('userId')
          .where('userId', '=', member?.userId ?? 0)
          .execute()
      ).length
    expect([await isThere(first), await isThere(second), await isThere(third)]).toEqual([0, 1, 1])
    expect(await storageKeysOf(site, second ?? neverBuilt())).toHaveLength(2)
    expect(await tablesWith(site, [traces[1]?.texts.at(-1) ?? ''])).toContain('public.data_exports')

    await run(eraseDeletedAccounts)
    await endHolds()
    for (const { texts } of traces) {
      expect(await tablesWith(site, texts)).toEqual(['public.credit_ledger'])
      expect(await filesWith(site, texts)).toEqual([])
    }
  })

  test('the files are deleted also when no attempt of two weeks reached their store', async () => {
    const { context, clock } = site
    const { member, texts } = await leaveTraces(site, { isConfirmed: true })
    await deleteOwn(member)
    clock.advance(DELETION_DAYS * DAY)
    await eraseDeleted(context, new AbortController().signal)
    await context.database.pool.query(
      `update graphile_worker._private_jobs
       set attempts = max_attempts, updated_at = now() - interval '15 days'`,
    )
    expect((await filesWith(site, texts)).length).toBeGreaterThan(photoSizes.length)
    await run(clearFailed)
    expect(await filesWith(site, texts)).toEqual([])
  })

  test('its statements may take longer than those of a request', async () => {
    const { context, clock } = site
    const { member } = await leaveTraces(site, { isConfirmed: true })
    await deleteOwn(member)
    clock.advance(DELETION_DAYS * DAY)
    const limitOf = async (db: Queryable) =>
      (await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db)).rows[0]?.limit
    const limits: (string | undefined)[] = []
    context.events.within(accountErased, async (tx, { userId }) => {
      if (userId === member.userId) limits.push(await limitOf(tx))
    })
    await eraseDeleted(context, new AbortController().signal)
    expect([limits, await limitOf(context.db)]).toEqual([['30min'], '4s'])
    await context.jobs.runDue()
  })

  test('nothing is erased when its member restores it while the job waits for the account', async () => {
    const { context, clock } = site
    const { member } = await leaveTraces(site, { isConfirmed: true })
    await deleteOwn(member)
    clock.advance(DELETION_DAYS * DAY)
    let erasure: Promise<void> = Promise.resolve()
    await context.transaction(async (tx) => {
      await tx.updateTable('users').set({ deletedAt: null }).where('id', '=', member.userId).execute()
      erasure = eraseDeleted(context, new AbortController().signal)
      await waitForLock(context)
    })
    await erasure
    expect(await storageKeysOf(site, member)).toHaveLength(2)
  })
})

function neverBuilt(): never {
  throw new Error('a member is missing')
}
