import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openLink, pauseAccount, resumeAccount } from '#contract/accounts/calls.ts'
import { swipeMember } from '#contract/games/calls.ts'
import { getMember } from '#contract/profiles/calls.ts'
import { searchMembers } from '#contract/search/calls.ts'
import { sendActivation } from '#server/features/accounts/email/activation.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { likesOn, recordEvents } from '#tests/support/likes.ts'
import { activationToken } from '#tests/support/mails.ts'

let site: TestApp
let likes: ReturnType<typeof likesOn>
let sent: ReturnType<typeof recordEvents>
let anna: Member
let bob: Member

beforeAll(async () => {
  site = await startTestApp()
  likes = likesOn(site)
  sent = recordEvents(site)
})
afterAll(() => site.close())
beforeEach(async () => {
  anna = await buildMember(site.context, { name: 'Anna' })
  bob = await buildMember(site.context, { name: 'Bob', gender: 'male', isConfirmed: false })
  await sent.clear()
})

/** Opens the link of Bob's activation mail. */
async function confirm() {
  await site.context.transaction((tx) => sendActivation(site.context, tx, bob))
  const token = await activationToken(site.context, bob.email)
  await site.call(openLink, { params: { token } }, bob)
  await site.context.jobs.runDue()
  await site.context.events.drain()
}

/** All that Anna can see of Bob's like. */
async function seenByAnna() {
  const { reply } = await site.call(getMember, { params: { profileId: bob.profileId } }, anna)
  return {
    count: await likes.newLikes(anna),
    received: await likes.names(anna, 'received'),
    matches: await likes.names(anna, 'matches'),
    isMatch: reply?.member.isMatch,
    events: await sent.of(anna),
  }
}

const nothing = { count: 0, received: [], matches: [], isMatch: false, events: [] }

describe('a like of a member whose address is not confirmed', () => {
  test('is stored, and the other member notices nothing of it until the confirmation', async () => {
    expect((await likes.like(bob, anna)).reply).toMatchObject({ isLiked: true, isMatch: false })
    expect(await likes.names(bob, 'sent')).toEqual(['Anna'])
    expect(await seenByAnna()).toEqual(nothing)
    await confirm()
    expect(await seenByAnna()).toMatchObject({
      count: 1,
      received: ['Bob'],
      events: [{ type: 'like', profileId: bob.profileId, newLikes: 1 }],
    })
    expect(await likes.wrongCounts()).toBe(0)
  })

  test('is not noticed when it is withdrawn, and is not delivered then', async () => {
    await likes.like(bob, anna)
    await likes.unlike(bob, anna)
    expect(await seenByAnna()).toEqual(nothing)
    await confirm()
    expect(await seenByAnna()).toEqual(nothing)
  })

  test('of the swipe game is held back too', async () => {
    const { status } = await site.call(
      swipeMember,
      { params: { profileId: anna.profileId }, body: { choice: 'like' } },
      bob,
    )
    expect(status).toBe(200)
    expect(await seenByAnna()).toEqual(nothing)
  })

  test('makes a match with the confirmation when the other one has liked meanwhile', async () => {
    await likes.like(bob, anna)
    expect((await likes.like(anna, bob)).reply).toMatchObject({ isLiked: true, isMatch: false, isNewMatch: false })
    await sent.clear()
    await confirm()
    expect(await seenByAnna()).toMatchObject({ matches: ['Bob'], isMatch: true })
    await site.context.jobs.runDue()
    expect(await likes.names(anna, 'matches')).toEqual(['Bob'])
    expect(await likes.wrongCounts()).toBe(0)
  })

  test('makes a match for the liked member alone, who likes back a member without a confirmed address', async () => {
    await likes.like(anna, bob)
    await sent.clear()
    expect((await likes.like(bob, anna)).reply).toMatchObject({ isMatch: true, isNewMatch: false })
    expect(await seenByAnna()).toEqual({ ...nothing, events: [] })
    await confirm()
    expect(await seenByAnna()).toMatchObject({ matches: ['Bob'], isMatch: true })
  })
})

test('a like of a member who is paused at the confirmation is delivered when the pause ends', async () => {
  bob = await buildMember(site.context, { name: 'Bob', gender: 'male', isConfirmed: false, credits: 10 })
  await chatOn(site).say(bob, anna)
  await likes.like(bob, anna)
  await likes.like(anna, bob)
  await site.call(pauseAccount, { body: { length: 'open' } }, bob)
  await confirm()
  // A notice of the match would tell Anna that Bob has not left.
  const notices = () => site.context.db.selectFrom('messages').select('name').where('kind', '=', 'system').execute()
  expect([await notices(), await likes.newLikes(anna)]).toEqual([[], 0])
  await site.call(resumeAccount, {}, bob)
  await site.context.jobs.runDue()
  expect(await notices()).toEqual([{ name: 'match' }])
  expect(await seenByAnna()).toMatchObject({ matches: ['Bob'], isMatch: true })
  expect(await likes.wrongCounts()).toBe(0)
})

test('a member whose address is not confirmed is found from the confirmation on', async () => {
  const resultIds = async () => {
    const query = { gender: 'male', country: 'NL' } as const
    const { reply } = await site.call(searchMembers, { query }, anna)
    return reply?.results.some(({ id }) => id === bob.profileId)
  }
  expect(await resultIds()).toBe(false)
  await confirm()
  expect(await resultIds()).toBe(true)
})
