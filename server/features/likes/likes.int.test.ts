import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getLikes, likeProfile, listLikes, markLikeSeen, unlikeProfile, type LikeList } from '#contract/likes.ts'
import { blockProfile } from '#contract/moderation.ts'
import type { RealtimeEvent } from '#contract/realtime.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { SECOND } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { likeGiven, likeWithdrawn, matchMade } from './events.ts'

let fixture: TestApp
let anna: Member
let bob: Member
let published: string[]
const sent: { userId: number; event: RealtimeEvent }[] = []

beforeAll(async () => {
  fixture = await startTestApp()
  const { events, realtime } = fixture.context
  for (const event of [likeGiven, likeWithdrawn, matchMade])
    events.after(
      event,
      ({ userId, otherId }) => void published.push(`${event.name} ${nameOf(userId)} ${nameOf(otherId)}`),
    )
  const send = realtime.send.bind(realtime)
  realtime.send = (userId, event) => {
    sent.push({ userId, event })
    send(userId, event)
  }
})
afterAll(() => fixture.close())
beforeEach(async () => {
  anna = await buildMember(fixture.context, { name: 'Anna', photos: ['public'] })
  bob = await buildMember(fixture.context, { name: 'Bob', gender: 'male' })
  await fixture.context.events.drain()
  published = []
  sent.length = 0
})

function nameOf(userId: number) {
  return [anna, bob].find((member) => member.userId === userId)?.name ?? '?'
}

const paramsOf = ({ profileId }: Member) => ({ params: { profileId } })
const like = (member: Member, other: Member) => fixture.call(likeProfile, paramsOf(other), member)
const unlike = (member: Member, other: Member) => fixture.call(unlikeProfile, paramsOf(other), member)
const markSeen = (member: Member, other: Member) => fixture.call(markLikeSeen, paramsOf(other), member)

async function tab(member: Member, type: LikeList, after?: string) {
  const { reply } = await fixture.call(listLikes, { params: { type }, query: after ? { after } : {} }, member)
  if (!reply) throw new Error('the tab was rejected')
  return reply
}
const names = async (member: Member, type: LikeList) => (await tab(member, type)).results.map(({ name }) => name)

/** Returns the events published since the last call, after all subscribers have run. */
async function publishedEvents() {
  await fixture.context.events.drain()
  return published.splice(0).toSorted()
}
async function eventsOf(member: Member) {
  await fixture.context.events.drain()
  return sent.filter(({ userId }) => userId === member.userId).map(({ event }) => event)
}

