import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { compareBalances } from './jobs.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

/** Runs the nightly check. Returns what it logs as errors and the metric of found differences. */
async function check() {
  const { context, app } = site
  const error = vi.spyOn(context.log, 'error').mockImplementation(() => {})
  await context.jobs.enqueue(context.db, compareBalances, {})
  await context.jobs.runDue()
  const logged = error.mock.calls.map(([fields]) => fields)
  error.mockRestore()
  const { body } = await app.inject('/metrics')
  return { logged, found: /check_differences\{check="balances",state="found"\} (\d+)/.exec(body)?.[1] }
}

const rowOf = ({ userId }: Member) =>
  site.context.db.selectFrom('accountBalances').selectAll().where('userId', '=', userId).executeTakeFirst()

test('balances that equal their ledger are no difference', async () => {
  await buildMember(site.context)
  await buildMember(site.context, { credits: 30 })
  expect(await check()).toEqual({ logged: [], found: '0' })
})

test('differences between balances and ledger are reported, and not repaired', async () => {
  const { context } = site
  const { db } = context
  const [raised, lost, missing] = await Promise.all(
    Array.from({ length: 3 }, () => buildMember(context, { credits: 50 })),
  )
  if (!raised || !lost || !missing) throw new Error('not built')
  await db.updateTable('accountBalances').set({ balance: 60 }).where('userId', '=', raised.userId).execute()
  await db.deleteFrom('creditLedger').where('userId', '=', lost.userId).execute()
  await db.deleteFrom('accountBalances').where('userId', '=', missing.userId).execute()
  const before = await Promise.all([raised, lost, missing].map(rowOf))
  expect(await check()).toEqual({ logged: [{ check: 'balances', found: 3, repaired: 0 }], found: '3' })
  expect(await Promise.all([raised, lost, missing].map(rowOf))).toEqual(before)
})
