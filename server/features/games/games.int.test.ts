import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { findMatches, getSwipeGame, swipeMember, undoSwipe } from '#contract/games/calls.ts'
import type { SwipeChoice } from '#contract/games/schemas.ts'
import { getLikes, likeProfile, unlikeProfile } from '#contract/likes/calls.ts'
import { SWIPE_DAYS, SWIPE_DECK, SWIPE_LIKES, SWIPE_WINDOW_MS } from '#contract/limits.ts'
import { blockProfile } from '#contract/moderation/calls.ts'
import type { RealtimeEvent } from '#contract/realtime.ts'
import { DAY, HOUR } from '#contract/time.ts'
import { giveLike } from '#server/features/likes/service.ts'
import { lockPair } from '#server/features/moderation/lock-pair.ts'
import { LOOKS_FOR_ONLY } from '#server/features/search/facets.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { waitForLock } from '#tests/support/audits/locks.ts'
import { clearSwipes } from './jobs.ts'

let site: TestApp
let anna: Member
const sent: { userId: number; event: RealtimeEvent }[] = []

beforeAll(async () => {
  site = await startTestApp()
  const { realtime } = site.context
  const send = realtime.send.bind(realtime)
  realtime.send = (userId, event) => {
    sent.push({ userId, event })
    send(userId, event)
  }
})
afterAll(() => site.close())
beforeEach(async () => {
  // Each test has candidates of its own.
  await site.context.db.updateTable('users').set({ disabledAt: site.clock.now() }).execute()
  anna = await buildMember(site.context, { name: 'Anna' })
  await site.context.events.drain()
  sent.length = 0
})

type Input = Parameters<typeof buildMember>[1]
const man = (input: Input = {}) => buildMember(site.context, { gender: 'male', ...input })
const men = (count: number) => Promise.all(Array.from({ length: count }, () => man()))

async function game(member = anna) {
  const { reply } = await site.call(getSwipeGame, {}, member)
  if (!reply) throw new Error('the game was rejected')
  return reply
}
const dealt = async (member = anna) => (await game(member)).cards.map(({ id }) => id).toSorted()
const ids = (...members: Member[]) => members.map(({ profileId }) => profileId).toSorted()

const swipe = (choice: SwipeChoice, other: Member, member = anna) =>
  site.call(swipeMember, { params: { profileId: other.profileId }, body: { choice } }, member)
const undo = (other: Member, member = anna) => site.call(undoSwipe, { params: { profileId: other.profileId } }, member)
const like = (member: Member, other: Member) =>
  site.call(likeProfile, { params: { profileId: other.profileId } }, member)
const likesOf = async (member: Member) => (await site.call(getLikes, {}, member)).reply

async function eventsOf(member: Member) {
  await site.context.events.drain()
  return sent.filter(({ userId }) => userId === member.userId).map(({ event }) => event)
}

describe('the deck', () => {
  test('deals members who fit both ways, and no one else', async () => {
    const [fits, wantsBoth] = [await man(), await man({ lookingFor: 'both' })]
    await man({ lookingFor: 'male' })
    await buildMember(site.context)
    await man({ birthDate: '1950-01-01' })
    await man({ country: 'BE' })
    await man({ isFictional: true })
    await man({ isInvisible: true })
    expect(await dealt()).toEqual(ids(fits, wantsBoth))
  })

  test('leaves out who is liked, matched, blocked, hidden, passed, or swiped on another device', async () => {
    const [shown, liked, match, blocked, blocker, left, passed, swiped] = await men(8)
    if (!shown || !liked || !match || !blocked || !blocker || !left || !passed || !swiped) throw new Error('missing')
    await like(anna, liked)
    await like(anna, match)
    await like(match, anna)
    await site.call(blockProfile, { params: { profileId: blocked.profileId } }, anna)
    await site.call(blockProfile, { params: { profileId: anna.profileId } }, blocker)
    await site.context.db
      .updateTable('users')
      .set({ pausedAt: site.clock.now() })
      .where('id', '=', left.userId)
      .execute()
    await swipe('pass', passed)
    await swipe('like', swiped)
    expect(await dealt()).toEqual(ids(shown))
  })

  test('holds the next cards only', async () => {
    await men(SWIPE_DECK + 2)
    expect(await dealt()).toHaveLength(SWIPE_DECK)
  })

  test('follows a change of who is looked for, also one made in SQL', async () => {
    const bob = await man()
    const { db } = site.context
    const set = (lookingFor: 'male' | 'female' | 'both') =>
      db.updateTable('profiles').set({ lookingFor }).where('userId', '=', bob.userId).execute()
    const bits = async () => {
      const { facets } = await db
        .selectFrom('profileSearch')
        .select('facets')
        .where('userId', '=', bob.userId)
        .executeTakeFirstOrThrow()
      return Object.entries(LOOKS_FOR_ONLY).flatMap(([gender, bit]) =>
        (BigInt(facets) >> BigInt(bit)) & 1n ? [gender] : [],
      )
    }
    expect([await bits(), await dealt()]).toEqual([['female'], ids(bob)])
    await set('male')
    expect([await bits(), await dealt()]).toEqual([['male'], []])
    await set('both')
    expect([await bits(), await dealt()]).toEqual([[], ids(bob)])
  })
})