describe('a like', () => {
  test('notifies the other member, who sees it as new', async () => {
    const { status, reply } = await like(anna, bob)
    expect(status).toBe(200)
    expect(reply).toMatchObject({ isLiked: true, isMatch: false, profile: { id: bob.profileId, isLiked: true } })
    expect(await publishedEvents()).toEqual(['like.given Anna Bob'])
    expect(await eventsOf(bob)).toEqual([{ type: 'like', profileId: anna.profileId }])
    expect(await eventsOf(anna)).toEqual([{ type: 'likes.changed' }])

    expect((await tab(bob, 'received')).results).toMatchObject([
      {
        id: anna.profileId,
        name: 'Anna',
        isNew: true,
        likedAt: fixture.clock.now().toISOString(),
        photo: { id: anna.photoIds[0] },
      },
    ])
    expect(await names(anna, 'sent')).toEqual(['Bob'])
    expect(await names(anna, 'received')).toEqual([])
    expect(await names(anna, 'matches')).toEqual([])
  })

  test('repeated changes nothing and notifies no one', async () => {
    await like(anna, bob)
    await publishedEvents()
    fixture.clock.advance(SECOND)
    const answers = await Promise.all([like(anna, bob), like(anna, bob)])
    for (const { reply } of answers) expect(reply).toMatchObject({ isLiked: true, isMatch: false })
    expect(await publishedEvents()).toEqual([])
    expect(await tab(bob, 'received')).toMatchObject({ total: 1 })
  })

  test('that is returned makes a match and notifies both', async () => {
    await like(anna, bob)
    await publishedEvents()
    sent.length = 0
    const { reply } = await like(bob, anna)
    expect(reply).toMatchObject({ isLiked: true, isMatch: true, profile: { id: anna.profileId, isMatch: true } })
    expect(await publishedEvents()).toEqual(['like.given Bob Anna', 'match.made Bob Anna'])
    expect(await eventsOf(anna)).toMatchObject([{ type: 'match', profile: { id: bob.profileId, isMatch: true } }])
    expect(await eventsOf(bob)).toMatchObject([
      { type: 'likes.changed' },
      { type: 'match', profile: { id: anna.profileId } },
    ])
    expect(await names(anna, 'matches')).toEqual(['Bob'])
    expect(await names(bob, 'matches')).toEqual(['Anna'])
  })

  test('from both sides at the same moment makes exactly one match', async () => {
    for (let round = 0; round < 20; round += 1) {
      anna = await buildMember(fixture.context, { name: 'Anna' })
      bob = await buildMember(fixture.context, { name: 'Bob', gender: 'male' })
      const [first, second] = await Promise.all([like(anna, bob), like(bob, anna)])
      const events = await publishedEvents()
      expect(events.filter((event) => event.startsWith('like.given'))).toHaveLength(2)
      expect(events.filter((event) => event.startsWith('match.made'))).toHaveLength(1)
      expect(first.status + second.status).toBe(400)
      expect(await eventsOf(anna)).toContainEqual(expect.objectContaining({ type: 'match' }))
      expect(await eventsOf(bob)).toContainEqual(expect.objectContaining({ type: 'match' }))
    }
  })

  test('for oneself, an unknown or a deleted member is rejected', async () => {
    const own = await like(anna, anna)
    expect([own.status, own.error?.code]).toEqual([422, 'likes.self'])
    const unknown = await fixture.call(likeProfile, { params: { profileId: '22222222222222' } }, anna)
    expect(unknown.error?.code).toBe('profiles.not_found')
    await fixture.context.db.updateTable('users').set({ deletedAt: new Date() }).where('id', '=', bob.userId).execute()
    expect((await like(anna, bob)).error?.code).toBe('profiles.not_found')
    expect(await publishedEvents()).toEqual([])
  })

  test('is rejected when either member has blocked the other', async () => {
    await fixture.call(blockProfile, paramsOf(anna), bob)
    const blocked = await like(anna, bob)
    expect(blocked.status).toBe(403)
    expect(blocked.error).toMatchObject({ code: 'moderation.blocked', params: { name: 'Bob' } })
    expect((await like(bob, anna)).error?.code).toBe('profiles.not_found')
    expect(await publishedEvents()).toEqual([])
  })

  test('needs a log-in and a request from this site', async () => {
    for (const endpoint of [likeProfile, unlikeProfile, markLikeSeen])
      expect((await fixture.call(endpoint, paramsOf(bob))).error?.code).toBe('authentication_required')
    expect((await fixture.call(getLikes, {})).error?.code).toBe('authentication_required')
    const list = await fixture.call(listLikes, { params: { type: 'sent' }, query: {} })
    expect(list.error?.code).toBe('authentication_required')
    const crossSite = { ...anna, headers: { 'sec-fetch-site': 'cross-site' } }
    const foreign = await fixture.call(likeProfile, paramsOf(bob), crossSite)
    expect(foreign.error?.code).toBe('request.forbidden_origin')
    expect(await names(anna, 'sent')).toEqual([])
  })
})

describe('withdrawing a like', () => {
  test('ends the match and leaves the other member’s like', async () => {
    await like(anna, bob)
    await like(bob, anna)
    await publishedEvents()
    sent.length = 0
    const { reply } = await unlike(anna, bob)
    expect(reply).toMatchObject({ isLiked: false, isMatch: false, profile: { id: bob.profileId } })
    expect(await publishedEvents()).toEqual(['like.withdrawn Anna Bob'])
    expect(await eventsOf(bob)).toEqual([{ type: 'likes.changed' }])
    expect(await names(bob, 'sent')).toEqual(['Anna'])
    expect(await names(bob, 'matches')).toEqual([])
    expect(await names(bob, 'received')).toEqual([])
    expect(await names(anna, 'received')).toEqual(['Bob'])
  })

  test('that does not exist changes nothing', async () => {
    await like(bob, anna)
    await publishedEvents()
    expect((await unlike(anna, bob)).reply).toMatchObject({ isLiked: false })
    expect(await publishedEvents()).toEqual([])
    expect(await names(anna, 'received')).toEqual(['Bob'])
  })

  test.each([false, true])('and liking again makes a new like (returned: %s)', async (isReturned) => {
    await like(anna, bob)
    if (isReturned) await like(bob, anna)
    await markSeen(bob, anna)
    expect((await tab(bob, 'received')).results).toMatchObject([{ isNew: false }])
    await unlike(anna, bob)
    await like(anna, bob)
    expect((await tab(bob, 'received')).results).toMatchObject([{ isNew: true, isMatch: isReturned }])
  })
})

