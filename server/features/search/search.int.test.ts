import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ONLINE_MS } from '#contract/limits.ts'
import { blockProfile } from '#contract/moderation.ts'
import { getSimilarMembers, searchMembers, type SearchFilters } from '#contract/search.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import { changeSettings, siteOf } from '#server/features/settings/service.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { DAY, MINUTE, SECOND } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { createActivity } from './activity.ts'
import { recountMembers } from './jobs.ts'

let fixture: TestApp
let searcher: Member

beforeAll(async () => {
  fixture = await startTestApp()
  searcher = await buildMember(fixture.context, { gender: 'male', birthDate: '1990-01-01', country: 'DE' })
})
afterAll(() => fixture.close())

function search(viewer: Member | null, query: SearchFilters & { page?: number; after?: string } = {}) {
  return fixture.call(searchMembers, { query }, viewer ?? {})
}

async function found(viewer: Member | null, query: SearchFilters = {}) {
  const { reply } = await search(viewer, query)
  return reply?.results.map(({ id }) => id) ?? []
}

const allAges = { minAge: 18, maxAge: 99 } as const

describe('the search', () => {
  test('starts from the member’s own profile and says so', async () => {
    const { reply } = await search(searcher)
    expect(reply?.filters).toEqual({ gender: 'female', country: 'DE', region: null, minAge: 26, maxAge: 46 })
    expect(reply?.pageNumber).toBe(1)
  })

  test('finds by gender, country, region and age, and never oneself', async () => {
    const bea = await buildMember(fixture.context, { country: 'DE', region: 'Bayern', birthDate: '1994-01-01' })
    const old = await buildMember(fixture.context, { country: 'DE', region: 'Bayern', birthDate: '1950-01-01' })
    const far = await buildMember(fixture.context, { country: 'DE', region: 'Hessen', birthDate: '1994-01-01' })
    const man = await buildMember(fixture.context, { country: 'DE', gender: 'male', birthDate: '1994-01-01' })
    const ids = [bea, old, far, man].map(({ profileId }) => profileId)
    const among = async (query: SearchFilters) =>
      (await found(searcher, query)).filter((id) => ids.includes(id)).toSorted()
    expect(await among({})).toEqual([bea.profileId, far.profileId].toSorted())
    expect(await among({ region: 'Bayern' })).toEqual([bea.profileId])
    expect(await among({ region: 'Bayern', maxAge: 99 })).toEqual([bea.profileId, old.profileId].toSorted())
    expect(await found(searcher, { gender: 'male', ...allAges })).not.toContain(searcher.profileId)
    expect(await found(man, { gender: 'male', ...allAges })).toContain(searcher.profileId)
    expect(await among({ country: 'AU' })).toEqual([])
  })

  test('knows the very day of a birthday', async () => {
    const place = { country: 'DK', region: siteOf('localhost').settings.region_data.DK?.[0] ?? '' } as const
    const today = await buildMember(fixture.context, { ...place, birthDate: '2006-06-15' })
    const tomorrow = await buildMember(fixture.context, { ...place, birthDate: '2006-06-16' })
    const twenty = { country: 'DK', gender: 'female', minAge: 20, maxAge: 20 } as const
    expect(await found(searcher, twenty)).toEqual([today.profileId])
    expect((await search(searcher, twenty)).reply?.numResults).toBe(1)
    fixture.clock.advance(DAY)
    expect(await found(searcher, twenty)).toEqual(expect.arrayContaining([today.profileId, tomorrow.profileId]))
    expect((await search(searcher, twenty)).reply?.numResults).toBe(2)
  })

  test('hides who is blocked in either direction, and counts without them', async () => {
    const place = { country: 'FI' } as const
    const [one, two, three] = [
      await buildMember(fixture.context, place),
      await buildMember(fixture.context, place),
      await buildMember(fixture.context, place),
    ]
    const inFinland = { country: 'FI', gender: 'female', ...allAges } as const
    expect((await search(searcher, inFinland)).reply?.numResults).toBe(3)
    await fixture.call(blockProfile, { params: { profileId: one.profileId } }, searcher)
    await fixture.call(blockProfile, { params: { profileId: searcher.profileId } }, two)
    const { reply } = await search(searcher, inFinland)
    expect(reply?.results.map(({ id }) => id)).toEqual([three.profileId])
    expect(reply?.numResults).toBe(1)
    expect((await search(three, inFinland)).reply?.numResults).toBe(2)
    expect((await search(null, inFinland)).reply?.numResults).toBe(3)
  })

  test('goes on page by page and jumps to a page, most recently active first', async () => {
    const ids: string[] = []
    for (let index = 0; index < 53; index += 1) {
      fixture.clock.advance(SECOND)
      ids.unshift((await buildMember(fixture.context, { country: 'PL' })).profileId)
    }
    const inPoland = { country: 'PL', gender: 'female', ...allAges } as const
    const seen: string[] = []
    let after: string | null = null
    do {
      const { reply } = await search(searcher, { ...inPoland, ...(after && { after }) })
      seen.push(...(reply?.results.map(({ id }) => id) ?? []))
      expect(reply?.numResults).toBe(53)
      after = reply?.next ?? null
    } while (after)
    expect(seen).toEqual(ids)
    const third = await search(searcher, { ...inPoland, page: 3 })
    expect(third.reply).toMatchObject({ pageNumber: 3, next: null })
    expect(third.reply?.results.map(({ id }) => id)).toEqual(ids.slice(48))
    expect((await search(searcher, { ...inPoland, page: 4 })).reply).toMatchObject({
      results: [],
      numResults: 53,
      next: null,
    })
  })

  test('shows a visitor first names without cities, where the site allows it', async () => {
    await buildMember(fixture.context, { name: 'Mia Sophie', country: 'SE', photos: ['public'] })
    const inSweden = { country: 'SE', gender: 'female', ...allAges } as const
    const { reply } = await search(null, inSweden)
    expect(reply?.results).toMatchObject([{ name: 'Mia', city: null, isOnline: false, photo: { isLocked: false } }])

    const { countries } = siteOf('localhost').settings
    expect((await search(null)).reply?.filters).toEqual({
      gender: 'female',
      country: countries[0],
      region: null,
      ...allAges,
    })

    const setLoggedOutSearch = async (logged_out_search: 'all' | 'none') => {
      await changeSettings(fixture.context, { siteId: siteOf('localhost').id, settings: { logged_out_search } })
      await fixture.context.events.drain()
    }
    await setLoggedOutSearch('none')
    const rejected = await search(null, inSweden)
    expect([rejected.status, rejected.error?.code]).toEqual([403, 'authentication_required'])
    expect((await search(searcher, inSweden)).status).toBe(200)
    await setLoggedOutSearch('all')
  })

  test('forgets an account that vanishes', async () => {
    const member = await buildMember(fixture.context, { country: 'NO' })
    const inNorway = { country: 'NO', gender: 'female', ...allAges } as const
    expect((await search(searcher, inNorway)).reply?.numResults).toBe(1)
    await fixture.context.transaction(async (tx) => {
      await emit(tx, accountErased, { userId: member.userId })
      await tx.deleteFrom('users').where('id', '=', member.userId).execute()
    })
    expect((await search(searcher, inNorway)).reply).toMatchObject({ numResults: 0, results: [] })
  })

  test.each([
    'page=0',
    'page=101',
    'minAge=17',
    'maxAge=100',
    'country=XX',
    'gender=other',
    'after=AAAAAAAAAAAAAAAAAAAAAA',
  ])('refuses %s', async (query) => {
    const response = await fixture.app.inject({ url: `/api/members?${query}`, headers: { cookie: searcher.cookie } })
    expect([response.statusCode, response.json().error.code]).toEqual([400, 'request.invalid'])
  })

  test('hands out no key that can be read', async () => {
    const { reply } = await search(searcher, { country: 'PL', gender: 'female', ...allAges })
    const { userId } = await fixture.context.db
      .selectFrom('profiles')
      .select('userId')
      .where('publicId', '=', reply?.results.at(-1)?.id ?? '')
      .executeTakeFirstOrThrow()
    const bytes = Buffer.from(reply?.next ?? '', 'base64url')
    expect(bytes).toHaveLength(16)
    expect(bytes.readBigInt64BE(8)).not.toBe(BigInt(userId))
  })
})

