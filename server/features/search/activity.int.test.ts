import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ONLINE_MS } from '#contract/limits.ts'
import { searchMembers } from '#contract/search/calls.ts'
import { MINUTE, SECOND } from '#contract/time.ts'
import { onlineSince } from '#server/features/profiles/rules.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { Activity } from './activity.ts'
import { presenceChanged } from './events.ts'

let fixture: TestApp
let searcher: Member

beforeAll(async () => {
  fixture = await startTestApp()
  searcher = await buildMember(fixture.context, { gender: 'male' })
})
afterAll(() => fixture.close())

describe('activity', () => {
  const lastActive = async ({ userId }: Member) =>
    (
      await fixture.context.db
        .selectFrom('profileSearch')
        .select('lastActiveAt')
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow()
    ).lastActiveAt

  test('is stored about once per online period, and not lost', async () => {
    const { clock, context } = fixture
    const member = await buildMember(context)
    const start = clock.now()
    const activity = new Activity(context)
    activity.touch(member.userId)
    await activity.flush()

    clock.advance(MINUTE)
    const later = clock.now()
    activity.touch(member.userId)
    await activity.flush()
    expect(await lastActive(member)).toEqual(start)

    clock.advance(ONLINE_MS)
    await activity.flush()
    expect(await lastActive(member)).toEqual(later)
  })

  test('keeps a member online whose page is open', async () => {
    const { clock, context } = fixture
    const member = await buildMember(context)
    const activity = new Activity(context)
    const wereOnline: boolean[] = []
    // Heartbeats of the socket and batches, each with a rhythm of its own.
    for (let second = 0; second < (4 * ONLINE_MS) / SECOND; second += 2) {
      if (second % 26 === 0) activity.touch(member.userId)
      if (second % 14 === 0) await activity.flush()
      wereOnline.push((await lastActive(member)) >= onlineSince(clock.now()))
      clock.advance(2 * SECOND)
    }
    expect(wereOnline).not.toContain(false)
  })

  test('is stored when the server stops', async () => {
    const { clock, context } = fixture
    const member = await buildMember(context)
    const activity = new Activity(context)
    activity.touch(member.userId)
    await activity.flush()
    clock.advance(SECOND)
    activity.touch(member.userId)
    await activity.stop()
    expect(await lastActive(member)).toEqual(clock.now())
  })

  test('is not written after the server has stopped, when the database is closed', async () => {
    const { context } = fixture
    const member = await buildMember(context)
    const activity = new Activity(context)
    await activity.stop()
    const before = await lastActive(member)
    fixture.clock.advance(SECOND)
    activity.connected(member.userId)
    await activity.flush()
    expect(await lastActive(member)).toEqual(before)
  })

  test('that could not be stored is stored with the next batch', async () => {
    const { context, clock } = fixture
    const member = await buildMember(context)
    clock.advance(MINUTE)
    const log = { warn: vi.fn<() => void>() }
    const broken = { executeQuery: () => Promise.reject(new Error('away')) }
    // A partial context: only what `Activity` uses.
    const deps = { db: broken, clock, log } as unknown as ConstructorParameters<typeof Activity>[0]
    const activity = new Activity(deps)
    activity.touch(member.userId)
    await activity.flush()
    expect(log.warn).toHaveBeenCalledOnce()
    broken.executeQuery = context.db.executeQuery.bind(context.db) as never
    await activity.flush()
    expect(await lastActive(member)).toEqual(clock.now())
  })

  test('never goes back in time', async () => {
    const { clock, context } = fixture
    const member = await buildMember(context)
    const activity = new Activity(context)
    activity.touch(member.userId)
    await context.db
      .updateTable('profileSearch')
      .set({ lastActiveAt: new Date(clock.now().getTime() + MINUTE) })
      .where('userId', '=', member.userId)
      .execute()
    await activity.flush()
    expect((await lastActive(member)).getTime()).toBe(clock.now().getTime() + MINUTE)
  })

  test('is recorded for every request of a member and stored when the server stops', async () => {
    const other = await startTestApp()
    const member = await buildMember(other.context)
    other.clock.advance(10 * MINUTE)
    await other.call(searchMembers, { query: {} }, member)
    await other.app.close()
    const row = await other.context.db.selectFrom('profileSearch').select('lastActiveAt').executeTakeFirstOrThrow()
    expect(row.lastActiveAt).toEqual(other.clock.now())
    await other.close()
  })

  test('ends for more members at once than a statement has parameters', async () => {
    const { clock, context } = fixture
    const member = await buildMember(context)
    const activity = new Activity(context)
    for (let userId = 1; userId <= 70_000; userId += 1) activity.touch(userId)
    activity.touch(member.userId)
    await activity.flush()
    clock.advance(2 * ONLINE_MS)
    const publish = vi.spyOn(context.events, 'publish')
    await activity.flush()
    expect(publish).toHaveBeenCalledWith(presenceChanged, { userIds: [member.userId], isOnline: false })
    publish.mockRestore()
  })

  test('marks a member as online for the online period', async () => {
    const member = await buildMember(fixture.context, { country: 'IE' })
    const inIreland = { country: 'IE', gender: 'female', minAge: 18, maxAge: 99 } as const
    const isOnline = async () =>
      (await fixture.call(searchMembers, { query: inIreland }, searcher)).reply?.results.map((card) => card.isOnline)
    expect(await isOnline()).toEqual([true])
    fixture.clock.advance(6 * MINUTE)
    expect(await isOnline()).toEqual([false])
    const activity = new Activity(fixture.context)
    activity.touch(member.userId)
    await activity.flush()
    expect(await isOnline()).toEqual([true])
  })
})
