import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { profileChoiceNames, profileChoices, type ProfileChoice } from '#contract/profiles/profile-fields.ts'
import { NEW_MEMBER_DAYS, SEARCH_COUNT_MAX } from '#contract/limits.ts'
import { blockProfile } from '#contract/moderation/calls.ts'
import { getSearchSuggestions, searchMembers } from '#contract/search/calls.ts'
import type { SearchFilters } from '#contract/search/schemas.ts'
import { DAY, HOUR } from '#contract/time.ts'
import { findCards } from '#server/features/profiles/card-query.ts'
import { setPosition } from '#server/features/profiles/position.ts'
import { ageOn, todayIn } from '#server/features/profiles/rules.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { facetBits } from './facets.ts'
import { overwriteActivity } from './queries.ts'

let site: TestApp
let viewer: Member

beforeAll(async () => {
  // More searches than a person makes.
  site = await startTestApp({ environment: { REQUESTS_PER_MINUTE: '1000000' } })
  viewer = await buildMember(site.context, { gender: 'male', country: 'DE' })
})
afterAll(() => site.close())

const inItaly = { country: 'IT', gender: 'female', minAge: 18, maxAge: 99 } as const

async function search(query: SearchFilters & { page?: number }, caller: Member | null = viewer) {
  const { status, reply, error } = await site.call(searchMembers, { query }, caller ?? {})
  return { status, error, ...reply, ids: reply?.results.map(({ id }) => id) ?? [] }
}

function woman(input: Parameters<typeof buildMember>[1] = {}) {
  return buildMember(site.context, { country: 'IT', ...input })
}

describe('a filter by a field of the profile', () => {
  test.each(profileChoiceNames)('finds and counts members with one of the values of %s', async (choice) => {
    const place = { country: 'AT' } as const
    const values = profileChoices[choice]
    const members = await Promise.all(values.map((value) => buildMember(site.context, { ...place, [choice]: value })))
    const open = await buildMember(site.context, place)
    const inAustria = { ...inItaly, ...place }
    for (const [index, value] of values.entries()) {
      const { ids, numResults, isExact, filters } = await search({ ...inAustria, [choice]: [value] })
      expect([ids, numResults, isExact]).toEqual([[members[index]?.profileId], 1, true])
      expect(filters).toMatchObject({ [choice]: [value] })
    }
    const all = await search({ ...inAustria, [choice]: [...values] })
    expect(all.ids.toSorted()).toEqual(members.map(({ profileId }) => profileId).toSorted())
    expect(all.numResults).toBe(values.length)
    expect((await search(inAustria)).ids).toContain(open.profileId)
    await site.context.db
      .deleteFrom('users')
      .where(
        'id',
        'in',
        [open, ...members].map(({ userId }) => userId),
      )
      .execute()
    await sql`delete from profile_search s where not exists (select from users where id = s.user_id)`.execute(
      site.context.db,
    )
  })

  test('combines with all others, blocks and age', async () => {
    const slim = { bodyType: 'slim', relationship: 'single', photos: ['public'] as 'public'[] } as const
    const match = await woman({ ...slim, photos: ['public'] })
    await woman({ ...slim, photos: ['public'], relationship: 'married' })
    await woman({ ...slim, photos: [] })
    await woman({ ...slim, photos: ['public'], birthDate: '1950-01-01' })
    const blocked = await woman({ ...slim, photos: ['public'] })
    await site.call(blockProfile, { params: { profileId: viewer.profileId } }, blocked)
    const filters = { bodyType: ['slim'], relationship: ['single', 'divorced'], photo: true } as const
    const result = await search({
      ...inItaly,
      maxAge: 50,
      ...filters,
      relationship: [...filters.relationship],
      bodyType: ['slim'],
    })
    expect([result.ids, result.numResults]).toEqual([[match.profileId], 1])
  })

  test('follows every change, also one made in SQL', async () => {
    const member = await woman({ tattoos: 'none' })
    const { db } = site.context
    const withTattoos = async (value: 'none' | 'many') =>
      (await search({ ...inItaly, tattoos: [value] })).ids.includes(member.profileId)
    expect([await withTattoos('none'), await withTattoos('many')]).toEqual([true, false])
    await db.updateTable('profiles').set({ tattoos: 'many' }).where('userId', '=', member.userId).execute()
    expect([await withTattoos('none'), await withTattoos('many')]).toEqual([false, true])
  })

  test('is ignored for visitors, who would learn more than they are shown', async () => {
    await woman({ sexuality: 'bi' })
    const { filters, ids } = await search({ ...inItaly, sexuality: ['bi'], online: true }, null)
    expect(filters).toEqual({ ...inItaly, region: null })
    expect(ids).toEqual((await search(inItaly, null)).ids)
  })
})