describe('similar members', () => {
  test('have gender, country and about the age in common; neither she nor the viewer is among them', async () => {
    const place = { country: 'AT' } as const
    const member = await buildMember(fixture.context, { ...place, birthDate: '1995-01-01' })
    const like = await buildMember(fixture.context, { ...place, birthDate: '1997-01-01' })
    await buildMember(fixture.context, { ...place, birthDate: '1980-01-01' })
    await buildMember(fixture.context, { ...place, birthDate: '1995-01-01', gender: 'male' })
    const input = { params: { profileId: member.profileId } }
    const similar = async (viewer: Member) =>
      (await fixture.call(getSimilarMembers, input, viewer)).reply?.results.map(({ id }) => id)
    expect(await similar(searcher)).toEqual([like.profileId])
    expect(await similar(like)).toEqual([])
  })

  test('are for members, of members who can be reached', async () => {
    const member = await buildMember(fixture.context)
    const input = { params: { profileId: member.profileId } }
    expect((await fixture.call(getSimilarMembers, input)).error?.code).toBe('authentication_required')
    await fixture.call(blockProfile, { params: { profileId: searcher.profileId } }, member)
    expect((await fixture.call(getSimilarMembers, input, searcher)).error?.code).toBe('moderation.blocked')
    const unknownId = await fixture.call(getSimilarMembers, { params: { profileId: '22222222222222' } }, searcher)
    expect(unknownId.error?.code).toBe('profiles.not_found')
  })
})

