import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pauseAccount, resumeAccount } from '#contract/accounts/calls.ts'
import { VISIT_DAYS, VISITORS_PAGE_SIZE } from '#contract/limits.ts'
import { blockProfile } from '#contract/moderation/calls.ts'
import { updatePrivacy } from '#contract/profiles/calls.ts'
import { DAY, HOUR, SECOND } from '#contract/time.ts'
import * as contract from '#contract/profiles/visit-calls.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { clearVisits } from './jobs.ts'

let site: TestApp
let anna: Member
let bob: Member

beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  const { build } = chatOn(site)
  ;[anna, bob] = [await build({ name: 'Anna' }), await build({ name: 'Bob', gender: 'male' })]
})

const visit = (owner: Member, visitor?: Member) =>
  site.call(contract.addVisit, { params: { profileId: owner.profileId } }, visitor)
const list = (owner: Member, after?: string) =>
  site.call(contract.listVisitors, { query: after === undefined ? {} : { after } }, owner)
const names = async (owner: Member) => (await list(owner)).reply?.results.map(({ name }) => name)
/** Marks the visits of a list as seen; of the present one without it. */
async function markSeen(owner: Member, visitors = list(owner)) {
  const until = (await visitors).reply?.results[0]?.visitedAt ?? site.clock.now().toISOString()
  return site.call(contract.markVisitorsSeen, { body: { until } }, owner)
}
const count = async (owner: Member) => (await site.call(contract.countVisitors, {}, owner)).reply?.count

test('a visit is listed and counted until the list is opened', async () => {
  expect((await visit(anna, bob)).status).toBe(200)
  expect((await list(anna)).reply?.results[0]).toMatchObject({ name: 'Bob', isNew: true })
  expect(await count(anna)).toBe(1)
  await markSeen(anna)
  expect(await count(anna)).toBe(0)
  expect((await list(anna)).reply?.results[0]).toMatchObject({ name: 'Bob', isNew: false })
})

test('a visit that arrives after the list was loaded is still new when the list is marked as seen', async () => {
  const late = await chatOn(site).build({ name: 'Cem', gender: 'male' })
  await visit(anna, bob)
  const visitors = list(anna)
  await visitors
  site.clock.advance(SECOND)
  await visit(anna, late)
  expect((await markSeen(anna, visitors)).reply).toEqual({ count: 1 })
  expect((await list(anna)).reply?.results).toMatchObject([
    { name: 'Cem', isNew: true },
    { name: 'Bob', isNew: false },
  ])
})

test('a visit of a member whose address is not confirmed is shown from the confirmation on', async () => {
  const setConfirmed = (confirmedAt: Date | null) =>
    site.context.db.updateTable('users').set({ confirmedAt }).where('id', '=', bob.userId).execute()
  await setConfirmed(null)
  await visit(anna, bob)
  expect([await names(anna), await count(anna)]).toEqual([[], 0])
  // The owner opens the list, which does not show it yet.
  await markSeen(anna)
  await setConfirmed(site.clock.now())
  expect([await names(anna), await count(anna)]).toEqual([['Bob'], 1])
})

test('a paused member leaves no visit, also for the time after the pause', async () => {
  await site.call(pauseAccount, { body: { length: 'open' } }, bob)
  expect((await visit(anna, bob)).status).toBe(200)
  await site.call(resumeAccount, {}, bob)
  expect([await names(anna), await count(anna)]).toEqual([[], 0])
})

test('a pair has one visit a day, and one row', async () => {
  await Promise.all(Array.from({ length: 5 }, () => visit(anna, bob)))
  await markSeen(anna)
  site.clock.advance(HOUR)
  await visit(anna, bob)
  expect(await count(anna)).toBe(0)
  site.clock.advance(DAY)
  await visit(anna, bob)
  expect(await count(anna)).toBe(1)
  expect(await names(anna)).toEqual(['Bob'])
})

test('the own profile and blocked members leave no visit', async () => {
  await visit(anna, anna)
  await site.call(blockProfile, { params: { profileId: anna.profileId } }, bob)
  await visit(anna, bob)
  expect(await names(anna)).toEqual([])
  expect((await visit(bob, anna)).error?.code).toBe('moderation.blocked')
})

test('a block hides earlier visits', async () => {
  await visit(anna, bob)
  await site.call(blockProfile, { params: { profileId: bob.profileId } }, anna)
  expect([await names(anna), await count(anna)]).toEqual([[], 0])
})

test('an invisible member leaves no visit, has none, and hides earlier ones', async () => {
  await visit(anna, bob)
  await visit(bob, anna)
  await site.call(updatePrivacy, { body: { isInvisible: true } }, bob)
  expect([await names(anna), await count(anna), await names(bob)]).toEqual([[], 0, []])
  site.clock.advance(2 * DAY)
  await visit(anna, bob)
  const rows = site.context.db.selectFrom('profileVisits').select('visitedAt').where('ownerId', '=', anna.userId)
  expect((await rows.executeTakeFirstOrThrow()).visitedAt.getTime()).toBeLessThan(site.clock.now().getTime() - DAY)
})

test('in privacy mode only visits between chat partners are recorded', async () => {
  const { say } = chatOn(site)
  await site.call(updatePrivacy, { body: { isPrivate: true } }, bob)
  await visit(anna, bob)
  await visit(bob, anna)
  expect([await names(anna), await names(bob)]).toEqual([[], []])
  await say(bob, anna)
  await visit(anna, bob)
  expect(await names(anna)).toEqual(['Bob'])
})

test('a fictional visitor carries the flag and is not counted; a fictional profile has no visits', async () => {
  const fictional = await buildMember(site.context, { isFictional: true })
  await visit(anna, fictional)
  expect((await list(anna)).reply?.results[0]).toMatchObject({ isFictional: true })
  expect(await count(anna)).toBe(0)
  await visit(fictional, anna)
  expect(await names(fictional)).toEqual([])
})

test('all visitors are listed once over the pages, latest first', async () => {
  const ids: string[] = []
  for (let index = 0; index < VISITORS_PAGE_SIZE + 2; index += 1) {
    const visitor = await buildMember(site.context)
    if (index % 3 === 0) site.clock.advance(SECOND)
    await visit(anna, visitor)
    ids.push(visitor.profileId)
  }
  const first = (await list(anna)).reply
  const second = (await list(anna, first?.next ?? '')).reply
  const listed = [...(first?.results ?? []), ...(second?.results ?? [])].map(({ id }) => id)
  expect(listed).toEqual(ids.toReversed())
  expect(second?.next).toBeNull()
  expect((await list(anna, 'AAAA')).error?.code).toBe('request.invalid')
})

test('old visits are deleted at night', async () => {
  await visit(anna, bob)
  site.clock.advance((VISIT_DAYS + 1) * DAY)
  await site.context.jobs.enqueue(site.context.db, clearVisits, {})
  await site.context.jobs.runDue()
  const rows = await site.context.db.selectFrom('profileVisits').where('ownerId', '=', anna.userId).execute()
  expect(rows).toEqual([])
})

test('a visitor without log-in leaves no visit', async () => {
  expect((await visit(anna)).error?.code).toBe('authentication_required')
})