test('the bits of the facets are those that the database writes', async () => {
  const member = await woman()
  const { db } = site.context
  const facetsWith = async (choice: ProfileChoice, value: string | null) => {
    await db
      .updateTable('profiles')
      .set({ [choice]: value })
      .where('userId', '=', member.userId)
      .execute()
    const { facets } = await db
      .selectFrom('profileSearch')
      // As text: they have more bits than a number.
      .select(sql<string>`facets::text`.as('facets'))
      .where('userId', '=', member.userId)
      .executeTakeFirstOrThrow()
    return BigInt(facets)
  }
  for (const choice of profileChoiceNames) {
    const { none, values } = facetBits[choice]
    const all = [none, ...Object.values(values)].reduce((mask, position) => mask | (1n << BigInt(position)), 0n)
    for (const [value, position] of Object.entries(values))
      expect((await facetsWith(choice, value)) & all, `${choice} ${value}`).toBe(1n << BigInt(position))
    expect((await facetsWith(choice, null)) & all, `${choice} open`).toBe(1n << BigInt(none))
  }
})

describe('the filters of members', () => {
  test('online finds those who were active in the last minutes', async () => {
    const place = { ...inItaly, country: 'BE' } as const
    const [active, idle] = [
      await buildMember(site.context, { country: 'BE' }),
      await buildMember(site.context, { country: 'BE' }),
    ]
    await site.context.transaction((tx) =>
      overwriteActivity(tx, { userId: idle.userId, at: new Date(site.clock.now().getTime() - HOUR) }),
    )
    expect((await search(place)).ids).toEqual([active.profileId, idle.profileId])
    const { ids, numResults, results } = await search({ ...place, online: true })
    expect([ids, numResults, results?.[0]?.isOnline]).toEqual([[active.profileId], 1, true])
  })

  test('new finds those who signed up within the last days', async () => {
    const place = { ...inItaly, country: 'CA' } as const
    const old = await buildMember(site.context, { country: 'CA' })
    site.clock.advance((NEW_MEMBER_DAYS + 1) * DAY)
    const young = await buildMember(site.context, { country: 'CA' })
    expect((await search(place)).ids.toSorted()).toEqual([old.profileId, young.profileId].toSorted())
    const { ids, numResults } = await search({ ...place, new: true })
    expect([ids, numResults]).toEqual([[young.profileId], 1])
  })

  test('photo finds those with a photo that review did not disable', async () => {
    const place = { ...inItaly, country: 'CH' } as const
    const member = await buildMember(site.context, { country: 'CH', photos: ['public'] })
    await buildMember(site.context, { country: 'CH', photos: ['private'] })
    const { db } = site.context
    expect((await search({ ...place, photo: true })).ids).toEqual([member.profileId])
    await db
      .updateTable('photos')
      .set({ status: 'rejected', rejection: 'other' })
      .where('userId', '=', member.userId)
      .execute()
    expect((await search({ ...place, photo: true })).ids).toEqual([])
  })

  test('verified finds those that an operator checked, where the site offers it', async () => {
    const place = { ...inItaly, country: 'DK' } as const
    const [checked] = [
      await buildMember(site.context, { country: 'DK' }),
      await buildMember(site.context, { country: 'DK' }),
    ]
    const { db, sites } = site.context
    await db
      .updateTable('profiles')
      .set({ verifiedAt: site.clock.now() })
      .where('userId', '=', checked.userId)
      .execute()
    expect((await search({ ...place, verified: true })).ids).toEqual([checked.profileId])
    const { id, settings } = sites.of('localhost')
    const offer = async (search_fields: typeof settings.search_fields) => {
      await changeSettings(site.context, { siteId: id, settings: { search_fields } })
      await site.context.events.drain()
    }
    await offer(settings.search_fields.filter((field) => field !== 'verified'))
    expect((await search({ ...place, verified: true })).filters).not.toHaveProperty('verified')
    await offer(settings.search_fields)
  })

  test('both genders are found in one order', async () => {
    const place = { country: 'FI' } as const
    const ids: string[] = []
    for (const gender of ['male', 'female', 'male', 'female'] as const) {
      site.clock.advance(1000)
      ids.unshift((await buildMember(site.context, { ...place, gender })).profileId)
    }
    for (const ages of [
      { minAge: 18, maxAge: 99 },
      { minAge: 28, maxAge: 32 },
    ]) {
      const result = await search({ ...place, gender: 'both', ...ages })
      expect([result.ids, result.numResults, result.isExact]).toEqual([ids, 4, true])
    }
    const both = await buildMember(site.context, { country: 'FI', lookingFor: 'both' })
    expect((await search({}, both)).filters?.gender).toBe('both')
  })

  test('a disabled and a deleted member are not found by any filter', async () => {
    const place = { ...inItaly, country: 'IE' } as const
    for (const column of ['disabledAt', 'deletedAt'] as const) {
      const member = await buildMember(site.context, { country: 'IE', bodyType: 'slim', photos: ['public'] })
      const { db } = site.context
      await db
        .updateTable('users')
        .set({ [column]: new Date() })
        .where('id', '=', member.userId)
        .execute()
      for (const filters of [{}, { online: true }, { new: true }, { photo: true }] as const)
        expect(await search({ ...place, ...filters })).toMatchObject({ ids: [], numResults: 0 })
      expect((await search({ ...place, bodyType: ['slim'] })).ids).toEqual([])
    }
  })
})

