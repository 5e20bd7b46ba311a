import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BLOCKS_PAGE_SIZE } from '#contract/limits.ts'
import { likeProfile, listLikes } from '#contract/likes/calls.ts'
import { blockProfile, listBlocks, unblockProfile } from '#contract/moderation/calls.ts'
import { getMember } from '#contract/profiles/calls.ts'
import { searchMembers } from '#contract/search/calls.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import { createCursors } from '#server/platform/http/cursors.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { SECOND } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { waitForLock } from '#tests/support/audits/locks.ts'
import { profileBlocked } from './events.ts'

let fixture: TestApp
let anna: Member
let bob: Member
const blocked: { userId: number; otherId: number }[] = []

beforeAll(async () => {
  fixture = await startTestApp()
  fixture.context.events.after(profileBlocked, (pair) => void blocked.push(pair))
})
afterAll(() => fixture.close())
beforeEach(async () => {
  anna = await buildMember(fixture.context, { name: 'Anna' })
  bob = await buildMember(fixture.context, { name: 'Bob', gender: 'male' })
  blocked.length = 0
})

const of = ({ profileId }: Member) => ({ params: { profileId } })
const block = (viewer: Member, other: Member) => fixture.call(blockProfile, of(other), viewer)
const unblock = (viewer: Member, other: Member) => fixture.call(unblockProfile, of(other), viewer)
const blocksOf = async (viewer: Member) => (await fixture.call(listBlocks, { query: {} }, viewer)).reply?.profiles

function rows() {
  return fixture.context.db
    .selectFrom('blocks')
    .select(['userId', 'otherId'])
    .where('userId', 'in', [anna.userId, bob.userId])
    .orderBy('userId')
    .execute()
}

async function findEachOther() {
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
  test('by an invisible member does not show when they are blocked', async () => {
    const hidden = await buildMember(fixture.context, { gender: 'male', isInvisible: true })
    expect((await block(anna, hidden)).error?.code).toBe('profiles.not_found')
    await block(hidden, anna)
    expect((await block(anna, hidden)).error?.code).toBe('profiles.not_found')
  })

  test('hides both from each other and removes their likes', async () => {
    expect(await findEachOther()).toEqual([true, true])
    await fixture.call(likeProfile, of(bob), anna)
    await fixture.call(likeProfile, of(anna), bob)

    const { status, reply } = await block(anna, bob)
    expect([status, reply]).toEqual([200, { isBlocked: true }])
    expect(await findEachOther()).toEqual([false, false])
    for (const member of [anna, bob]) {
      const likes = await fixture.call(listLikes, { params: { type: 'matches' }, query: {} }, member)
      expect(likes.reply).toMatchObject({ results: [], totals: { received: 0, sent: 0, matches: 0 } })
    }
    expect(
      await fixture.context.db.selectFrom('likes').select('userId').where('userId', '=', bob.userId).execute(),
    ).toEqual([])
    const blockedAt = fixture.clock.now().toISOString()
    expect(await blocksOf(anna)).toEqual([{ id: bob.profileId, name: 'Bob', gender: 'male', blockedAt }])
    expect(await blocksOf(bob)).toEqual([])
  })

  test('emits one event, also when it is repeated', async () => {
    await Promise.all(Array.from({ length: 5 }, () => block(anna, bob)))
    await fixture.context.events.drain()
    expect(blocked).toEqual([{ userId: anna.userId, otherId: bob.userId }])
    expect(await rows()).toHaveLength(2)
  })

  test('each other at the same time stores both blocks', async () => {
    await Promise.all([block(anna, bob), block(bob, anna), block(anna, bob), block(bob, anna)])
    expect(await blocksOf(anna)).toHaveLength(1)
    expect(await blocksOf(bob)).toHaveLength(1)
    expect(await rows()).toHaveLength(2)
  })

  test('is possible for a member who is blocked by the other', async () => {
    await block(bob, anna)
    expect((await block(anna, bob)).status).toBe(200)
    await unblock(bob, anna)
    expect((await fixture.call(getMember, of(anna), bob)).error?.code).toBe('moderation.blocked')
  })

  test('oneself or an unknown member is rejected', async () => {
    expect((await block(anna, anna)).error?.code).toBe('moderation.self')
    expect((await unblock(anna, anna)).error?.code).toBe('moderation.self')
    const unknown = await fixture.call(blockProfile, { params: { profileId: '22222222222222' } }, anna)
    expect(unknown.error?.code).toBe('profiles.not_found')
  })

  test('needs a session', async () => {
    for (const answer of [
      await fixture.call(blockProfile, of(bob)),
      await fixture.call(unblockProfile, of(bob)),
      await fixture.call(listBlocks, { query: {} }),
    ])
      expect(answer.error?.code).toBe('authentication_required')
    expect(await rows()).toEqual([])
  })

  test('and liking at the same moment never leaves a like behind', async () => {
    for (let round = 0; round < 15; round += 1) {
      const [ada, ben] = [await buildMember(fixture.context), await buildMember(fixture.context, { gender: 'male' })]
      await Promise.all([
        fixture.call(likeProfile, of(ada), ben),
        block(ada, ben),
        fixture.call(likeProfile, of(ben), ada),
      ])
      const left = await fixture.context.db
        .selectFrom('likes')
        .select('userId')
        .where('userId', 'in', [ada.userId, ben.userId])
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
    expect(await findEachOther()).toEqual([true, true])
    expect(await rows()).toEqual([])
    const likes = await fixture.call(listLikes, { params: { type: 'received' }, query: {} }, bob)
    expect(likes.reply?.totals.received).toBe(0)
  })

  test('removes the member’s own block only', async () => {
    await block(anna, bob)
    await block(bob, anna)
    await unblock(anna, bob)
    expect(await blocksOf(anna)).toEqual([])
    expect(await blocksOf(bob)).toHaveLength(1)
    expect(await findEachOther()).toEqual([false, false])
  })

  test('a member who is not blocked changes nothing', async () => {
    await block(bob, anna)
    expect((await unblock(anna, bob)).status).toBe(200)
    expect(await blocksOf(bob)).toHaveLength(1)
    expect(await findEachOther()).toEqual([false, false])
  })
})