describe('activity', () => {
  const lastActive = async ({ userId }: Member) =>
    (
      await fixture.context.db
        .selectFrom('profileSearch')
        .select('lastActiveAt')
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow()
    ).lastActiveAt

  test('is written at most once in five minutes, and not lost', async () => {
    const { clock, context } = fixture
    const member = await buildMember(context)
    const start = clock.now()
    const activity = createActivity(context)
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

  test('is written when the server stops', async () => {
    const { clock, context } = fixture
    const member = await buildMember(context)
    const activity = createActivity(context)
    activity.touch(member.userId)
    await activity.flush()
    clock.advance(SECOND)
    activity.touch(member.userId)
    await activity.stop()
    expect(await lastActive(member)).toEqual(clock.now())
  })

  test('that could not be written is written later', async () => {
    const { context, clock } = fixture
    const member = await buildMember(context)
    clock.advance(MINUTE)
    const log = { warn: vi.fn<() => void>() }
    const broken = { executeQuery: () => Promise.reject(new Error('away')) }
    // Only what activity uses of each is there.
    const deps = { db: broken, clock, log } as unknown as Parameters<typeof createActivity>[0]
    const activity = createActivity(deps)
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
    const activity = createActivity(context)
    activity.touch(member.userId)
    await context.db
      .updateTable('profileSearch')
      .set({ lastActiveAt: new Date(clock.now().getTime() + MINUTE) })
      .where('userId', '=', member.userId)
      .execute()
    await activity.flush()
    expect((await lastActive(member)).getTime()).toBe(clock.now().getTime() + MINUTE)
  })

  test('every request of a member is a sign of life, written down when the server stops', async () => {
    const other = await startTestApp()
    const member = await buildMember(other.context)
    other.clock.advance(10 * MINUTE)
    await other.call(searchMembers, { query: {} }, member)
    await other.app.close()
    const row = await other.context.db.selectFrom('profileSearch').select('lastActiveAt').executeTakeFirstOrThrow()
    expect(row.lastActiveAt).toEqual(other.clock.now())
    await other.close()
  })

  test('shows as online for five minutes', async () => {
    const member = await buildMember(fixture.context, { country: 'IE' })
    const inIreland = { country: 'IE', gender: 'female', ...allAges } as const
    const isOnline = async () => (await search(searcher, inIreland)).reply?.results.map((card) => card.isOnline)
    expect(await isOnline()).toEqual([true])
    fixture.clock.advance(6 * MINUTE)
    expect(await isOnline()).toEqual([false])
    const activity = createActivity(fixture.context)
    activity.touch(member.userId)
    await activity.flush()
    expect(await isOnline()).toEqual([true])
  })
})

describe('the nightly recount', () => {
  test('says nothing while all is right, and how much is wrong', async () => {
    const { context } = fixture
    const warn = vi.spyOn(context.log, 'warn').mockImplementation(() => {})
    await context.jobs.enqueue(context.db, recountMembers, {})
    await context.jobs.runDue()
    expect(warn).not.toHaveBeenCalled()
    await context.db
      .updateTable('memberCounts')
      .set({ n: 1000 })
      .where('country', '=', 'PL')
      .where('region', '=', '')
      .execute()
    await context.jobs.enqueue(context.db, recountMembers, {})
    await context.jobs.runDue()
    expect(warn).toHaveBeenCalledWith({ wrongCounts: 1, wrongRows: 0 }, 'search differs from a full count')
    warn.mockRestore()
  })
})