describe('near me', () => {
  const utrecht = { latitude: 52.09, longitude: 5.12 }
  const amsterdam = { latitude: 52.37, longitude: 4.9 }
  const groningen = { latitude: 53.22, longitude: 6.57 }
  const here = { country: 'NL', gender: 'female', minAge: 18, maxAge: 99 } as const

  async function at(position: typeof utrecht, input: Parameters<typeof buildMember>[1] = {}) {
    const member = await buildMember(site.context, { country: 'NL', ...input })
    await setPosition(site.context, { userId: member.userId, position })
    return member
  }

  test('finds members of the cells around the viewer, with coarse distances only', async () => {
    const me = await at(utrecht, { gender: 'male' })
    const [close, far] = [await at(amsterdam), await at(groningen)]
    await buildMember(site.context, { country: 'NL', region: 'Utrecht', city: 'Nowhere At All' })
    const nearest = await search({ ...here, near: 50 }, me)
    expect([nearest.ids, nearest.numResults, nearest.results?.[0]?.distanceKm]).toEqual([[close.profileId], 1, 50])
    const wide = await search({ ...here, near: 200 }, me)
    expect(wide.ids.toSorted()).toEqual([close.profileId, far.profileId].toSorted())
    expect(wide.results?.find(({ id }) => id === far.profileId)?.distanceKm).toBe(200)
    expect((await search(here, me)).results?.every(({ distanceKm }) => distanceKm === null)).toBe(true)
  })

  test('without a position is a search without that filter', async () => {
    const { filters, status } = await search({ ...here, near: 50 })
    expect([status, filters]).toEqual([200, { ...here, region: null }])
  })

  test('no sequence of searches distinguishes two places of one cell', async () => {
    const target = await at({ latitude: 48.13, longitude: 11.58 }, { country: 'DE' })
    const attacker = await buildMember(site.context, { gender: 'male', country: 'DE' })
    /** Searches from many places around the target. Returns all answers. */
    async function triangulate() {
      const answers: string[] = []
      for (let step = 0; step < 24; step += 1) {
        const position = { latitude: 47 + step / 10, longitude: 10 + (step % 7) / 2.3 }
        await setPosition(site.context, { userId: attacker.userId, position })
        for (const near of [50, 100, 200] as const) {
          const query = { ...here, country: 'DE', near } as const
          const { results, numResults, isExact } = await search(query, attacker)
          answers.push(JSON.stringify({ results, numResults, isExact }))
        }
      }
      return answers
    }
    const before = await triangulate()
    expect(before.some((answer) => answer.includes(target.profileId))).toBe(true)
    await setPosition(site.context, { userId: target.userId, position: { latitude: 48.01, longitude: 11.99 } })
    expect(await triangulate()).toEqual(before)
    await setPosition(site.context, { userId: target.userId, position: { latitude: 48.6, longitude: 11.99 } })
    expect(await triangulate()).not.toEqual(before)
  })

  test('stores nothing but the cell', async () => {
    const member = await at({ latitude: 48.137, longitude: 11.575 })
    const { rows } = await sql<{ text: string }>`
      select p::text || s::text as text from profiles p join profile_search s using (user_id)
      where user_id = ${member.userId}`.execute(site.context.db)
    expect(rows[0]?.text).not.toMatch(/48[.]1|11[.]5/)
    await setPosition(site.context, { userId: member.userId, position: null })
    const { cell } = await site.context.db
      .selectFrom('profileSearch')
      .select('cell')
      .where('userId', '=', member.userId)
      .executeTakeFirstOrThrow()
    expect(cell).toBeNull()
  })
})

