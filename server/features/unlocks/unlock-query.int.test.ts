import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { isUniqueViolation } from '#server/platform/postgres/db.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { auditMoney } from '#tests/support/audits/money-audit.ts'
import { createUnlockWriter } from './service.ts'
import { insertUnlocks, type NewUnlock } from './unlock-query.ts'

const PRICE = 3

let site: TestApp
/** Of private photos. */
let photoKeys: number[]

beforeAll(async () => {
  site = await startTestApp()
  const photos = ['public', 'private', 'private'] as const
  const owners = await Promise.all(Array.from({ length: 6 }, () => buildMember(site.context, { photos: [...photos] })))
  const photoIds = owners.flatMap(({ photoIds: [, ...own] }) => own)
  const rows = await site.context.db.selectFrom('photos').select('id').where('publicId', 'in', photoIds).execute()
  photoKeys = rows.map(({ id }) => id)
})
afterAll(() => site.close())

const build = (credits: number) => buildMember(site.context, { credits })
const left = (credits: number) => expect.objectContaining({ credits, isPremium: false })

/** Makes premium begin with the first credit that the member spends. */
function postponePremium({ userId }: Member) {
  const { db } = site.context
  return db.updateTable('accountBalances').set({ creditsUntilPremium: 1 }).where('userId', '=', userId).execute()
}

/** Unlocks the photo with this number. */
function unlockOf({ userId }: Member, n: number): NewUnlock {
  const { clock } = site.context
  return { userId, photoKey: photoKeys[n] ?? 0, price: PRICE, ledgerId: newId(clock), at: clock.now() }
}

/** What the tables hold of a member's unlocks, in their order and without ids. */
async function stateOf({ userId }: Member) {
  const { db } = site.context
  const [balance, unlocks, entries] = await Promise.all([
    db.selectFrom('accountBalances').select('balance').where('userId', '=', userId).executeTakeFirstOrThrow(),
    db
      .selectFrom('photoUnlocks')
      .innerJoin('photos', 'photos.id', 'photoId')
      .select(['publicId', 'price', 'unlockedAt'])
      .where('photoUnlocks.userId', '=', userId)
      .orderBy('photoId')
      .execute(),
    db
      .selectFrom('creditLedger')
      .select(['ref', 'amount', 'balanceAfter', 'createdAt'])
      .where('userId', '=', userId)
      .where('kind', '=', 'photo_unlock')
      .orderBy('id')
      .execute(),
  ])
  return { ...balance, unlocks, entries }
}

test('photos that are unlocked in one statement are charged as those that are unlocked one by one', async () => {
  const { db } = site.context
  const [single, shared, other] = [await build(10), await build(10), await build(10)]
  const one = [await insertUnlocks(db, [unlockOf(single, 0)]), await insertUnlocks(db, [unlockOf(single, 1)])]
  const many = await insertUnlocks(db, [unlockOf(shared, 0), unlockOf(other, 0), unlockOf(shared, 1)])
  expect(one).toEqual([[left(7)], [left(4)]])
  expect(many).toEqual([left(7), left(7), left(4)])
  expect(await stateOf(shared)).toEqual(await stateOf(single))
  expect((await stateOf(other)).entries).toMatchObject([{ amount: -PRICE, balanceAfter: 7 }])
})

test('premium that begins with the price is returned, for that member alone', async () => {
  const { db } = site.context
  const [single, shared, other] = [await build(10), await build(10), await build(10)]
  for (const member of [single, shared]) await postponePremium(member)
  expect(await insertUnlocks(db, [unlockOf(single, 0)])).toMatchObject([{ credits: 7, isPremium: true }])
  const many = await insertUnlocks(db, [unlockOf(shared, 0), unlockOf(other, 0)])
  expect(many).toMatchObject([
    { credits: 7, isPremium: true },
    { credits: 7, isPremium: false },
  ])
})

test('of one member’s photos as many are unlocked as the balance covers, and those of others all the same', async () => {
  const [poor, rich] = [await build(2 * PRICE + 1), await build(10)]
  const rows = await insertUnlocks(site.context.db, [0, 1, 2].map((n) => unlockOf(poor, n)).concat(unlockOf(rich, 0)))
  expect(rows).toEqual([left(4), left(1), null, left(7)])
  expect((await stateOf(poor)).entries.map(({ balanceAfter }) => balanceAfter)).toEqual([4, 1])
})

test('those who are premium by now pay nothing, and a photo that is open already undoes all', async () => {
  const { context } = site
  const [viewer, other, premium] = [await build(20), await build(20), await buildMember(context, { isPremium: true })]
  const rows = await insertUnlocks(context.db, [unlockOf(viewer, 0), unlockOf(premium, 0)])
  expect(rows).toEqual([left(17), null])
  const again = insertUnlocks(context.db, [unlockOf(other, 0), unlockOf(viewer, 0)])
  await expect(again).rejects.toSatisfy(isUniqueViolation)
  expect((await stateOf(other)).balance).toBe(20)
})

test('entries are in the order of the balances, also after one of another node with a later id', async () => {
  const viewer = await build(20)
  const later = { ...unlockOf(viewer, 0), ledgerId: newId(site.context.clock) + 1_000_000 }
  await insertUnlocks(site.context.db, [later])
  await insertUnlocks(site.context.db, [unlockOf(viewer, 1), unlockOf(viewer, 2)])
  expect((await stateOf(viewer)).entries.map(({ balanceAfter }) => balanceAfter)).toEqual([17, 14, 11])
})

test('the same photos at once by two nodes, each more than once, are paid once', async () => {
  const members = await Promise.all([build(100), build(100), build(2 * PRICE)])
  // Each writer is that of another process.
  const writers = [createUnlockWriter(site.context), createUnlockWriter(site.context)]
  const spends = photoKeys.flatMap((_, n) => members.map((member) => ({ member, n })))
  const answers = await Promise.allSettled(
    writers.flatMap((writer) => [...spends, ...spends].map(({ member, n }) => writer.write(unlockOf(member, n)))),
  )
  // One that loses fails by the key; the caller then finds that the photo is open.
  const failed = answers.filter((answer) => answer.status === 'rejected' && !isUniqueViolation(answer.reason))
  expect(failed).toEqual([])
  const states = await Promise.all(members.map(stateOf))
  expect(states.map(({ unlocks }) => unlocks.length)).toEqual([12, 12, 2])
  expect(states.map(({ balance }) => balance)).toEqual([100 - 12 * PRICE, 100 - 12 * PRICE, 0])
})

test('all of this adds up', async () => {
  expect(await auditMoney(site.context.db)).toEqual([])
})
