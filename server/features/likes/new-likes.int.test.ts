import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { autoLike, getLikes, markLikesSeen } from '#contract/likes/calls.ts'
import { NEW_MATCHES_SHOWN } from '#contract/limits.ts'
import { blockProfile } from '#contract/moderation/calls.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { SECOND } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { likesOn, recordEvents } from '#tests/support/likes.ts'
import { recountLikes } from './jobs.ts'

let fixture: TestApp
let anna: Member
let bob: Member
let events: ReturnType<typeof recordEvents>
let likes: ReturnType<typeof likesOn>

beforeAll(async () => {
  fixture = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
  events = recordEvents(fixture)
  likes = likesOn(fixture)
})
afterAll(() => fixture.close())
beforeEach(async () => {
  anna = await buildMember(fixture.context, { name: 'Anna', photos: ['public'] })
  bob = await buildMember(fixture.context, { name: 'Bob', gender: 'male', credits: 10 })
  await events.clear()
})

const paramsOf = ({ profileId }: Member) => ({ params: { profileId } })
const eventsOf = (member: Member) => events.of(member)
const changed = (count: number, like: object) => ({ type: 'like.changed', newLikes: count, likes: [like] })

async function showFictional(icon: string) {
  const { id } = fixture.context.sites.of('localhost')
  await changeSettings(fixture.context, { siteId: id, settings: { fictional_icon: icon } })
  await fixture.context.events.drain()
}

describe('new likes', () => {
  test('stay new until they are seen', async () => {
    const carl = await buildMember(fixture.context, { name: 'Carl', gender: 'male' })
    await likes.like(bob, anna)
    fixture.clock.advance(SECOND)
    await likes.like(carl, anna)
    const all = await fixture.call(getLikes, {}, anna)
    expect(all.reply).toEqual({
      profiles: [],
      liked_by: [
        { id: carl.profileId, like_new: true },
        { id: bob.profileId, like_new: true },
      ],
      num_new: 2,
    })
    await events.clear()
    expect((await likes.markSeen(anna, bob)).reply).toEqual({ num_new: 1 })
    expect(await eventsOf(anna)).toEqual([
      changed(1, { profileId: bob.profileId, isLiked: false, likesMe: true, isNew: false }),
    ])
    expect((await fixture.call(getLikes, {}, anna)).reply).toMatchObject({
      liked_by: [{ like_new: true }, { like_new: false }],
      num_new: 1,
    })
    await events.clear()
    expect((await likes.markSeen(anna, bob)).reply).toEqual({ num_new: 1 })
    expect(await eventsOf(anna)).toEqual([])
    expect((await fixture.call(getLikes, {}, bob)).reply?.profiles).toEqual([{ id: anna.profileId, like_new: false }])
  })

  test('are seen together; members who do not like the caller are ignored', async () => {
    const carl = await buildMember(fixture.context, { name: 'Carl', gender: 'male' })
    const dirk = await buildMember(fixture.context, { name: 'Dirk', gender: 'male' })
    await likes.like(bob, anna)
    await likes.like(carl, anna)
    await likes.like(anna, dirk)
    await likes.like(bob, carl)
    expect((await likes.markSeen(anna, bob, carl, dirk, anna)).reply).toEqual({ num_new: 0 })
    expect(await likes.newLikes(carl)).toBe(1)
    expect(await likes.wrongCounts()).toBe(0)
    const wrong = await fixture.call(markLikesSeen, { body: { profiles: [] } }, anna)
    expect([wrong.status, wrong.error?.code]).toEqual([400, 'request.invalid'])
  })

  test('of a fictional profile are listed and not counted, also when it was gone for a while', async () => {
    const luna = await buildMember(fixture.context, { name: 'Luna', gender: 'male', isFictional: true })
    await likes.like(luna, anna)
    fixture.clock.advance(SECOND)
    await likes.like(bob, anna)
    expect(await likes.newLikes(anna)).toBe(1)
    expect((await likes.tab(anna, 'received')).results).toEqual([
      expect.objectContaining({ id: bob.profileId, isFictional: false }),
      expect.objectContaining({ id: luna.profileId, isFictional: true }),
    ])
    const { db } = fixture.context
    for (const disabledAt of [fixture.clock.now(), null])
      await db.updateTable('users').set({ disabledAt }).where('id', '=', luna.userId).execute()
    expect(await likes.newLikes(anna)).toBe(1)
    expect(await likes.wrongCounts()).toBe(0)
    expect((await likes.markSeen(anna, luna)).reply).toEqual({ num_new: 1 })
    await likes.unlike(luna, anna)
    await likes.like(luna, bob)
    await likes.like(bob, luna)
    expect(await likes.newLikes(bob)).toBe(0)
    expect(await likes.newLikes(anna)).toBe(1)
    expect(await likes.wrongCounts()).toBe(0)
  })

  test('are listed under the path with .php', async () => {
    const response = await fixture.app.inject({ url: '/api/likes.php', headers: { cookie: anna.cookie } })
    expect(response.json()).toEqual({ profiles: [], liked_by: [], num_new: 0 })
  })

  test.each(['disabledAt', 'deletedAt', 'pausedAt'] as const)(
    'of an inactive member (%s) are not counted, and return with the member',
    async (column) => {
      await likes.like(bob, anna)
      const { db } = fixture.context
      const set = (value: Date | null) =>
        db
          .updateTable('users')
          .set({ [column]: value })
          .where('id', '=', bob.userId)
          .execute()
      await set(new Date())
      expect((await fixture.call(getLikes, {}, anna)).reply).toEqual({ profiles: [], liked_by: [], num_new: 0 })
      const totals = { received: 0, sent: 0, matches: 0 }
      expect(await likes.tab(anna, 'received')).toEqual({ results: [], totals, next: null })
      await set(null)
      expect((await fixture.call(getLikes, {}, anna)).reply?.num_new).toBe(1)
      await set(new Date())
      await likes.markSeen(anna, bob)
      await set(null)
      expect(await likes.newLikes(anna)).toBe(0)
      expect(await likes.wrongCounts()).toBe(0)
    },
  )
})