test('a last page that holds only fictional profiles is reached by its number', async () => {
  const real = await buildMember(site.context, { country: 'NO' })
  for (let index = 0; index < 24; index += 1) {
    site.clock.advance(1000)
    await buildMember(site.context, { country: 'NO', isFictional: true })
  }
  const inNorway = { ...inItaly, country: 'NO' } as const
  expect((await search(inNorway)).numResults).toBe(1)
  const second = await search({ ...inNorway, page: 2 })
  expect(second).toMatchObject({ status: 200, pageNumber: 2, ids: [real.profileId], numResults: 1, next: null })
})

test('a count that is not stored ends at its maximum', async () => {
  const { db } = site.context
  await sql`
    insert into profile_search (user_id, country, region, gender, birth_date, last_active_at, visible, facets)
    select n, 'US', 'Ohio', 'female', '1995-01-01', ${site.clock.now()}, true, ${facetBits.bodyType.values.slim}
    from generate_series(1, ${SEARCH_COUNT_MAX + 5}) n`.execute(db)
  const inUsa = { ...inItaly, country: 'US' } as const
  expect(await search({ ...inUsa, photo: true })).toMatchObject({ numResults: SEARCH_COUNT_MAX, isExact: false })
  expect(await search(inUsa)).toMatchObject({ numResults: SEARCH_COUNT_MAX + 5, isExact: true })
  expect(await search(inUsa, null)).toMatchObject({ numResults: SEARCH_COUNT_MAX, isExact: false })
  await sql`delete from profile_search where country = 'US'`.execute(db)
})

describe('bad input', () => {
  test.each([
    'relationship=',
    'relationship=single,nothing',
    'relationship=single,single,single,single,single,single,single',
    'tattoos=none&tattoos=lots',
    'online=yes',
    'online=false',
    'near=51',
    'near=50&near=100',
    'near=abc',
    'page=1000000000',
    'page=1.5',
    'after=not%20a%20key',
    'interests=gym',
    'minAge=twenty',
    'gender=both&gender=male',
    `bodyType=${'slim,'.repeat(100)}`,
  ])('is rejected: %s', async (query) => {
    const response = await site.app.inject({ url: `/api/members?${query}`, headers: { cookie: viewer.cookie } })
    expect([response.statusCode, response.json().error.code]).toEqual([400, 'request.invalid'])
  })

  test('that can be put right is: reversed ages, an unknown region', async () => {
    const { status, filters } = await search({ country: 'IT', region: 'Atlantis', minAge: 40, maxAge: 30 })
    expect([status, filters]).toMatchObject([200, { country: 'IT', region: null, minAge: 30, maxAge: 40 }])
  })
})

