import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#server/platform/errors.ts'
import { balanceOf } from '#tests/support/balance.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember } from '#tests/support/builders.ts'
import { auditMoney } from '#tests/support/audits/money-audit.ts'
import * as service from './service.ts'

/** A change of a balance. Few refs, so that causes repeat. */
interface Step {
  do: 'grant' | 'spend' | 'refund' | 'reclaim' | 'correct'
  ref: string
  amount: number
}

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('grant', 'grant', 'spend', 'spend', 'refund', 'reclaim', 'correct'),
  ref: fc.constantFrom('a', 'b', 'c', 'd'),
  amount: fc.integer({ min: 1, max: 40 }),
})

let site: TestApp

beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

/** Carries out a step as the services do. A spend above the balance is rejected, which is no failure. */
async function play(userId: number, { do: kind, ref, amount }: Step) {
  const { transaction, clock } = site.context
  try {
    await transaction(async (tx): Promise<unknown> => {
      const deps = { tx, clock }
      const change = { userId, ref, amount }
      switch (kind) {
        case 'grant':
          return service.grant(deps, { ...change, kind: 'demo' })
        case 'spend':
          return service.spend(deps, { ...change, kind: 'message' })
        case 'refund':
          return service.debitRefund(deps, change)
        case 'reclaim':
          return service.reclaimCredits(deps, change)
        case 'correct':
          return service.correct(deps, { ...change, startsPremium: true })
      }
    })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'credits.insufficient')) throw error
  }
}

/** The expected ledger after the steps, in order: each cause once, and no spend without cover. */
function expectedEntries(steps: Step[]) {
  const entries = new Map<string, number>()
  const balance = () => [...entries.values()].reduce((sum, amount) => sum + amount, 0)
  const append = (cause: string, amount: number) => {
    if (!entries.has(cause) && balance() + amount >= 0) entries.set(cause, amount)
  }
  for (const { do: kind, ref, amount } of steps) {
    if (kind === 'grant') append(`demo ${ref}`, amount)
    if (kind === 'spend') append(`message ${ref}`, -amount)
    if (kind === 'refund') append(`refund ${ref}`, -amount)
    if (kind === 'correct') append(`correction ${ref}`, amount)
    const taken = Math.min(balance(), amount)
    if (kind === 'reclaim' && taken > 0) append(`chargeback ${ref}`, -taken)
  }
  return entries
}

async function entriesOf(userId: number) {
  const { db } = site.context
  const rows = await db.selectFrom('creditLedger').selectAll().where('userId', '=', userId).orderBy('id').execute()
  return rows
}

test('after any changes one after the other the ledger has each cause once, in order', async () => {
  const property = fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
    const { userId } = await buildMember(site.context)
    for (const each of steps) await play(userId, each)
    const rows = await entriesOf(userId)
    expect(rows.map(({ kind, ref, amount }) => [`${kind} ${ref}`, amount])).toEqual([...expectedEntries(steps)])
    const { credits } = await balanceOf(site.context, userId)
    expect(rows.at(-1)?.balanceAfter ?? 0).toBe(credits)
  })
  await fc.assert(property, { numRuns: 25, seed: 1 })
})

test('after any changes at once the balance is the sum of the entries, and was never negative', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 25 }), async (steps) => {
    const { userId } = await buildMember(site.context)
    await Promise.all(steps.map((each) => play(userId, each)))
    const rows = await entriesOf(userId)
    for (const { balanceAfter } of rows) expect(balanceAfter).toBeGreaterThanOrEqual(0)
    const causes = rows.map(({ kind, ref }) => `${kind} ${ref}`)
    expect(new Set(causes).size).toBe(causes.length)
  })
  await fc.assert(property, { numRuns: 25, seed: 2 })
  // Running balances and sums of all members that the tests have built.
  expect(await auditMoney(site.context.db)).toEqual([])
})

test('a balance that was changed past the ledger is found', async () => {
  const { userId } = await buildMember(site.context, { credits: 5 })
  await sql`update account_balances set balance = balance + 1 where user_id = ${userId}`.execute(site.context.db)
  expect(await auditMoney(site.context.db)).toEqual([`balance: ${userId}`])
})
