import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { blockProfile } from '#contract/moderation/calls.ts'
import { SEARCH_MAX_PAGE } from '#contract/limits.ts'
import { getMember } from '#contract/profiles/calls.ts'
import { getOtherMembers, getSimilarMembers, searchMembers } from '#contract/search/calls.ts'
import type { SearchFilters } from '#contract/search/schemas.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { DAY, SECOND } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { viewerOf } from '#tests/support/viewer.ts'
import { recountMembers } from './jobs.ts'
import { similarMembers } from './service.ts'

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

async function resultNames(viewer: Member | null, query: SearchFilters = {}) {
  const { reply } = await search(viewer, query)
  return reply?.results.map(({ id }) => id) ?? []
}

const allAges = { minAge: 18, maxAge: 99 } as const

describe('the search', () => {
  test('fills the filters from the member’s profile and returns them', async () => {
    const { reply } = await search(searcher)
    expect(reply?.filters).toEqual({ gender: 'female', country: 'DE', region: null, minAge: 26, maxAge: 46 })
    expect(reply?.pageNumber).toBe(1)
  })

  test('finds by gender, country, region and age, and excludes the viewer', async () => {
    const bea = await buildMember(fixture.context, { country: 'DE', region: 'Bayern', birthDate: '1994-01-01' })
    const old = await buildMember(fixture.context, { country: 'DE', region: 'Bayern', birthDate: '1950-01-01' })
    const far = await buildMember(fixture.context, { country: 'DE', region: 'Hessen', birthDate: '1994-01-01' })
    const man = await buildMember(fixture.context, { country: 'DE', gender: 'male', birthDate: '1994-01-01' })
    const ids = [bea, old, far, man].map(({ profileId }) => profileId)
    const among = async (query: SearchFilters) =>
      (await resultNames(searcher, query)).filter((id) => ids.includes(id)).toSorted()
    expect(await among({})).toEqual([bea.profileId, far.profileId].toSorted())
    expect(await among({ region: 'Bayern' })).toEqual([bea.profileId])
    expect(await among({ region: 'Bayern', maxAge: 99 })).toEqual([bea.profileId, old.profileId].toSorted())
    expect(await resultNames(searcher, { gender: 'male', ...allAges })).not.toContain(searcher.profileId)
    expect(await resultNames(man, { gender: 'male', ...allAges })).toContain(searcher.profileId)
    expect(await among({ country: 'AU' })).toEqual([])
  })

  test('finds a fictional profile, marked as such, and does not count it', async () => {
    const place = { country: 'DK', birthDate: '1994-01-01' } as const
    const real = await buildMember(fixture.context, place)
    const fictional = await buildMember(fixture.context, { ...place, isFictional: true })
    const { reply } = await search(searcher, { country: 'DK', ...allAges })
    const marks = new Map(reply?.results.map(({ id, isFictional }) => [id, isFictional]))
    expect(marks.get(real.profileId)).toBe(false)
    expect(marks.get(fictional.profileId)).toBe(true)
    expect(reply?.numResults).toBe([...marks.values()].filter((isFictional) => !isFictional).length)
    const narrow = await search(searcher, { country: 'DK', minAge: 30, maxAge: 34 })
    expect(narrow.reply?.numResults).toBe(narrow.reply?.results.filter(({ isFictional }) => !isFictional).length)
  })

  test('finds a member by the new age from the birthday on', async () => {
    const place = {
      country: 'DK',
      region: fixture.context.sites.of('localhost').settings.region_data.DK?.regions[0] ?? '',
    } as const
    const today = await buildMember(fixture.context, { ...place, birthDate: '2006-06-15' })
    const tomorrow = await buildMember(fixture.context, { ...place, birthDate: '2006-06-16' })
    const twenty = { country: 'DK', gender: 'female', minAge: 20, maxAge: 20 } as const
    expect(await resultNames(searcher, twenty)).toEqual([today.profileId])
    expect((await search(searcher, twenty)).reply?.numResults).toBe(1)
    fixture.clock.advance(DAY)
    expect(await resultNames(searcher, twenty)).toEqual(expect.arrayContaining([today.profileId, tomorrow.profileId]))
    expect((await search(searcher, twenty)).reply?.numResults).toBe(2)
  })

  test('neither lists nor counts members blocked in either direction', async () => {
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

  test('pages by key and by number, most recently active first', async () => {
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

  test('shows visitors the first name that a profile shows, whatever kind of space ends it', async () => {
    const spaces = [' ', '\t', '\u00a0', '\u1680', '\u2009', '\u2028', '\u202f', '\u205f', '\u3000', '\ufeff']
    for (const space of spaces)
      await buildMember(fixture.context, { name: `${space}Mia${space}Sophie`, country: 'DK', gender: 'male' })
    const { reply } = await search(null, { country: 'DK', gender: 'male', ...allAges })
    expect(reply?.results.map(({ name }) => name)).toEqual(spaces.map(() => 'Mia'))
    for (const { id } of reply?.results ?? [])
      expect((await fixture.call(getMember, { params: { profileId: id } })).reply?.member.name).toBe('Mia')
  })

  test('shows visitors first names without cities where the site allows it', async () => {
    await buildMember(fixture.context, { name: 'Mia Sophie', country: 'SE', photos: ['public'] })
    const inSweden = { country: 'SE', gender: 'female', ...allAges } as const
    const { reply } = await search(null, inSweden)
    expect(reply?.results).toMatchObject([{ name: 'Mia', city: null, isOnline: false, photo: { isLocked: false } }])

    const { countries } = fixture.context.sites.of('localhost').settings
    expect((await search(null)).reply?.filters).toEqual({
      gender: 'female',
      country: countries[0],
      region: null,
      ...allAges,
    })

    const setLoggedOutSearch = async (logged_out_search: 'all' | 'none') => {
      await changeSettings(fixture.context, {
        siteId: fixture.context.sites.of('localhost').id,
        settings: { logged_out_search },
      })
      await fixture.context.events.drain()
    }
    await setLoggedOutSearch('none')
    const rejected = await search(null, inSweden)
    expect([rejected.status, rejected.error?.code]).toEqual([403, 'authentication_required'])
    expect((await search(searcher, inSweden)).status).toBe(200)
    await setLoggedOutSearch('all')
  })

  test('swaps ages in the wrong order, leaves out an unknown region, and rejects a page that cannot exist', async () => {
    const { reply } = await search(searcher, { minAge: 60, maxAge: 20, region: 'Atlantis' })
    expect(reply?.filters).toMatchObject({ minAge: 20, maxAge: 60, region: null })
    for (const page of [1e9, 0, -1, 1.5])
      expect(await search(searcher, { page })).toMatchObject({ status: 400, error: { code: 'request.invalid' } })
    expect(await search(searcher, { page: SEARCH_MAX_PAGE })).toMatchObject({ status: 200, reply: { results: [] } })
  })

  test('does not find an erased account', async () => {
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
  ])('rejects %s', async (query) => {
    const response = await fixture.app.inject({ url: `/api/members?${query}`, headers: { cookie: searcher.cookie } })
    expect([response.statusCode, response.json().error.code]).toEqual([400, 'request.invalid'])
  })

  test('returns opaque page keys', async () => {
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
  test('share gender, country and about the age, without the member and the viewer', async () => {
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

  test('need a log-in and a reachable member', async () => {
    const member = await buildMember(fixture.context)
    const input = { params: { profileId: member.profileId } }
    expect((await fixture.call(getSimilarMembers, input)).error?.code).toBe('authentication_required')
    await fixture.call(blockProfile, { params: { profileId: searcher.profileId } }, member)
    expect((await fixture.call(getSimilarMembers, input, searcher)).error?.code).toBe('moderation.blocked')
    const unknown = await fixture.call(getSimilarMembers, { params: { profileId: '22222222222222' } }, searcher)
    expect(unknown.error?.code).toBe('profiles.not_found')
  })

  test('are not found for a member who is erased meanwhile', async () => {
    const { userId, profileId } = await buildMember(fixture.context)
    const similar = fixture.context.transaction((tx) => {
      const clock = {
        // Read once the member was reachable. The next statement of this connection runs after the deletion.
        now() {
          void tx.deleteFrom('users').where('id', '=', userId).execute()
          return fixture.clock.now()
        },
      }
      return similarMembers({ db: tx, clock }, { viewer: viewerOf(searcher), profileId })
    })
    await expect(similar).rejects.toThrow('profiles.not_found')
  })
})

describe('others than those of a search (SEARCH-12)', () => {
  const others = async (query: InputOf<typeof getOtherMembers>['query'], viewer?: Member) =>
    (await fixture.call(getOtherMembers, { query }, viewer)).reply

  test('are of its gender and country, nearly of its ages, and not found by it', async () => {
    const place = { country: 'CH', birthDate: '1990-01-01' } as const
    const match = await buildMember(fixture.context, { ...place, region: 'Bern' })
    const near = await buildMember(fixture.context, { ...place, region: 'Uri', birthDate: '1992-06-01' })
    await buildMember(fixture.context, { ...place, region: 'Uri', birthDate: '1970-01-01' })
    await buildMember(fixture.context, { ...place, region: 'Uri', gender: 'male' })
    const blocked = await buildMember(fixture.context, { ...place, region: 'Uri' })
    await fixture.call(blockProfile, { params: { profileId: blocked.profileId } }, searcher)
    const age = fixture.clock.now().getUTCFullYear() - 1990
    const query = { country: 'CH', gender: 'female', region: 'Bern', minAge: age - 1, maxAge: age + 1 } as const
    const reply = await others(query, searcher)
    expect((await search(searcher, query)).reply?.results.map(({ id }) => id)).toEqual([match.profileId])
    expect(reply?.results.map(({ id }) => id)).toEqual([near.profileId])
    // No member has blocked a visitor.
    expect((await others(query))?.results).toHaveLength(2)
  })

  test('are none where a page is full', async () => {
    const query = { country: 'PL', gender: 'female', ...allAges } as const
    expect(await others(query, searcher)).toEqual({ results: [] })
  })

  test('reject a filter that is not valid', async () => {
    const response = await fixture.app.inject({ url: '/api/members/others?minAge=x' })
    expect([response.statusCode, response.json().error.code]).toEqual([400, 'request.invalid'])
  })
})

describe('the nightly check', () => {
  test('repairs what is wrong, logs it once without personal data, and reports it as a metric', async () => {
    const { context, app } = fixture
    const warn = vi.spyOn(context.log, 'warn').mockImplementation(() => {})
    const run = async () => {
      await context.jobs.enqueue(context.db, recountMembers, {})
      await context.jobs.runDue()
      return (await app.inject('/metrics')).body
    }
    expect(await run()).toContain('check_differences{check="member_counts",state="found"} 0')
    expect(warn).not.toHaveBeenCalled()
    await context.db
      .updateTable('memberCounts')
      .set({ n: 1000 })
      .where('country', '=', 'PL')
      .where('region', '=', '')
      // Negative ones are counts of years.
      .where('bornIn', '>', 0)
      .execute()
    const metrics = await run()
    expect(metrics).toContain('check_differences{check="member_counts",state="found"} 1')
    expect(metrics).toContain('check_differences{check="member_counts",state="repaired"} 1')
    expect(metrics).toContain('check_differences{check="search_rows",state="found"} 0')
    expect(metrics).toMatch(/check_finished_timestamp_seconds\{check="search_rows"\} \d+/)
    expect(warn.mock.calls).toEqual([
      [{ check: 'member_counts', found: 1, repaired: 1 }, 'nightly check found and repaired differences'],
    ])
    expect(await run()).toContain('check_differences{check="member_counts",state="found"} 0')
    warn.mockRestore()
  })
})
