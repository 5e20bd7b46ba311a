import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transactions } from '#server/platform/postgres/db.ts'
import { Events } from '#server/platform/events.ts'
import { newId, addNode } from '#server/platform/ids.ts'
import { createLog } from '#server/platform/log.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { balanceOf } from '#tests/support/balance.ts'
import { fixedClock } from '#tests/support/site/clock.ts'
import { testDatabase, type TestDatabase } from '#tests/support/site/database.ts'
import { creditsChanged } from './events.ts'
import { appendEntry, insertBalance } from './queries.ts'
import * as service from './service.ts'

const clock = fixedClock()
const events = new Events({ log: createLog({ logLevel: 'silent' }) })
let database: TestDatabase
let transaction: ReturnType<typeof transactions>
let removeNode: () => void

beforeAll(async () => {
  removeNode = addNode({ node: 0, isValid: () => true })
  database = await testDatabase()
  transaction = transactions({ db: database.db, events })
})
afterAll(async () => {
  removeNode()
  await database.close()
})

type CreditChange = Parameters<typeof service.grant>[1]
const grant = (change: CreditChange) => transaction((tx) => service.grant({ tx, clock }, change))
const spend = (change: CreditChange) => transaction((tx) => service.spend({ tx, clock }, change))

async function buildBalance(amount = 0) {
  const userId = newId()
  await transaction((tx) => insertBalance(tx, userId))
  if (amount > 0) await grant({ userId, kind: 'demo', ref: 'start', amount })
  return userId
}

/** Returns the balance and entries after asserting that the balance equals the sum of the ledger. */
async function auditedBalance(userId: number) {
  const { credits } = await balanceOf(database, userId)
  const entries = await database.db
    .selectFrom('creditLedger')
    .select(['amount', 'balanceAfter'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(credits)
  expect(entries.every(({ balanceAfter }) => balanceAfter >= 0)).toBe(true)
  return { credits, entries }
}

const settled = (results: PromiseSettledResult<unknown>[]) => ({
  done: results.filter(({ status }) => status === 'fulfilled').length,
  rejected: results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])),
})

describe('the order of the ledger', () => {
  /** Whether each entry, by id, starts at the balance that the entry before it has left. */
  async function isChain(userId: number) {
    const { entries } = await auditedBalance(userId)
    return entries.every(
      ({ amount, balanceAfter }, index) => balanceAfter === (entries[index - 1]?.balanceAfter ?? 0) + amount,
    )
  }

  test('is that of the balances, although concurrent spends have made their ids before they wait for each other', async () => {
    const userId = await buildBalance(2000)
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => spend({ userId, kind: 'message', ref: `${n}`, amount: n + 1 })),
    )
    expect(await isChain(userId)).toBe(true)
  })

  test('is that of the balances, although the clock of another node is behind', async () => {
    const userId = await buildBalance(10)
    const id = newId() - 1_000_000_000
    const entry = { id, userId, kind: 'message', ref: 'late', amount: -4, at: clock.now() } as const
    await transaction((tx) => appendEntry(tx, entry))
    await spend({ userId, kind: 'message', ref: 'later', amount: 5 })
    expect(await isChain(userId)).toBe(true)
  })
})

