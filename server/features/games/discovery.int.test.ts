import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getDiscovery, swipeMember } from '#contract/games/calls.ts'
import { likeProfile } from '#contract/likes/calls.ts'
import { DAILY_PICKS, DISCOVERY_ROW, DISCOVERY_ROW_MIN, NEW_MEMBER_DAYS } from '#contract/limits.ts'
import { sendMessage } from '#contract/chat/calls.ts'
import { blockProfile } from '#contract/moderation/calls.ts'
import { searchMembers } from '#contract/search/calls.ts'
import { DAY, HOUR } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'

let site: TestApp
let anna: Member

beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  // Each test has candidates of its own.
  await site.context.db.updateTable('users').set({ disabledAt: site.clock.now() }).execute()
  anna = await buildMember(site.context, { name: 'Anna', interests: ['beach', 'dating'] })
})

type Input = Parameters<typeof buildMember>[1]
/** Years from Anna's age, elsewhere in the country, and here before: no reason, not online, not new. */
const stranger = {
  birthDate: '1988-01-01',
  region: 'Zeeland',
  signedUpMsAgo: (NEW_MEMBER_DAYS + 1) * DAY,
} satisfies Input

async function man(input: Input = {}, lastSeenMsAgo = HOUR) {
  const member = await buildMember(site.context, { ...stranger, gender: 'male', ...input })
  const lastActiveAt = new Date(site.clock.now().getTime() - lastSeenMsAgo)
  await site.context.db.updateTable('profileSearch').set({ lastActiveAt }).where('userId', '=', member.userId).execute()
  return member
}
async function men(count: number, input: Input = {}, lastSeenMsAgo = HOUR) {
  return Promise.all(Array.from({ length: count }, () => man(input, lastSeenMsAgo)))
}
async function discover(member = anna) {
  const { reply } = await site.call(getDiscovery, {}, member)
  if (!reply) throw new Error('the call was rejected')
  return reply
}
const idsOf = (members: readonly { id: string }[] = []) => members.map(({ id }) => id)
const ids = (members: readonly Member[]) => members.map(({ profileId }) => profileId)
const named = ({ profileId }: Member) => ({ params: { profileId } })

describe('today', () => {
  test('suggests the few who share most with the member, each with a reason', async () => {
    await men(2)
    const best = await men(DAILY_PICKS, { interests: ['beach', 'dating'] })
    await men(2, { interests: ['dating'] })
    const { today } = await discover()
    expect(idsOf(today).toSorted()).toEqual(ids(best).toSorted())
    for (const { reasons } of today) expect(reasons).toEqual([{ kind: 'interests', interests: ['beach', 'dating'] }])
  })

  test('leaves out who shares nothing, and who fits only one way', async () => {
    await man()
    await man({ interests: ['beach'], lookingFor: 'male' })
    await man({ interests: ['beach'], isFictional: true })
    await man({ interests: ['beach'], isInvisible: true })
    expect((await discover()).today).toEqual([])
  })

  test('stays the same all day, and is another choice on the next one', async () => {
    const first = await men(DAILY_PICKS, { interests: ['beach'] })
    const before = idsOf((await discover()).today)
    expect(before.toSorted()).toEqual(ids(first).toSorted())
    const better = await men(2, { interests: ['beach', 'dating'] }, 0)
    site.clock.advance(HOUR)
    expect(idsOf((await discover()).today).toSorted()).toEqual(before.toSorted())
    site.clock.advance(DAY)
    const next = idsOf((await discover()).today)
    expect(next.slice(0, 2).toSorted()).toEqual(ids(better).toSorted())
    // Those of the day before fill up what is missing.
    expect(next).toHaveLength(DAILY_PICKS)
  })

  test('loses who was liked, passed, blocked, written to or left, and gets no others for them', async () => {
    const picked = await men(DAILY_PICKS, { interests: ['beach', 'dating'], credits: 100 })
    expect((await discover()).today).toHaveLength(DAILY_PICKS)
    await men(2, { interests: ['beach'] })
    const [liked, passed, blocked, partner, left] = picked
    if (!liked || !passed || !blocked || !partner || !left) throw new Error('missing')
    const loses = async (act: () => Promise<unknown>, gone: Member) => {
      await act()
      expect(idsOf((await discover()).today)).not.toContain(gone.profileId)
    }
    await loses(() => site.call(likeProfile, named(liked), anna), liked)
    await loses(() => site.call(swipeMember, { ...named(passed), body: { choice: 'pass' } }, anna), passed)
    await loses(() => site.call(blockProfile, named(anna), blocked), blocked)
    await loses(
      () => site.call(sendMessage, { ...named(anna), body: { body: 'Hello', clientId: crypto.randomUUID() } }, partner),
      partner,
    )
    await loses(
      () =>
        site.context.db
          .updateTable('users')
          .set({ pausedAt: site.clock.now() })
          .where('id', '=', left.userId)
          .execute(),
      left,
    )
    expect((await discover()).today).toEqual([])
  })

  test('is one choice for two requests at once', async () => {
    await men(DAILY_PICKS + 3, { interests: ['beach'] })
    const [one, other] = await Promise.all([discover(), discover()])
    expect(idsOf(one.today)).toEqual(idsOf(other.today))
  })
})