describe('a pass', () => {
  test('is free, hides the member for its days, and reaches no one', async () => {
    const [bob] = await men(1)
    if (!bob) throw new Error('missing')
    const { status, reply } = await swipe('pass', bob)
    expect([status, reply]).toEqual([
      200,
      {
        allowance: { likesLeft: SWIPE_LIKES, renewsInMs: null },
        undoable: bob.profileId,
        isMatch: false,
        isNewMatch: false,
      },
    ])
    expect(await eventsOf(bob)).toEqual([])
    expect(await likesOf(bob)).toEqual({ profiles: [], liked_by: [], num_new: 0 })
    expect(await dealt(bob)).toEqual(ids(anna))
    const backdate = (ms: number) =>
      site.context.db
        .updateTable('swipes')
        .set({ swipedAt: new Date(site.clock.now().getTime() - ms) })
        .where('userId', '=', anna.userId)
        .execute()
    await backdate(SWIPE_DAYS * DAY - 1)
    expect(await dealt()).toEqual([])
    await backdate(SWIPE_DAYS * DAY)
    expect(await dealt()).toEqual(ids(bob))
    await swipe('pass', bob)
    expect(await dealt()).toEqual([])
  })

  test('is deleted in the night after its days', async () => {
    const bob = await man()
    await swipe('pass', bob)
    const swipes = async () => {
      await site.context.jobs.enqueue(site.context.db, clearSwipes, {})
      await site.context.jobs.runDue()
      return (await site.context.db.selectFrom('swipes').select('otherId').where('userId', '=', anna.userId).execute())
        .length
    }
    site.clock.advance(SWIPE_DAYS * DAY)
    expect(await swipes()).toBe(1)
    site.clock.advance(1)
    expect(await swipes()).toBe(0)
  })
})

