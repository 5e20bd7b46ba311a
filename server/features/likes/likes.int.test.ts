import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { autoLike, getLikes, likeProfile, listLikes, markLikesSeen, unlikeProfile } from '#contract/likes/calls.ts'
import { LIKE_NOTICE_MS } from '#contract/limits.ts'
import { blockProfile } from '#contract/moderation/calls.ts'
import type { RealtimeEvent } from '#contract/realtime.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { SECOND } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { likesOn, recordEvents } from '#tests/support/likes.ts'
import { waitForLock } from '#tests/support/audits/locks.ts'
import { likeGiven, likeWithdrawn, matchMade } from './events.ts'

let fixture: TestApp
let anna: Member
let bob: Member
let published: string[]
let sent: ReturnType<typeof recordEvents>
let likes: ReturnType<typeof likesOn>

beforeAll(async () => {
  fixture = await startTestApp()
  for (const event of [likeGiven, likeWithdrawn, matchMade])
    fixture.context.events.after(
      event,
      ({ userId, otherId }) => void published.push(`${event.name} ${nameOf(userId)} ${nameOf(otherId)}`),
    )
  sent = recordEvents(fixture)
  likes = likesOn(fixture)
})
afterAll(() => fixture.close())
beforeEach(async () => {
  anna = await buildMember(fixture.context, { name: 'Anna', photos: ['public'] })
  bob = await buildMember(fixture.context, { name: 'Bob', gender: 'male' })
  await sent.clear()
  published = []
})

function nameOf(userId: number) {
  return [anna, bob].find((member) => member.userId === userId)?.name ?? '?'
}

const paramsOf = ({ profileId }: Member) => ({ params: { profileId } })

/** Returns the events published since the last call, after all subscribers have run. */
async function publishedEvents() {
  await fixture.context.events.drain()
  return published.splice(0).toSorted()
}
const eventsOf = (member: Member) => sent.of(member)
const changed = (count: number, like: object) => ({ type: 'like.changed', newLikes: count, likes: [like] })
const byType = (one: RealtimeEvent, other: RealtimeEvent) => one.type.localeCompare(other.type)