describe('the list of blocks', () => {
  test('lists the latest first, without deleted accounts', async () => {
    const carl = await buildMember(fixture.context, { name: 'Carl' })
    const deleted = await buildMember(fixture.context)
    for (const other of [bob, carl, deleted]) {
      fixture.clock.advance(SECOND)
      await block(anna, other)
    }
    await fixture.context.db
      .updateTable('users')
      .set({ deletedAt: new Date() })
      .where('id', '=', deleted.userId)
      .execute()
    expect((await blocksOf(anna))?.map(({ name }) => name)).toEqual(['Carl', 'Bob'])
  })
})

test('an erased account leaves no block behind', async () => {
  await block(anna, bob)
  await block(bob, anna)
  await fixture.context.transaction((tx) => emit(tx, accountErased, { userId: anna.userId }))
  expect(await rows()).toEqual([])
})

describe('the block list', () => {
  test('names each blocked member once over its pages, latest first', async () => {
    const ids: string[] = []
    for (let index = 0; index < BLOCKS_PAGE_SIZE + 3; index += 1) {
      const other = await buildMember(fixture.context, { name: `Other ${index}` })
      // Several share an instant, so that the key decides the order.
      if (index % 3 === 0) fixture.clock.advance(SECOND)
      await block(anna, other)
      ids.push(other.profileId)
    }
    const first = await fixture.call(listBlocks, { query: {} }, anna)
    expect(first.reply?.profiles).toHaveLength(BLOCKS_PAGE_SIZE)
    const second = await fixture.call(listBlocks, { query: { after: first.reply?.next ?? '' } }, anna)
    const listed = [...(first.reply?.profiles ?? []), ...(second.reply?.profiles ?? [])].map(({ id }) => id)
    expect(listed).toEqual(ids.toReversed())
    expect(second.reply?.next).toBeNull()
  })

  test('is empty without blocks', async () => {
    expect((await fixture.call(listBlocks, { query: {} }, bob)).reply).toEqual({ profiles: [], next: null })
  })

  test('rejects the cursor of another list', async () => {
    const { secret } = fixture.context.config
    const after = createCursors({ secret }, 'likes').seal({ at: fixture.clock.now(), id: 1 })
    const answer = await fixture.call(listBlocks, { query: { after } }, anna)
    expect([answer.status, answer.error?.code]).toEqual([400, 'request.invalid'])
  })
})

test.each(['who blocks', 'who is blocked'])(
  'a member %s and is erased at the same moment leaves no block',
  async (who) => {
    const { context } = fixture
    const { userId } = who === 'who blocks' ? anna : bob
    let blocking: ReturnType<typeof block> | undefined
    await context.transaction(async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
      await emit(tx, accountErased, { userId })
      blocking = block(anna, bob)
      // A block that waits for no one is stored by now, after those of the account were deleted.
      await Promise.race([blocking, waitForLock(context)])
      await tx.deleteFrom('users').where('id', '=', userId).execute()
    })
    expect(await blocking).toMatchObject({ status: 404, error: { code: 'profiles.not_found' } })
    expect(await rows()).toEqual([])
  },
)