describe('suggestions', () => {
  const suggest = (query: SearchFilters, caller: Member | null = viewer) =>
    site.call(getSearchSuggestions, { query }, caller ?? {})

  test('name the filter to relax and what it brings, most members first', async () => {
    const regions = site.context.sites.of('localhost').settings.region_data.PL?.regions ?? []
    const [here = '', there = ''] = regions
    for (let index = 0; index < 3; index += 1) await buildMember(site.context, { country: 'PL', region: there })
    await buildMember(site.context, { country: 'PL', region: here, birthDate: '1980-01-01', photos: ['public'] })
    const query = { country: 'PL', gender: 'female', region: here, minAge: 28, maxAge: 44, photo: true } as const
    const { reply } = await suggest(query)
    expect(reply?.suggestions).toEqual([
      {
        loosened: ['age'],
        filters: { ...query, minAge: 23, maxAge: 49 },
        numResults: 1,
        isExact: true,
      },
    ])
    const loose = { country: 'PL', gender: 'female', region: here, minAge: 28, maxAge: 44 } as const
    expect((await suggest(loose)).reply?.suggestions.map(({ loosened, numResults }) => [loosened, numResults])).toEqual(
      [
        [['region'], 3],
        [['age'], 1],
      ],
    )
    for (const { filters, numResults } of (await suggest(loose)).reply?.suggestions ?? []) {
      const { region, ...rest } = filters
      expect((await search({ ...rest, ...(region && { region }) })).numResults).toBe(numResults)
    }
  })

  test('offer all ages where some more years find no one', async () => {
    await buildMember(site.context, { country: 'GB', birthDate: '1990-01-01' })
    const query = { country: 'GB', gender: 'female', minAge: 98, maxAge: 99 } as const
    const filters = { ...query, region: null, minAge: 18, maxAge: 99 }
    expect((await suggest(query)).reply?.suggestions).toEqual([
      { loosened: ['age'], filters, numResults: 1, isExact: true },
    ])
  })

  test('name the fewest filters that help together, with what the search finds without all of its filters', async () => {
    const [here = '', there = ''] = site.context.sites.of('localhost').settings.region_data.ES?.regions ?? []
    const inSpain = { country: 'ES', region: here } as const
    await buildMember(site.context, { ...inSpain, region: there, bodyType: 'fat', tattoos: 'many' })
    await buildMember(site.context, { ...inSpain, bodyType: 'fat', tattoos: 'many', birthDate: '1950-01-01' })
    await buildMember(site.context, { ...inSpain, bodyType: 'fat', tattoos: 'many', isFictional: true })
    const blocked = await buildMember(site.context, { ...inSpain, bodyType: 'fat', tattoos: 'none' })
    await site.call(blockProfile, { params: { profileId: viewer.profileId } }, blocked)
    const query = {
      country: 'ES',
      gender: 'female',
      region: here,
      minAge: 25,
      maxAge: 35,
      tattoos: ['none'],
    } satisfies SearchFilters
    // Each filter alone brings no one: one lives elsewhere with tattoos, the other is old with some.
    const { reply } = await suggest(query)
    const { tattoos: _, ...without } = query
    expect(reply?.suggestions).toEqual([
      { loosened: ['region', 'tattoos'], filters: { ...without, region: null }, numResults: 1, isExact: true },
      { loosened: ['age', 'tattoos'], filters: { ...without, minAge: 18, maxAge: 99 }, numResults: 1, isExact: true },
    ])
    const own = await search({})
    expect(reply?.cleared).toEqual(own.numResults === 0 ? null : { numResults: own.numResults, isExact: own.isExact })

    // With one filter more, three together are the fewest.
    const narrower = { ...query, bodyType: ['slim'] } satisfies SearchFilters
    expect((await suggest(narrower)).reply?.suggestions.map(({ loosened }) => loosened)).toEqual([
      ['region', 'body_type', 'tattoos'],
      ['age', 'body_type', 'tattoos'],
    ])
  })

  test('combine a search near the viewer with other filters', async () => {
    const me = await buildMember(site.context, { gender: 'male', country: 'AT' })
    const far = await buildMember(site.context, { country: 'AT', eyeColour: 'grey' })
    await setPosition(site.context, { userId: me.userId, position: { latitude: 48.2, longitude: 16.37 } })
    await setPosition(site.context, { userId: far.userId, position: { latitude: 47.2, longitude: 9.6 } })
    const query = { country: 'AT', gender: 'female', minAge: 18, maxAge: 99 } as const
    const narrow = { ...query, near: 50, eyeColour: ['blue'], online: true } satisfies SearchFilters
    expect((await suggest(narrow, me)).reply?.suggestions).toEqual([
      {
        loosened: ['near', 'eye_colour'],
        filters: { ...query, region: null, online: true },
        numResults: 1,
        isExact: true,
      },
    ])
  })

  test('are for members', async () => {
    expect((await suggest({}, null)).error?.code).toBe('authentication_required')
  })
})