describe('a like', () => {
  test('is one of the likes, which notifies the other member, and repeated it costs one', async () => {
    const bob = await man()
    const first = await swipe('like', bob)
    expect(first.reply).toEqual({
      allowance: { likesLeft: SWIPE_LIKES - 1, renewsInMs: SWIPE_WINDOW_MS },
      undoable: bob.profileId,
      isMatch: false,
      isNewMatch: false,
    })
    site.clock.advance(HOUR)
    expect((await swipe('like', bob)).reply?.allowance).toEqual({
      likesLeft: SWIPE_LIKES - 1,
      renewsInMs: SWIPE_WINDOW_MS - HOUR,
    })
    expect(await eventsOf(bob)).toEqual([{ type: 'like', profileId: anna.profileId, newLikes: 1 }])
    expect((await likesOf(anna))?.profiles.map(({ id }) => id)).toEqual([bob.profileId])
    // A second device with an old deck cannot turn it into a pass.
    await swipe('pass', bob)
    expect((await likesOf(anna))?.profiles).toHaveLength(1)
  })

  test('that is returned is a match for both, and stays', async () => {
    const bob = await man()
    await like(bob, anna)
    await eventsOf(bob)
    sent.length = 0
    expect((await swipe('like', bob)).reply).toMatchObject({ isMatch: true, isNewMatch: true, undoable: null })
    expect((await eventsOf(bob)).map(({ type }) => type)).toContain('match')
    expect((await eventsOf(anna)).map(({ type }) => type)).toContain('match')
    expect((await game()).undoable).toBeNull()
    expect((await undo(bob)).error?.code).toBe('games.match_stays')
  })

  test('beyond the allowance is rejected until the window closes, while passing goes on', async () => {
    const others = await men(SWIPE_LIKES + 2)
    for (const other of others.slice(0, SWIPE_LIKES)) expect((await swipe('like', other)).status).toBe(200)
    const [next, last] = others.slice(SWIPE_LIKES)
    if (!next || !last) throw new Error('missing')
    const { status, error } = await swipe('like', next)
    expect([status, error?.code]).toEqual([403, 'games.likes_used'])
    expect((await likesOf(next))?.liked_by).toEqual([])
    expect(await dealt()).toEqual(ids(next, last))
    expect((await swipe('pass', last)).status).toBe(200)
    site.clock.advance(SWIPE_WINDOW_MS)
    expect((await game()).allowance).toEqual({ likesLeft: SWIPE_LIKES, renewsInMs: null })
    expect((await swipe('like', next)).status).toBe(200)
  })

  test('costs nothing where the member was liked elsewhere', async () => {
    const bob = await man()
    await like(anna, bob)
    expect((await swipe('like', bob)).reply).toMatchObject({ allowance: { likesLeft: SWIPE_LIKES }, undoable: null })
    expect((await likesOf(anna))?.profiles).toHaveLength(1)
  })

  test('fifty at once give as many likes as are allowed', async () => {
    const others = await men(50)
    const answers = await Promise.all(others.map((other) => swipe('like', other)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(SWIPE_LIKES)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 403]))
    expect((await likesOf(anna))?.profiles).toHaveLength(SWIPE_LIKES)
    expect((await game()).allowance.likesLeft).toBe(0)
  })

  test('of two members for each other at once makes one match', async () => {
    const bob = await man()
    const answers = await Promise.all([swipe('like', bob), swipe('like', anna, bob)])
    expect(answers.filter(({ reply }) => reply?.isNewMatch)).toHaveLength(1)
    expect((await eventsOf(anna)).filter(({ type }) => type === 'match')).toHaveLength(1)
  })
})

describe('undo', () => {
  test('brings the member of a pass back', async () => {
    const bob = await man()
    await swipe('pass', bob)
    expect((await game()).undoable).toBe(bob.profileId)
    const { reply } = await undo(bob)
    expect(reply).toMatchObject({ undoable: null, card: { id: bob.profileId } })
    expect(await dealt()).toEqual(ids(bob))
  })

  test('withdraws a like and gives it back', async () => {
    const bob = await man()
    await swipe('like', bob)
    expect((await undo(bob)).reply?.allowance).toEqual({ likesLeft: SWIPE_LIKES, renewsInMs: null })
    expect((await likesOf(bob))?.liked_by).toEqual([])
    expect(await dealt()).toEqual(ids(bob))
  })

  test('undoes the last swipe only, once', async () => {
    const [first, second] = [await man(), await man()]
    await swipe('like', first)
    await swipe('pass', second)
    expect((await undo(first)).error?.code).toBe('games.not_last')
    expect((await undo(second)).status).toBe(200)
    expect((await undo(first)).error?.code).toBe('games.not_last')
    // Repeated, or of a member who never was swiped, it changes nothing.
    expect((await undo(second)).reply).toMatchObject({ card: null, allowance: { likesLeft: SWIPE_LIKES - 1 } })
  })

  test('of a like that is returned at the same moment leaves the match', async () => {
    const bob = await man()
    await swipe('like', bob)
    const pair = { userId: bob.userId, otherId: anna.userId }
    const undone = await site.context.transaction(async (tx) => {
      await lockPair(tx, pair)
      await giveLike(tx, { ...pair, at: site.clock.now() })
      const undoing = undo(bob)
      await waitForLock(site.context)
      return { undoing }
    })
    expect((await undone.undoing).error?.code).toBe('games.match_stays')
    expect((await likesOf(anna))?.profiles.map(({ id }) => id)).toEqual([bob.profileId])
    expect((await likesOf(bob))?.profiles.map(({ id }) => id)).toEqual([anna.profileId])
  })

  test('several at once give one like back', async () => {
    const [first, second] = [await man(), await man()]
    await swipe('like', first)
    await swipe('like', second)
    await Promise.all(Array.from({ length: 8 }, () => undo(second)))
    expect((await game()).allowance.likesLeft).toBe(SWIPE_LIKES - 1)
  })

  test('of a member who has left or blocked since shows no card', async () => {
    const bob = await man()
    await swipe('like', bob)
    await site.call(blockProfile, { params: { profileId: anna.profileId } }, bob)
    expect((await undo(bob)).reply).toMatchObject({ card: null, allowance: { likesLeft: SWIPE_LIKES } })
    expect(await dealt()).toEqual([])
  })

  test('of a like that was taken back on the profile gives it back', async () => {
    const bob = await man()
    await swipe('like', bob)
    await site.call(unlikeProfile, { params: { profileId: bob.profileId } }, anna)
    expect((await undo(bob)).reply?.allowance.likesLeft).toBe(SWIPE_LIKES)
  })
})