describe('a like', () => {
  test('notifies the other member, who sees it as new', async () => {
    const { status, reply } = await likes.like(anna, bob)
    expect(status).toBe(200)
    expect(reply).toMatchObject({ isLiked: true, isMatch: false, profile: { id: bob.profileId, isLiked: true } })
    expect(await publishedEvents()).toEqual(['like.given Anna Bob'])
    expect(await eventsOf(bob)).toEqual([{ type: 'like', profileId: anna.profileId, newLikes: 1 }])
    expect(await eventsOf(anna)).toEqual([
      changed(0, { profileId: bob.profileId, isLiked: true, likesMe: false, isNew: false }),
    ])

    expect((await likes.tab(bob, 'received')).results).toMatchObject([
      {
        id: anna.profileId,
        name: 'Anna',
        isNew: true,
        likedAt: fixture.clock.now().toISOString(),
        photo: { id: anna.photoIds[0] },
      },
    ])
    expect(await likes.names(anna, 'sent')).toEqual(['Bob'])
    expect(await likes.names(anna, 'received')).toEqual([])
    expect(await likes.names(anna, 'matches')).toEqual([])
  })

  test('repeated changes nothing and notifies no one', async () => {
    await likes.like(anna, bob)
    await publishedEvents()
    fixture.clock.advance(SECOND)
    const answers = await Promise.all([likes.like(anna, bob), likes.like(anna, bob)])
    for (const { reply } of answers) expect(reply).toMatchObject({ isLiked: true, isMatch: false })
    expect(await publishedEvents()).toEqual([])
    expect(await likes.tab(bob, 'received')).toMatchObject({ totals: { received: 1, sent: 0, matches: 0 } })
    expect(await likes.newLikes(bob)).toBe(1)
  })

  test('that is returned makes a match and notifies both', async () => {
    await likes.like(anna, bob)
    await publishedEvents()
    await sent.clear()
    const { reply } = await likes.like(bob, anna)
    expect(reply).toMatchObject({ isLiked: true, isMatch: true, isNewMatch: true, profile: { id: anna.profileId } })
    expect(await publishedEvents()).toEqual(['like.given Bob Anna', 'match.made Bob Anna'])
    expect((await eventsOf(anna)).toSorted(byType)).toMatchObject([
      changed(1, { profileId: bob.profileId, isLiked: true, likesMe: true, isNew: true }),
      { type: 'match', profile: { id: bob.profileId, isMatch: true } },
    ])
    // Who likes back has seen the like.
    expect((await eventsOf(bob)).toSorted(byType)).toMatchObject([
      changed(0, { profileId: anna.profileId, isLiked: true, likesMe: true, isNew: false }),
      { type: 'match', profile: { id: anna.profileId } },
    ])
    expect(await likes.names(anna, 'matches')).toEqual(['Bob'])
    expect(await likes.names(bob, 'matches')).toEqual(['Anna'])
  })

  test('from both sides at the same moment makes exactly one match', async () => {
    for (let round = 0; round < 20; round += 1) {
      anna = await buildMember(fixture.context, { name: 'Anna' })
      bob = await buildMember(fixture.context, { name: 'Bob', gender: 'male' })
      const [first, second] = await Promise.all([likes.like(anna, bob), likes.like(bob, anna)])
      const events = await publishedEvents()
      expect(events.filter((event) => event.startsWith('like.given'))).toHaveLength(2)
      expect(events.filter((event) => event.startsWith('match.made'))).toHaveLength(1)
      expect(first.status + second.status).toBe(400)
      expect(await eventsOf(anna)).toContainEqual(expect.objectContaining({ type: 'match' }))
      expect(await eventsOf(bob)).toContainEqual(expect.objectContaining({ type: 'match' }))
      expect([first, second].filter(({ reply }) => reply?.isNewMatch)).toHaveLength(1)
      // The second like answers the first, which has been seen with it.
      expect((await likes.newLikes(anna)) + (await likes.newLikes(bob))).toBe(1)
    }
    expect(await likes.wrongCounts()).toBe(0)
  })

  test('for oneself, an unknown or a deleted member is rejected', async () => {
    const own = await likes.like(anna, anna)
    expect([own.status, own.error?.code]).toEqual([422, 'likes.self'])
    const unknown = await fixture.call(likeProfile, { params: { profileId: '22222222222222' } }, anna)
    expect(unknown.error?.code).toBe('profiles.not_found')
    await fixture.context.db.updateTable('users').set({ deletedAt: new Date() }).where('id', '=', bob.userId).execute()
    expect((await likes.like(anna, bob)).error?.code).toBe('profiles.not_found')
    expect(await publishedEvents()).toEqual([])
  })

  test('is rejected when either member has blocked the other', async () => {
    await fixture.call(blockProfile, paramsOf(anna), bob)
    const blocked = await likes.like(anna, bob)
    expect(blocked.status).toBe(403)
    expect(blocked.error).toMatchObject({ code: 'moderation.blocked', params: { name: 'Bob' } })
    expect((await likes.like(bob, anna)).error?.code).toBe('profiles.not_found')
    expect(await publishedEvents()).toEqual([])
  })

  test('needs a log-in and a request from this site', async () => {
    for (const endpoint of [likeProfile, unlikeProfile])
      expect((await fixture.call(endpoint, paramsOf(bob))).error?.code).toBe('authentication_required')
    for (const endpoint of [getLikes, autoLike])
      expect((await fixture.call(endpoint, {})).error?.code).toBe('authentication_required')
    const seen = await fixture.call(markLikesSeen, { body: { profiles: [bob.profileId] } })
    expect(seen.error?.code).toBe('authentication_required')
    const list = await fixture.call(listLikes, { params: { type: 'sent' }, query: {} })
    expect(list.error?.code).toBe('authentication_required')
    const crossSite = { ...anna, headers: { 'sec-fetch-site': 'cross-site' } }
    const foreign = await fixture.call(likeProfile, paramsOf(bob), crossSite)
    expect(foreign.error?.code).toBe('request.forbidden_origin')
    expect(await likes.names(anna, 'sent')).toEqual([])
  })
})