describe('grants', () => {
  test('add to the balance, one entry for each cause', async () => {
    const userId = await buildBalance()
    expect(await grant({ userId, kind: 'signup', ref: 'welcome', amount: 30 })).toEqual({ credits: 30, isNew: true })
    expect(await grant({ userId, kind: 'purchase', ref: 'a', amount: 100 })).toEqual({ credits: 130, isNew: true })
    expect((await auditedBalance(userId)).entries).toEqual([
      { amount: 30, balanceAfter: 30 },
      { amount: 100, balanceAfter: 130 },
    ])
  })

  test('repeating a cause changes nothing', async () => {
    const userId = await buildBalance()
    const change = { userId, kind: 'purchase', ref: 'a', amount: 100 } as const
    await grant(change)
    expect(await grant(change)).toEqual({ credits: 100, isNew: false })
    expect((await auditedBalance(userId)).entries).toHaveLength(1)
  })

  test('the same cause many times concurrently counts once', async () => {
    const userId = await buildBalance(5)
    const change = { userId, kind: 'purchase', ref: 'a', amount: 100 } as const
    const results = await Promise.all(Array.from({ length: 20 }, () => grant(change)))
    expect(results.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(results.every(({ credits }) => credits === 105)).toBe(true)
    expect((await auditedBalance(userId)).credits).toBe(105)
  })

  test('different causes concurrently all count', async () => {
    const userId = await buildBalance()
    await Promise.all(Array.from({ length: 20 }, (_, n) => grant({ userId, kind: 'demo', ref: `${n}`, amount: n + 1 })))
    expect((await auditedBalance(userId)).credits).toBe(210)
  })

  test.each([0, -5, 1.5, Number.NaN])('an amount of %s is rejected', async (amount) => {
    const userId = await buildBalance()
    await expect(grant({ userId, kind: 'demo', ref: 'x', amount })).rejects.toThrow(RangeError)
  })
})

describe('spends', () => {
  test('debit the balance once for each cause', async () => {
    const userId = await buildBalance(30)
    const change = { userId, kind: 'message', ref: 'a', amount: 10 } as const
    expect(await spend(change)).toEqual({ credits: 20, isNew: true })
    expect(await spend(change)).toEqual({ credits: 20, isNew: false })
    expect((await auditedBalance(userId)).credits).toBe(20)
  })

  test('more than the balance is rejected and debits nothing', async () => {
    const userId = await buildBalance(9)
    await expect(spend({ userId, kind: 'message', ref: 'a', amount: 10 })).rejects.toMatchObject({
      code: 'credits.insufficient',
    })
    expect((await auditedBalance(userId)).credits).toBe(9)
  })

  test('repeating a spend succeeds even at balance zero', async () => {
    const userId = await buildBalance(10)
    const change = { userId, kind: 'message', ref: 'a', amount: 10 } as const
    await spend(change)
    expect(await spend(change)).toEqual({ credits: 0, isNew: false })
  })

  test('one of fifty concurrent spends gets the last credit', async () => {
    const userId = await buildBalance(1)
    const spends = Array.from({ length: 50 }, (_, n) => spend({ userId, kind: 'message', ref: `${n}`, amount: 1 }))
    const { done, rejected } = settled(await Promise.allSettled(spends))
    expect(done).toBe(1)
    expect(rejected).toHaveLength(49)
    expect(rejected.every((reason) => reason.code === 'credits.insufficient')).toBe(true)
    expect((await auditedBalance(userId)).credits).toBe(0)
  })

  test('sixteen concurrent spenders spend exactly the balance', async () => {
    const userId = await buildBalance(100)
    const spender = async (name: number) => {
      for (let n = 0; n < 10; n += 1) {
        await spend({ userId, kind: 'message', ref: `${name}-${n}`, amount: 1 }).catch(() => {})
      }
    }
    await Promise.all(Array.from({ length: 16 }, (_, name) => spender(name)))
    const { credits, entries } = await auditedBalance(userId)
    expect(credits).toBe(0)
    expect(entries).toHaveLength(101)
  })

  test('a rolled back spend leaves the balance unchanged', async () => {
    const userId = await buildBalance(10)
    const failing = transaction(async (tx: Tx) => {
      await service.spend({ tx, clock }, { userId, kind: 'message', ref: 'a', amount: 10 })
      throw new Error('later')
    })
    await expect(failing).rejects.toThrow('later')
    expect((await auditedBalance(userId)).credits).toBe(10)
  })
})

describe('purchases', () => {
  test('the first one starts premium, which stays at zero credits', async () => {
    const userId = await buildBalance()
    expect(await balanceOf(database, userId)).toEqual({ credits: 0, isPremium: false })
    await transaction((tx) => service.grantPurchase({ tx, clock }, { userId, ref: 'a', amount: 10 }))
    await spend({ userId, kind: 'message', ref: 'a', amount: 10 })
    expect(await balanceOf(database, userId)).toEqual({ credits: 0, isPremium: true })
  })

  test('a repeated one neither grants credits nor starts premium again', async () => {
    const userId = await buildBalance()
    const purchase = () => transaction((tx) => service.grantPurchase({ tx, clock }, { userId, ref: 'a', amount: 10 }))
    await purchase()
    await database.db.updateTable('accountBalances').set({ premiumSince: null }).where('userId', '=', userId).execute()
    expect(await purchase()).toEqual({ credits: 10, isNew: false })
    expect(await balanceOf(database, userId)).toEqual({ credits: 10, isPremium: false })
  })

  test('premium keeps the time of the first one', async () => {
    const userId = await buildBalance()
    const started = clock.now()
    await transaction((tx) => service.grantPurchase({ tx, clock }, { userId, ref: 'a', amount: 10 }))
    clock.advance(1000)
    await transaction((tx) => service.grantPurchase({ tx, clock }, { userId, ref: 'b', amount: 10 }))
    const row = await database.db
      .selectFrom('accountBalances')
      .select('premiumSince')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
    expect(row.premiumSince).toEqual(started)
  })
})

describe('events', () => {
  test('every change is published once, with the new balance', async () => {
    const published: unknown[] = []
    const userId = await buildBalance(10)
    events.after(creditsChanged, (change) => {
      if (change.userId === userId) published.push(change)
    })
    const change = { userId, kind: 'message', ref: 'a', amount: 4 } as const
    await spend(change)
    await spend(change)
    await transaction((tx) => service.grantPurchase({ tx, clock }, { userId, ref: 'a', amount: 50 }))
    await events.drain()
    expect(published).toEqual([
      { userId, credits: 6, isPremium: false },
      { userId, credits: 56, isPremium: true },
    ])
  })
})

test('a grant to an account without a balance fails', async () => {
  await expect(grant({ userId: newId(), kind: 'demo', ref: 'a', amount: 1 })).rejects.toThrow('no balance')
})