describe('a swipe is rejected', () => {
  test('without log-in, of oneself, of unknown and blocked members, while paused, and with bad input', async () => {
    const [bob, foe] = [await man(), await man()]
    await site.call(blockProfile, { params: { profileId: anna.profileId } }, foe)
    const codeOf = async (answer: Promise<{ error: { code: string } | null }>) => (await answer).error?.code
    expect(await codeOf(swipe('pass', bob, { ...anna, cookie: '' }))).toBe('authentication_required')
    for (const choice of ['like', 'pass'] as const) {
      expect(await codeOf(swipe(choice, anna))).toBe('likes.self')
      expect(await codeOf(swipe(choice, { ...bob, profileId: 'a'.repeat(14) }))).toBe('profiles.not_found')
      expect(await codeOf(swipe(choice, foe))).toBe('moderation.blocked')
    }
    const params = { profileId: bob.profileId }
    expect(await codeOf(site.call(swipeMember, { params, body: { choice: 'maybe' as 'like' } }, anna))).toBe(
      'request.invalid',
    )
    await site.context.db
      .updateTable('users')
      .set({ pausedAt: site.clock.now() })
      .where('id', '=', anna.userId)
      .execute()
    expect(await codeOf(swipe('pass', bob))).toBe('accounts.paused')
    expect(
      await site.context.db.selectFrom('swipes').select('otherId').where('userId', '=', anna.userId).execute(),
    ).toEqual([])
  })
})