describe('withdrawing a like', () => {
  test('ends the match and leaves the other member’s like', async () => {
    await likes.like(anna, bob)
    await likes.like(bob, anna)
    await publishedEvents()
    await sent.clear()
    const { reply } = await likes.unlike(anna, bob)
    expect(reply).toMatchObject({ isLiked: false, isMatch: false, profile: { id: bob.profileId } })
    expect(await publishedEvents()).toEqual(['like.withdrawn Anna Bob'])
    expect(await eventsOf(bob)).toEqual([
      changed(0, { profileId: anna.profileId, isLiked: true, likesMe: false, isNew: false }),
    ])
    expect(await likes.names(bob, 'sent')).toEqual(['Anna'])
    expect(await likes.names(bob, 'matches')).toEqual([])
    expect(await likes.names(bob, 'received')).toEqual([])
    expect(await likes.names(anna, 'received')).toEqual(['Bob'])
  })

  test('that does not exist changes nothing', async () => {
    await likes.like(bob, anna)
    await publishedEvents()
    expect((await likes.unlike(anna, bob)).reply).toMatchObject({ isLiked: false })
    expect(await publishedEvents()).toEqual([])
    expect(await likes.names(anna, 'received')).toEqual(['Bob'])
  })

  test.each([false, true])('and liking again makes a new like (returned: %s)', async (isReturned) => {
    await likes.like(anna, bob)
    if (isReturned) await likes.like(bob, anna)
    await likes.markSeen(bob, anna)
    expect((await likes.tab(bob, 'received')).results).toMatchObject([{ isNew: false }])
    await likes.unlike(anna, bob)
    fixture.clock.advance(LIKE_NOTICE_MS)
    await likes.like(anna, bob)
    expect((await likes.tab(bob, 'received')).results).toMatchObject([{ isNew: true, isMatch: isReturned }])
    expect(await likes.newLikes(bob)).toBe(1)
  })

  test('and liking again, twenty times within a day, notifies the other member once', async () => {
    for (let round = 0; round < 20; round += 1) {
      await likes.like(anna, bob)
      await likes.unlike(anna, bob)
    }
    expect((await eventsOf(bob)).filter(({ type }) => type === 'like')).toHaveLength(1)
    expect(await likes.newLikes(bob)).toBe(0)
    fixture.clock.advance(LIKE_NOTICE_MS)
    await likes.like(anna, bob)
    expect((await eventsOf(bob)).filter(({ type }) => type === 'like')).toHaveLength(2)
  })

  test('and liking again within a day notifies of one match only, on both sides', async () => {
    await likes.like(bob, anna)
    const first = await likes.like(anna, bob)
    expect(first.reply?.isNewMatch).toBe(true)
    for (let round = 0; round < 3; round += 1) {
      for (const [one, other] of [
        [anna, bob],
        [bob, anna],
      ] as const) {
        await likes.unlike(one, other)
        expect((await likes.like(one, other)).reply).toMatchObject({ isMatch: true, isNewMatch: false })
      }
    }
    expect((await publishedEvents()).filter((event) => event.startsWith('match.made'))).toHaveLength(1)
    for (const member of [anna, bob])
      expect((await eventsOf(member)).filter(({ type }) => type === 'match')).toHaveLength(1)
    await likes.unlike(anna, bob)
    fixture.clock.advance(LIKE_NOTICE_MS)
    expect((await likes.like(anna, bob)).reply?.isNewMatch).toBe(true)
  })

  test('and liking again within a day is new only if the other member had not seen the like', async () => {
    await likes.like(anna, bob)
    await likes.unlike(anna, bob)
    expect(await likes.newLikes(bob)).toBe(0)
    await likes.like(anna, bob)
    expect((await likes.tab(bob, 'received')).results).toMatchObject([{ isNew: true }])
    expect(await likes.newLikes(bob)).toBe(1)
    await likes.markSeen(bob, anna)
    await likes.unlike(anna, bob)
    await likes.like(anna, bob)
    expect((await likes.tab(bob, 'received')).results).toMatchObject([{ isNew: false }])
    expect(await likes.newLikes(bob)).toBe(0)
    expect(await likes.wrongCounts()).toBe(0)
  })
})