describe('the rows', () => {
  test('have members who are online and those who are new nearby, with the search that finds all of them', async () => {
    const online = await men(DISCOVERY_ROW + 2, {}, 0)
    // The first ones of the own region are suggested for today.
    const fresh = await men(DAILY_PICKS + DISCOVERY_ROW_MIN, { region: 'Utrecht', city: 'Woerden', signedUpMsAgo: 0 })
    const reply = await discover()
    expect(reply.online).toMatchObject({ numResults: DISCOVERY_ROW + 2, isExact: true, filters: { online: true } })
    expect(reply.online?.results).toHaveLength(DISCOVERY_ROW)
    expect(ids(online)).toEqual(expect.arrayContaining(idsOf(reply.online?.results)))
    expect(reply.newNear?.filters.new).toBe(true)
    expect(reply.newNear).toMatchObject({ numResults: fresh.length, isExact: true })
    expect(idsOf([...reply.today, ...(reply.newNear?.results ?? [])]).toSorted()).toEqual(ids(fresh).toSorted())
    for (const row of [reply.online, reply.newNear]) {
      const search = await site.call(searchMembers, { query: { ...row?.filters } }, anna)
      expect(search.reply?.numResults).toBe(row?.numResults)
    }
  })

  test('show no one twice and no one who is liked, and are missing where there are few', async () => {
    const [liked, ...others] = await men(DISCOVERY_ROW_MIN + 1, { signedUpMsAgo: 0 }, 0)
    if (!liked) throw new Error('missing')
    await site.call(likeProfile, named(liked), anna)
    const { today, online, newNear } = await discover()
    expect(today).toEqual([])
    expect(idsOf(online?.results).toSorted()).toEqual(ids(others).toSorted())
    expect(newNear).toBeNull()
    await site.call(blockProfile, named(liked), anna)
    await site.call(blockProfile, named(others[0] ?? liked), anna)
    expect((await discover()).online).toBeNull()
  })

  test('look for new members further away when the near ones are suggested for today', async () => {
    const near = await men(DISCOVERY_ROW_MIN, { region: 'Utrecht', city: 'Woerden', signedUpMsAgo: 0 })
    const further = await men(DISCOVERY_ROW_MIN, { region: 'Overijssel', city: 'Zwolle', signedUpMsAgo: 0 })
    const { today, newNear } = await discover()
    expect(idsOf(today).toSorted()).toEqual(ids(near).toSorted())
    expect(idsOf(newNear?.results).toSorted()).toEqual(ids(further).toSorted())
  })

  test('call no one near who lives far away', async () => {
    await men(DISCOVERY_ROW_MIN, { region: 'Groningen', city: 'Groningen', signedUpMsAgo: 0 })
    expect((await discover()).newNear).toBeNull()
  })

  test('are missing on a site without their filters', async () => {
    await men(DISCOVERY_ROW_MIN, { signedUpMsAgo: 0 }, 0)
    const { db, sites } = site.context
    const set = async (settings: object) => {
      await db
        .updateTable('sites')
        .set({ settings: JSON.stringify(settings) })
        .execute()
      await sites.refresh()
    }
    await set({ search_fields: ['gender', 'country', 'region', 'age'] })
    expect(await discover()).toMatchObject({ online: null, newNear: null })
    await set({})
    expect((await discover()).online).not.toBeNull()
  })
})

test('a visitor is rejected', async () => {
  expect((await site.call(getDiscovery, {})).error?.code).toBe('authentication_required')
})