describe('matches without a conversation', () => {
  const waiting = (member: Member) => likes.tab(member, 'matches', { conversation: 'none' })

  test('are listed apart, newest first, until one of the two writes', async () => {
    const carl = await buildMember(fixture.context, { name: 'Carl', gender: 'male' })
    for (const man of [bob, carl]) {
      await likes.like(anna, man)
      fixture.clock.advance(SECOND)
      await likes.like(man, anna)
    }
    expect((await waiting(anna)).results.map(({ name }) => name)).toEqual(['Carl', 'Bob'])
    await chatOn(fixture).say(bob, anna)
    expect((await waiting(anna)).results.map(({ name }) => name)).toEqual(['Carl'])
    expect((await waiting(bob)).results).toEqual([])
    expect((await waiting(anna)).totals.matches).toBe(2)
  })

  test('are limited', async () => {
    for (let index = 0; index <= NEW_MATCHES_SHOWN; index += 1) {
      const fan = await buildMember(fixture.context, { gender: 'male' })
      await likes.like(fan, anna)
      await likes.like(anna, fan)
    }
    expect(await waiting(anna)).toMatchObject({ next: null })
    expect((await waiting(anna)).results).toHaveLength(NEW_MATCHES_SHOWN)
  })
})

describe('the count of new likes', () => {
  test('is exact after likes, withdrawals, views, pauses and blocks at the same time', async () => {
    const men = await Promise.all(
      Array.from({ length: 6 }, (_, index) => buildMember(fixture.context, { name: `Man ${index}`, gender: 'male' })),
    )
    const women = await Promise.all(
      Array.from({ length: 3 }, (_, index) => buildMember(fixture.context, { name: `Woman ${index}` })),
    )
    const pause = (member: Member, pausedAt: Date | null) =>
      fixture.context.db.updateTable('users').set({ pausedAt }).where('id', '=', member.userId).execute()
    for (let round = 0; round < 6; round += 1) {
      const acts = women.flatMap((woman, w) =>
        men.map((man, m) => {
          switch ((round + w + m) % 6) {
            case 0:
              return likes.unlike(man, woman)
            case 1:
              return likes.markSeen(woman, ...men)
            case 2:
              return likes.like(woman, man)
            case 3:
              return pause(man, round % 2 === 0 ? new Date() : null)
            default:
              return likes.like(man, woman)
          }
        }),
      )
      await Promise.all(acts)
      expect(await likes.wrongCounts()).toBe(0)
    }
    for (const man of men) await pause(man, null)
    await Promise.all(men.map((man) => likes.like(man, anna)))
    expect(await likes.newLikes(anna)).toBe(6)
    const [first, second] = men
    if (!first || !second) throw new Error('no men')
    await fixture.call(blockProfile, paramsOf(first), anna)
    await fixture.call(blockProfile, paramsOf(anna), second)
    expect(await likes.newLikes(anna)).toBe(4)
    expect(await likes.wrongCounts()).toBe(0)
  })

  test('leaves out a member who pauses the account at the very moment of the like', async () => {
    const { db, transaction } = fixture.context
    const blocked = sql<{ n: number }>`
      select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const liking = await transaction(async (tx) => {
      await tx.updateTable('users').set({ pausedAt: new Date() }).where('id', '=', bob.userId).execute()
      const call = likes.like(bob, anna)
      const isWaiting = vi.waitFor(async () => expect((await blocked.execute(db)).rows[0]?.n).toBe(1))
      await Promise.race([call, isWaiting])
      return { call }
    })
    await liking.call
    expect(await likes.wrongCounts()).toBe(0)
  })

  test('is repaired by night where it is wrong, and the repair is reported', async () => {
    await likes.like(anna, bob)
    const { db } = fixture.context
    await db.updateTable('likeCounts').set({ newLikes: 7 }).where('userId', '=', bob.userId).execute()
    await db.insertInto('likeCounts').values({ userId: anna.userId, newLikes: 2 }).execute()
    await fixture.context.jobs.enqueue(db, recountLikes, {})
    await fixture.context.jobs.runDue()
    expect([await likes.newLikes(bob), await likes.newLikes(anna)]).toEqual([1, 0])
    const check = await db.selectFrom('checks').selectAll().where('name', '=', 'like_counts').executeTakeFirst()
    expect(check).toMatchObject({ found: 2, repaired: 2 })
  })
})

describe('the auto-like', () => {
  const askFor = (member: Member) => fixture.call(autoLike, {}, member)

  test('is the latest like that the member has not seen, and does not mark it as seen', async () => {
    const carl = await buildMember(fixture.context, { name: 'Carl', gender: 'male', photos: ['public'] })
    await likes.like(carl, anna)
    fixture.clock.advance(SECOND)
    await likes.like(bob, anna)
    // Of the two only Carl has a photo to show.
    const { status, reply } = await askFor(anna)
    expect(status).toBe(200)
    expect(reply).toMatchObject({ id: carl.profileId, main_image: { match: `/photos/${carl.photoIds[0]}/tile` } })
    expect(await likes.newLikes(anna)).toBe(2)
    await likes.markSeen(anna, carl)
    expect((await askFor(anna)).reply).toMatchObject({ id: bob.profileId, main_image: null })
  })

  test('has no content where there is neither a like nor a fictional profile', async () => {
    const response = await fixture.app.inject({ url: '/api/auto-like.php', headers: { cookie: anna.cookie } })
    expect([response.statusCode, response.body]).toEqual([204, ''])
  })

  test('is a fictional profile, labelled, only on a site that has them', async () => {
    const luna = await buildMember(fixture.context, { name: 'Luna', gender: 'female', isFictional: true })
    expect((await askFor(bob)).status).toBe(204)
    await showFictional('✨')
    expect((await askFor(bob)).reply).toMatchObject({ id: luna.profileId, isFictional: true })
    // Nothing is liked in its name, and a member who is liked already is not suggested.
    expect(await likes.newLikes(bob)).toBe(0)
    await likes.like(bob, luna)
    expect((await askFor(bob)).status).toBe(204)
    await showFictional('')
  })

  test('is no fictional profile that the member has blocked: another one is shown', async () => {
    const build = (name: string) => buildMember(fixture.context, { name, gender: 'female', isFictional: true })
    const fictional = [await build('Mia'), await build('Zoe')]
    const { db } = fixture.context
    const others = db.updateTable('profiles').where('isFictional', '=', true)
    await others
      .where(
        'userId',
        'not in',
        fictional.map(({ userId }) => userId),
      )
      .set({ country: 'BE' })
      .execute()
    await showFictional('✨')
    // The same one all day.
    const suggestion = (await askFor(bob)).reply?.id
    const [blocked, other] = fictional.toSorted(({ profileId }) => (profileId === suggestion ? -1 : 1))
    if (!blocked || !other) throw new Error('missing')
    expect((await askFor(bob)).reply?.id).toBe(blocked.profileId)
    await fixture.call(blockProfile, paramsOf(blocked), bob)
    expect((await askFor(bob)).reply?.id).toBe(other.profileId)
    await fixture.call(blockProfile, paramsOf(other), bob)
    expect((await askFor(bob)).status).toBe(204)
    await showFictional('')
  })

  test('is no member who is blocked or paused', async () => {
    await likes.like(bob, anna)
    await fixture.context.db.updateTable('users').set({ pausedAt: new Date() }).where('id', '=', bob.userId).execute()
    expect((await askFor(anna)).status).toBe(204)
    await fixture.context.db.updateTable('users').set({ pausedAt: null }).where('id', '=', bob.userId).execute()
    await fixture.call(blockProfile, paramsOf(bob), anna)
    expect((await askFor(anna)).status).toBe(204)
  })
})