describe('new likes', () => {
  test('stay new until the profile is opened', async () => {
    const carl = await buildMember(fixture.context, { name: 'Carl', gender: 'male' })
    await like(bob, anna)
    fixture.clock.advance(SECOND)
    await like(carl, anna)
    const all = await fixture.call(getLikes, {}, anna)
    expect(all.reply).toEqual({
      profiles: [],
      liked_by: [
        { id: carl.profileId, like_new: true },
        { id: bob.profileId, like_new: true },
      ],
      num_new: 2,
    })
    await publishedEvents()
    sent.length = 0
    expect((await markSeen(anna, bob)).reply).toEqual({ num_new: 1 })
    expect(await eventsOf(anna)).toEqual([{ type: 'likes.changed' }])
    expect((await fixture.call(getLikes, {}, anna)).reply).toMatchObject({
      liked_by: [{ like_new: true }, { like_new: false }],
      num_new: 1,
    })
    sent.length = 0
    expect((await markSeen(anna, bob)).reply).toEqual({ num_new: 1 })
    expect(await eventsOf(anna)).toEqual([])
    expect((await fixture.call(getLikes, {}, bob)).reply?.profiles).toEqual([{ id: anna.profileId, like_new: false }])
  })

  test('are listed under the path with .php', async () => {
    const response = await fixture.app.inject({ url: '/api/likes.php', headers: { cookie: anna.cookie } })
    expect(response.json()).toEqual({ profiles: [], liked_by: [], num_new: 0 })
  })

  test.each(['disabledAt', 'deletedAt'] as const)(
    'of an inactive member (%s) are not counted, and return with the member',
    async (column) => {
      await like(bob, anna)
      const { db } = fixture.context
      const set = (value: Date | null) =>
        db
          .updateTable('users')
          .set({ [column]: value })
          .where('id', '=', bob.userId)
          .execute()
      await set(new Date())
      expect((await fixture.call(getLikes, {}, anna)).reply).toEqual({ profiles: [], liked_by: [], num_new: 0 })
      expect(await tab(anna, 'received')).toEqual({ results: [], total: 0, next: null })
      await set(null)
      expect((await fixture.call(getLikes, {}, anna)).reply?.num_new).toBe(1)
    },
  )
})

describe('the tabs', () => {
  test('list each member once over all pages, newest first', async () => {
    const fans: Member[] = []
    for (let index = 0; index < 53; index += 1) {
      const fan = await buildMember(fixture.context, { name: `Fan ${index}`, gender: 'male' })
      // Several share an instant, so that the key decides the order.
      if (index % 3 === 0) fixture.clock.advance(SECOND)
      await like(fan, anna)
      if (index % 2 === 0) await like(anna, fan)
      fans.push(fan)
    }
    const received: string[] = []
    let after: string | undefined
    const sizes: number[] = []
    do {
      const page = await tab(anna, 'received', after)
      expect(page.total).toBe(53)
      sizes.push(page.results.length)
      received.push(...page.results.map(({ id }) => id))
      after = page.next ?? undefined
    } while (after)
    expect(sizes).toEqual([24, 24, 5])
    expect(new Set(received)).toEqual(new Set(fans.map(({ profileId }) => profileId)))
    expect(received).toHaveLength(53)
    const times = (await tab(anna, 'received')).results.map(({ likedAt }) => likedAt)
    expect(times).toEqual(times.toSorted().toReversed())
    const matches = await tab(anna, 'matches')
    expect(matches.total).toBe(27)
    expect((await tab(anna, 'matches', matches.next ?? '')).results).toHaveLength(3)
  })

  test('reject an invalid cursor and an unknown tab', async () => {
    const input = { params: { type: 'sent' }, query: { after: 'AAAAAAAAAAAAAAAAAAAAAA' } } as const
    const wrong = await fixture.call(listLikes, input, anna)
    expect([wrong.status, wrong.error?.code]).toEqual([400, 'request.invalid'])
    const unknown = await fixture.app.inject({ url: '/api/likes/all', headers: { cookie: anna.cookie } })
    expect(unknown.json().error.code).toBe('request.invalid')
  })
})

test('erasing an account deletes all its likes', async () => {
  await like(anna, bob)
  await like(bob, anna)
  await fixture.context.transaction((tx) => emit(tx, accountErased, { userId: anna.userId }))
  const likes = fixture.context.db.selectFrom('likes').select('userId')
  expect(await likes.where('userId', 'in', [anna.userId, bob.userId]).execute()).toEqual([])
})