describe('the tabs', () => {
  test('list each member once over all pages, newest first', async () => {
    const fans: Member[] = []
    for (let index = 0; index < 53; index += 1) {
      const fan = await buildMember(fixture.context, { name: `Fan ${index}`, gender: 'male' })
      // Several share an instant, so that the key decides the order.
      if (index % 3 === 0) fixture.clock.advance(SECOND)
      await likes.like(fan, anna)
      if (index % 2 === 0) await likes.like(anna, fan)
      fans.push(fan)
    }
    const received: string[] = []
    let after: string | undefined
    const sizes: number[] = []
    do {
      const page = await likes.tab(anna, 'received', after === undefined ? {} : { after })
      expect(page.totals).toEqual({ received: 53, sent: 27, matches: 27 })
      sizes.push(page.results.length)
      received.push(...page.results.map(({ id }) => id))
      after = page.next ?? undefined
    } while (after)
    expect(sizes).toEqual([24, 24, 5])
    expect(new Set(received)).toEqual(new Set(fans.map(({ profileId }) => profileId)))
    expect(received).toHaveLength(53)
    const times = (await likes.tab(anna, 'received')).results.map(({ likedAt }) => likedAt)
    expect(times).toEqual(times.toSorted().toReversed())
    const matches = await likes.tab(anna, 'matches')
    expect(matches.results).toHaveLength(24)
    expect((await likes.tab(anna, 'matches', { after: matches.next ?? '' })).results).toHaveLength(3)
  })

  test('reject an invalid cursor and an unknown tab', async () => {
    const input = { params: { type: 'sent' }, query: { after: 'AAAAAAAAAAAAAAAAAAAAAA' } } as const
    const wrong = await fixture.call(listLikes, input, anna)
    expect([wrong.status, wrong.error?.code]).toEqual([400, 'request.invalid'])
    const unknown = await fixture.app.inject({ url: '/api/likes/all', headers: { cookie: anna.cookie } })
    expect(unknown.json().error.code).toBe('request.invalid')
  })
})

test('a like for a member who is erased at the same moment finds no member, and leaves nothing', async () => {
  const { context } = fixture
  let like: ReturnType<typeof likes.like> | undefined
  await context.transaction(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', bob.userId).forUpdate().execute()
    await emit(tx, accountErased, { userId: bob.userId })
    like = likes.like(anna, bob)
    await waitForLock(context)
    await tx.deleteFrom('users').where('id', '=', bob.userId).execute()
  })
  expect(await like).toMatchObject({ status: 404, error: { code: 'profiles.not_found' } })
  expect(await context.db.selectFrom('likes').select('userId').where('userId', '=', anna.userId).execute()).toEqual([])
})

test('erasing an account deletes all its likes', async () => {
  await likes.like(anna, bob)
  await likes.like(bob, anna)
  await fixture.context.transaction((tx) => emit(tx, accountErased, { userId: anna.userId }))
  const rows = fixture.context.db.selectFrom('likes').select('userId')
  expect(await rows.where('userId', 'in', [anna.userId, bob.userId]).execute()).toEqual([])
  const notices = fixture.context.db.selectFrom('likeNotices').select('userId')
  expect(await notices.where('userId', 'in', [anna.userId, bob.userId]).execute()).toEqual([])
  expect(await likes.newLikes(bob)).toBe(0)
  expect(await likes.wrongCounts()).toBe(0)
})