test('cards of the search are those of lists, and show visitors first names alone', async () => {
  const names = ['Mia', 'Mia Sophie', 'Zoë\u00a0X', 'O"Neill \\ <b>', '日本 太郎', 'A\u2028B', ' Anna Maria']
  const firstNames = ['Mia', 'Mia', 'Zoë', 'O"Neill', '日本', 'A', 'Anna']
  const cities = [...names.slice(1).map((name) => `"${name}`), '']
  const births = ['2004-02-29', '1990-12-31', '1960-06-15', '2008-01-01', '1999-03-01', '1950-11-30', '1980-05-05']
  const members: Member[] = []
  for (const [index, name] of names.entries())
    members.push(
      await buildMember(site.context, {
        name,
        country: 'SE',
        city: cities[index] ?? '',
        birthDate: births[index] ?? '',
        photos: index % 2 ? ['public'] : [],
      }),
    )
  const userIds = members.map(({ userId }) => userId)
  const now = site.clock.now()
  for (const caller of [viewer, null]) {
    const { results } = await search({ ...inItaly, country: 'SE' }, caller)
    const rows = await findCards(site.context.db, { viewerId: caller?.userId ?? null, userIds, now })
    for (const [index, { card }] of rows.entries()) {
      expect(card).toMatchObject({
        name: (caller ? names : firstNames)[index],
        age: ageOn(todayIn(now), births[index] ?? ''),
        city: (caller && cities[index]) || null,
        isOnline: caller !== null,
      })
      expect(results?.find(({ id }) => id === card.id)).toEqual({
        ...card,
        distanceKm: null,
        isNew: caller !== null,
        sharedInterests: [],
        isSameTown: false,
        answersOften: false,
      })
    }
    expect(results).toHaveLength(names.length)
  }
})

test('results say who lives in the town of the viewer and who answers often, as far as they show it', async () => {
  const [region = '', elsewhere = ''] = site.context.sites.of('localhost').settings.region_data['AU']?.regions ?? []
  const town = { country: 'AU', region, city: 'Hobart' } as const
  const me = await buildMember(site.context, { ...town, gender: 'male' })
  const neighbour = await buildMember(site.context, { ...town, city: 'hobart' })
  const namesake = await buildMember(site.context, { ...town, region: elsewhere })
  const hidden = await buildMember(site.context, { ...town, city: '', isPrivate: true })
  const rows = [neighbour, hidden].map(({ userId }) => ({ userId, answersOften: true }))
  await site.context.db
    .insertInto('chatCounts')
    .values(rows)
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ answersOften: true }))
    .execute()
  const reasonsFor = async (filters: object, caller: Member | null) => {
    const { results = [] } = await search({ ...inItaly, country: 'AU', ...filters }, caller)
    return Object.fromEntries(
      results.map(({ id, isSameTown, answersOften }) => [id, [isSameTown, answersOften] as const]),
    )
  }
  expect({ ...(await reasonsFor({ region }, me)), ...(await reasonsFor({ region: elsewhere }, me)) }).toEqual({
    [neighbour.profileId]: [true, true],
    [hidden.profileId]: [false, false],
    [namesake.profileId]: [false, false],
  })
  for (const reasons of Object.values(await reasonsFor({ region }, null))) expect(reasons).toEqual([false, false])
  // A member without a town shares none.
  const townless = await buildMember(site.context, { ...town, city: '', gender: 'male' })
  expect((await reasonsFor({ region }, townless))[hidden.profileId]).toEqual([false, false])
})

test('results name the interests of both and who is new, unless privacy mode or the site hides them', async () => {
  const alike = { country: 'PL', interests: ['wine', 'music', 'beach'] } as const
  const member = await buildMember(site.context, { ...alike, interests: ['music'] })
  site.clock.advance((NEW_MEMBER_DAYS + 1) * DAY)
  const me = await buildMember(site.context, { gender: 'male', country: 'PL', interests: ['beach', 'wine'] })
  const fresh = await buildMember(site.context, { ...alike, interests: [...alike.interests] })
  const reserved = await buildMember(site.context, { ...alike, interests: [...alike.interests], isPrivate: true })
  const inPoland = { ...inItaly, country: 'PL' } as const
  const reasons = async (caller: Member | null = me) => {
    const { results = [] } = await search(inPoland, caller)
    return Object.fromEntries(results.map(({ id, isNew, sharedInterests }) => [id, { isNew, sharedInterests }]))
  }
  expect(await reasons()).toMatchObject({
    [fresh.profileId]: { isNew: true, sharedInterests: ['wine', 'beach'] },
    [member.profileId]: { isNew: false, sharedInterests: [] },
    [reserved.profileId]: { isNew: true, sharedInterests: [] },
  })
  for (const each of Object.values(await reasons(null))) expect(each).toEqual({ isNew: false, sharedInterests: [] })
  const { db, sites } = site.context
  const set = async (settings: object) => {
    await db
      .updateTable('sites')
      .set({ settings: JSON.stringify(settings) })
      .execute()
    await sites.refresh()
  }
  await set({ visible_profile_fields: ['about'] })
  expect((await reasons())[fresh.profileId]).toEqual({ isNew: true, sharedInterests: [] })
  await set({})
})
