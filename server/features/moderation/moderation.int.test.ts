import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { likeProfile, listLikes } from '#contract/likes.ts'
import { blockProfile, listBlocks, unblockProfile } from '#contract/moderation.ts'
import { getMember } from '#contract/profiles.ts'
import { searchMembers } from '#contract/search.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { profileBlocked } from './events.ts'

let fixture: TestApp
let anna: Member
let bob: Member
const told: { userId: number; otherId: number }[] = []

beforeAll(async () => {
  fixture = await startTestApp()
  fixture.context.events.after(profileBlocked, (pair) => void told.push(pair))
})
afterAll(() => fixture.close())
beforeEach(async () => {
  anna = await buildMember(fixture.context, { name: 'Anna' })
  bob = await buildMember(fixture.context, { name: 'Bob', gender: 'male' })
  told.length = 0
})

const of = ({ profileId }: Member) => ({ params: { profileId } })
const block = (who: Member, whom: Member) => fixture.call(blockProfile, of(whom), who)
const unblock = (who: Member, whom: Member) => fixture.call(unblockProfile, of(whom), who)
const blocksOf = async (who: Member) => (await fixture.call(listBlocks, {}, who)).reply?.profiles

function rows() {
  return fixture.context.db
    .selectFrom('blocks')
    .select(['userId', 'otherId'])
    .where('userId', 'in', [anna.userId, bob.userId])
    .orderBy('userId')
    .execute()
}

async function findsEachOther() {
  const query = { country: 'NL' as const, minAge: 18, maxAge: 99 }
  const [byAnna, byBob] = await Promise.all([
    fixture.call(searchMembers, { query: { ...query, gender: 'male' } }, anna),
    fixture.call(searchMembers, { query: { ...query, gender: 'female' } }, bob),
  ])
  return [
    byAnna.reply?.results.some(({ id }) => id === bob.profileId),
    byBob.reply?.results.some(({ id }) => id === anna.profileId),
  ]
}

describe('blocking', () => {
  test('hides both from each other and removes their likes', async () => {
    expect(await findsEachOther()).toEqual([true, true])
    await fixture.call(likeProfile, of(bob), anna)
    await fixture.call(likeProfile, of(anna), bob)

    const { status, reply } = await block(anna, bob)
    expect([status, reply]).toEqual([200, { isBlocked: true }])
    expect(await findsEachOther()).toEqual([false, false])
    for (const member of [anna, bob]) {
      const likes = await fixture.call(listLikes, { params: { type: 'matches' }, query: {} }, member)
      expect(likes.reply).toMatchObject({ results: [], total: 0 })
    }
    expect(
      await fixture.context.db.selectFrom('likes').select('userId').where('userId', '=', bob.userId).execute(),
    ).toEqual([])
    expect(await blocksOf(anna)).toEqual([{ id: bob.profileId, name: 'Bob' }])
    expect(await blocksOf(bob)).toEqual([])
  })

  test('tells it once, however often it is asked for', async () => {
    await Promise.all(Array.from({ length: 5 }, () => block(anna, bob)))
    await fixture.context.events.drain()
    expect(told).toEqual([{ userId: anna.userId, otherId: bob.userId }])
    expect(await rows()).toHaveLength(2)
  })

  test('each other at the same time leaves both blocks', async () => {
    await Promise.all([block(anna, bob), block(bob, anna), block(anna, bob), block(bob, anna)])
    expect(await blocksOf(anna)).toHaveLength(1)
    expect(await blocksOf(bob)).toHaveLength(1)
    expect(await rows()).toHaveLength(2)
  })

  test('is open to who was blocked herself', async () => {
    await block(bob, anna)
    expect((await block(anna, bob)).status).toBe(200)
    await unblock(bob, anna)
    expect((await fixture.call(getMember, of(anna), bob)).error?.code).toBe('moderation.blocked')
  })

  test('oneself or nobody is refused', async () => {
    expect((await block(anna, anna)).error?.code).toBe('moderation.self')
    expect((await unblock(anna, anna)).error?.code).toBe('moderation.self')
    const nobody = await fixture.call(blockProfile, { params: { profileId: '22222222222222' } }, anna)
    expect(nobody.error?.code).toBe('profiles.not_found')
  })

  test('needs a log-in', async () => {
    for (const answer of [
      await fixture.call(blockProfile, of(bob)),
      await fixture.call(unblockProfile, of(bob)),
      await fixture.call(listBlocks, {}),
    ])
      expect(answer.error?.code).toBe('authentication_required')
    expect(await rows()).toEqual([])
  })

  test('and a like at the same moment never leave a like behind', async () => {
    for (let round = 0; round < 15; round += 1) {
      const [her, him] = [await buildMember(fixture.context), await buildMember(fixture.context, { gender: 'male' })]
      await Promise.all([
        fixture.call(likeProfile, of(her), him),
        block(her, him),
        fixture.call(likeProfile, of(him), her),
      ])
      const left = await fixture.context.db
        .selectFrom('likes')
        .select('userId')
        .where('userId', 'in', [her.userId, him.userId])
        .execute()
      expect(left).toEqual([])
    }
  })
})

describe('unblocking', () => {
  test('shows both to each other again, without the likes', async () => {
    await fixture.call(likeProfile, of(bob), anna)
    await block(anna, bob)
    const { reply } = await unblock(anna, bob)
    expect(reply).toEqual({ isBlocked: false })
    expect(await findsEachOther()).toEqual([true, true])
    expect(await rows()).toEqual([])
    const likes = await fixture.call(listLikes, { params: { type: 'received' }, query: {} }, bob)
    expect(likes.reply?.total).toBe(0)
  })

  test('lifts one’s own block only', async () => {
    await block(anna, bob)
    await block(bob, anna)
    await unblock(anna, bob)
    expect(await blocksOf(anna)).toEqual([])
    expect(await blocksOf(bob)).toHaveLength(1)
    expect(await findsEachOther()).toEqual([false, false])
  })

  test('whom one has not blocked changes nothing', async () => {
    await block(bob, anna)
    expect((await unblock(anna, bob)).status).toBe(200)
    expect(await blocksOf(bob)).toHaveLength(1)
    expect(await findsEachOther()).toEqual([false, false])
  })
})

describe('the list of blocks', () => {
  test('names the latest first, and nobody who deleted the account', async () => {
    const carl = await buildMember(fixture.context, { name: 'Carl' })
    const gone = await buildMember(fixture.context)
    for (const whom of [bob, carl, gone]) {
      fixture.clock.advance(1000)
      await block(anna, whom)
    }
    await fixture.context.db.updateTable('users').set({ deletedAt: new Date() }).where('id', '=', gone.userId).execute()
    expect((await blocksOf(anna))?.map(({ name }) => name)).toEqual(['Carl', 'Bob'])
  })
})

test('an account that vanishes leaves no block behind', async () => {
  await block(anna, bob)
  await block(bob, anna)
  await fixture.context.transaction((tx) => emit(tx, accountErased, { userId: anna.userId }))
  expect(await rows()).toEqual([])
})