describe('the match finder', () => {
  type Answers = InputOf<typeof findMatches>['query']
  const ask = (query: Answers, member = anna) => site.call(findMatches, { query }, member)
  const find = async (answers: Answers = {}) => (await ask(answers)).reply

  async function withInterests() {
    const { db } = site.context
    await db
      .updateTable('profiles')
      .set({ interests: ['beach', 'dating', 'kissing'], reason: 'dating' })
      .where('userId', '=', anna.userId)
      .execute()
  }

  test('ranks by what the two have in common and names it', async () => {
    await withInterests()
    const near = await man({ name: 'Near', birthDate: '1989-01-01' })
    const alike = await man({
      name: 'Alike',
      region: 'Zeeland',
      interests: ['kissing', 'beach', 'travelling'],
      reason: 'dating',
    })
    const admirer = await man({
      name: 'Admirer',
      region: 'Zeeland',
      interests: ['beach'],
      photos: ['public'],
      birthDate: '1988-01-01',
    })
    const stranger = await man({ name: 'Stranger', region: 'Zeeland', birthDate: '1988-01-01' })
    await like(admirer, anna)
    const reply = await find()
    expect(reply?.results.map(({ id }) => id)).toEqual(
      [admirer, alike, near, stranger].map(({ profileId }) => profileId),
    )
    expect(reply?.results.map(({ reasons }) => reasons)).toEqual([
      [{ kind: 'likesYou' }, { kind: 'interests', interests: ['beach'] }],
      [{ kind: 'interests', interests: ['kissing', 'beach'] }, { kind: 'reason', reason: 'dating' }, { kind: 'age' }],
      [{ kind: 'city' }],
      [],
    ])
    expect(reply?.answers).toEqual({
      gender: 'male',
      minAge: 21,
      maxAge: 41,
      where: 'country',
      relationship: [],
      interests: ['beach', 'dating', 'kissing'],
    })
  })

  test('takes two members without a town for neighbours of the region alone', async () => {
    const member = await buildMember(site.context, { region: 'Utrecht', city: '' })
    await man({ region: 'Utrecht', city: '', birthDate: '1988-01-01' })
    const { reply } = await ask({}, member)
    expect(reply?.results.map(({ reasons }) => reasons)).toEqual([[{ kind: 'region' }]])
  })

  test('keeps to the answers', async () => {
    const single = await man({ relationship: 'single', region: 'Utrecht' })
    await man({ relationship: 'married', region: 'Utrecht' })
    await man({ relationship: 'single', region: 'Zeeland' })
    await man({ relationship: 'single', region: 'Utrecht', birthDate: '1970-01-01' })
    const reply = await find({ where: 'region', relationship: 'single,divorced', minAge: 25, maxAge: 40 })
    expect(reply?.results.map(({ id }) => id)).toEqual([single.profileId])
    expect(reply?.answers).toMatchObject({ where: 'region', relationship: ['single', 'divorced'], minAge: 25 })
    expect((await find({ gender: 'female' }))?.results).toEqual([])
  })

  test('compares with the chosen interests, also with none', async () => {
    await withInterests()
    await man({ region: 'Zeeland', interests: ['beach', 'travelling'], birthDate: '1988-01-01' })
    const reasons = async (interests: string) => (await find({ interests }))?.results[0]?.reasons
    expect(await reasons('travelling')).toEqual([{ kind: 'interests', interests: ['travelling'] }])
    expect(await reasons('')).toEqual([])
  })

  test('names those who answer often, except in privacy mode', async () => {
    await withInterests()
    const [open, secretive] = [await man({ region: 'Zeeland' }), await man({ region: 'Zeeland', isPrivate: true })]
    const rows = [open, secretive].map(({ userId }) => ({ userId, answersOften: true }))
    await site.context.db.insertInto('chatCounts').values(rows).execute()
    const results = (await find())?.results ?? []
    const answerers = results.filter(({ reasons }) => reasons.some(({ kind }) => kind === 'answers'))
    expect(answerers.map(({ id }) => id)).toEqual([open.profileId])
  })

  test('reveals nothing that privacy mode or the site hides', async () => {
    await withInterests()
    const secretive = {
      interests: ['beach' as const],
      reason: 'dating' as const,
      region: 'Zeeland',
      birthDate: '1988-01-01',
    }
    await man({ ...secretive, isPrivate: true })
    expect((await find())?.results.map(({ reasons }) => reasons)).toEqual([[]])
    const open = await man(secretive)
    expect((await find())?.results.find(({ id }) => id === open.profileId)?.reasons).toHaveLength(2)
    const { db, sites } = site.context
    const set = (settings: object) =>
      db
        .updateTable('sites')
        .set({ settings: JSON.stringify(settings) })
        .execute()
    await set({ visible_profile_fields: ['about'] })
    await sites.refresh()
    expect((await find())?.results.map(({ reasons }) => reasons)).toEqual([[], []])
    await set({})
    await sites.refresh()
  })

  test('suggests members in privacy mode without regard to the gender that they look for, which is hidden', async () => {
    const resultIds = async () => (await find())?.results.map(({ id }) => id) ?? []
    const hidden = await Promise.all(
      (['female', 'male', 'both'] as const).map((lookingFor) => man({ lookingFor, isPrivate: true })),
    )
    const open = await man({ lookingFor: 'male' })
    expect((await resultIds()).toSorted()).toEqual(hidden.map(({ profileId }) => profileId).toSorted())
    await site.context.db.updateTable('profiles').set({ isPrivate: true }).where('userId', '=', open.userId).execute()
    expect(await resultIds()).toContain(open.profileId)
  })

  test('leaves out who is liked, blocked, or a fictional profile', async () => {
    const [liked, blocker] = [await man(), await man()]
    await man({ isFictional: true })
    await like(anna, liked)
    await site.call(blockProfile, { params: { profileId: anna.profileId } }, blocker)
    expect((await find())?.results).toEqual([])
  })

  test('rejects visitors and answers that do not exist', async () => {
    expect((await ask({}, { ...anna, cookie: '' })).error?.code).toBe('authentication_required')
    for (const query of [{ interests: 'crime' }, { relationship: 'any' }, { minAge: 3 }, { where: 'moon' }] as object[])
      expect((await ask(query, anna)).error?.code).toBe('request.invalid')
  })
})
