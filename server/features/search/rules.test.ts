import { describe, expect, test } from 'vitest'
import type { AppliedFilters } from '#contract/search/schemas.ts'
import { searchFields } from '#contract/settings/search-fields.ts'
import { profileFields } from '#contract/profiles/profile-fields.ts'
import {
  allowedFilters,
  birthRange,
  countParts,
  fillFilters,
  gendersOf,
  isNarrow,
  relaxationsOf,
  yearsOf,
} from './rules.ts'

describe('birthRange', () => {
  test.each([
    ['2026-11-21', 18, 18, '2007-11-22', '2008-11-21'],
    ['2026-11-21', 18, 99, '1926-11-22', '2008-11-21'],
    ['2024-02-29', 18, 18, '2005-03-01', '2006-02-28'],
    ['2024-02-29', 20, 20, '2003-03-01', '2004-02-29'],
    ['2025-02-28', 21, 21, '2003-03-01', '2004-02-28'],
    ['2025-03-01', 21, 21, '2003-03-02', '2004-03-01'],
  ])('on %s members aged %i to %i were born from %s to %s', (today, minAge, maxAge, from, until) => {
    expect(birthRange({ today, minAge, maxAge })).toEqual({ from, until })
  })
})

describe('countParts', () => {
  test('a range over several years has whole years, whole months around them, and two edges', () => {
    expect(countParts({ from: '2000-02-10', until: '2003-12-05' })).toEqual({
      yearsAfter: 2000,
      yearsBefore: 2003,
      monthsAfter: 2000 * 12 + 1,
      firstYearBefore: 2001 * 12,
      lastYearAfter: 2002 * 12 + 11,
      monthsBefore: 2003 * 12 + 11,
      firstEdge: { from: '2000-02-10', until: '2000-02-29' },
      lastEdge: { from: '2003-12-01', until: '2003-12-05' },
    })
  })

  test('a range within one year has its months once', () => {
    const { monthsAfter, firstYearBefore, lastYearAfter, monthsBefore } = countParts({
      from: '2000-02-10',
      until: '2000-09-05',
    })
    expect([monthsAfter, firstYearBefore]).toEqual([2000 * 12 + 1, 2000 * 12 + 8])
    expect(monthsBefore - lastYearAfter).toBeLessThan(2)
  })

  test('a range within one month has one edge and no whole months', () => {
    const parts = countParts({ from: '2000-02-10', until: '2000-02-20' })
    expect(parts.firstEdge).toEqual({ from: '2000-02-10', until: '2000-02-20' })
    expect(parts.lastEdge).toBeNull()
    expect(parts.monthsBefore - parts.monthsAfter).toBeLessThan(2)
  })
})

test('few birth years are narrow', () => {
  expect(isNarrow({ from: '2000-11-22', until: '2005-11-21' })).toBe(true)
  expect(isNarrow({ from: '2000-11-22', until: '2006-11-21' })).toBe(false)
})

test('yearsOf returns every year of a range', () => {
  expect(yearsOf({ from: '1999-11-22', until: '2002-11-21' })).toEqual([1999, 2000, 2001, 2002])
})

describe('fillFilters', () => {
  const site = {
    geoip_selected_country: null,
    geoip_country: null,
    countries: ['FR' as const, 'NL' as const],
    region_data: {
      FR: { label: 'region' as const, regions: ['Bretagne'] },
      NL: { label: 'province' as const, regions: ['Utrecht'] },
    },
    search_fields: [...searchFields],
    visible_profile_fields: [...profileFields],
  }
  const searcher = { lookingFor: 'male' as const, country: 'DE' as const, age: 30, cell: null }

  test('defaults for a member come from the profile', () => {
    expect(fillFilters({}, { searcher, site })).toEqual({
      gender: 'male',
      country: 'DE',
      region: null,
      minAge: 20,
      maxAge: 40,
    })
  })

  test('default ages stay within the allowed ages', () => {
    expect(fillFilters({}, { searcher: { ...searcher, age: 19 }, site })).toMatchObject({ minAge: 18, maxAge: 29 })
    expect(fillFilters({}, { searcher: { ...searcher, age: 95 }, site })).toMatchObject({ minAge: 85, maxAge: 99 })
  })

  test('the default country of a visitor is the detected one, else the first of the site', () => {
    expect(fillFilters({}, { searcher: null, site })).toMatchObject({ country: 'FR', minAge: 18, maxAge: 99 })
    expect(fillFilters({}, { searcher: null, site: { ...site, geoip_country: 'NL' } })).toMatchObject({ country: 'NL' })
  })

  test('given filters override the defaults', () => {
    const filters = { gender: 'female', country: 'FR', region: 'Bretagne', minAge: 50, maxAge: 60 } as const
    expect(fillFilters(filters, { searcher, site })).toEqual(filters)
  })

  test('one given age moves the default of the other', () => {
    expect(fillFilters({ minAge: 55 }, { searcher, site })).toMatchObject({ minAge: 55, maxAge: 55 })
    expect(fillFilters({ maxAge: 18 }, { searcher, site })).toMatchObject({ minAge: 18, maxAge: 18 })
  })

  test('ages in the wrong order are swapped', () => {
    expect(fillFilters({ minAge: 40, maxAge: 30 }, { searcher, site })).toMatchObject({ minAge: 30, maxAge: 40 })
  })

  test('a region that the country does not have is left out', () => {
    expect(fillFilters({ country: 'NL', region: 'Bretagne' }, { searcher, site }).region).toBeNull()
    expect(fillFilters({ region: 'Bretagne' }, { searcher, site }).region).toBeNull()
    expect(fillFilters({ country: 'NL', region: '' }, { searcher, site }).region).toBeNull()
  })

  test('a search near a member without position is one without that filter', () => {
    const near = { country: 'FR', region: 'Bretagne', near: 50 } as const
    expect(fillFilters(near, { searcher, site })).not.toHaveProperty('near')
    expect(fillFilters(near, { searcher, site }).region).toBe('Bretagne')
    expect(fillFilters(near, { searcher: { ...searcher, cell: 7 }, site })).toMatchObject({ near: 50, region: null })
  })

  test('a member who looks for men and women searches both', () => {
    const filters = fillFilters({}, { searcher: { ...searcher, lookingFor: 'both' }, site })
    expect(filters.gender).toBe('both')
    expect(gendersOf(filters.gender)).toEqual(['male', 'female'])
    expect(gendersOf('male')).toEqual(['male'])
  })
})

describe('allowedFilters', () => {
  const all = {
    gender: 'male',
    country: 'FR',
    region: 'Bretagne',
    minAge: 20,
    maxAge: 30,
    online: true,
    new: true,
    photo: true,
    verified: true,
    near: 50,
    sexuality: ['bi'],
    bodyType: ['slim'],
  } as const
  const filters = { ...all, sexuality: [...all.sexuality], bodyType: [...all.bodyType] }
  const site = { search_fields: [...searchFields], visible_profile_fields: [...profileFields] }

  test('are all that the site offers', () => {
    expect(allowedFilters(filters, { isVisitor: false, site })).toEqual(filters)
    const fewer = { ...site, search_fields: ['gender' as const, 'age' as const] }
    expect(allowedFilters(filters, { isVisitor: false, site: fewer })).toEqual({
      gender: 'male',
      minAge: 20,
      maxAge: 30,
    })
  })

  test('are none that say more about members than the site shows', () => {
    const visible_profile_fields = profileFields.filter((field) => field !== 'sexuality')
    const { sexuality, ...others } = filters
    expect(sexuality).toEqual(['bi'])
    expect(allowedFilters(filters, { isVisitor: false, site: { ...site, visible_profile_fields } })).toEqual(others)
  })

  test('of a visitor are those of the allow-list', () => {
    expect(Object.keys(allowedFilters(filters, { isVisitor: true, site }))).toEqual([
      'gender',
      'country',
      'region',
      'minAge',
      'maxAge',
    ])
  })
})

describe('relaxationsOf', () => {
  const filters = { gender: 'female', country: 'FR', region: null, minAge: 20, maxAge: 99 } as const
  const relaxedSearches = (search: AppliedFilters) => relaxationsOf(search).map(({ relax }) => relax(search))

  test('relax one filter each', () => {
    const search: AppliedFilters = { ...filters, region: 'Bretagne', online: true, tattoos: ['none'] }
    expect(relaxationsOf(search).map(({ filter }) => filter)).toEqual(['region', 'age', 'online', 'tattoos'])
    expect(relaxedSearches(search)).toEqual([
      { ...search, region: null },
      { ...search, minAge: 18 },
      { ...filters, region: 'Bretagne', tattoos: ['none'] },
      { ...filters, region: 'Bretagne', online: true },
    ])
  })

  test('widen the ages by some years, and then to all', () => {
    expect(relaxedSearches({ ...filters, minAge: 90 }).map(({ minAge, maxAge }) => [minAge, maxAge])).toEqual([
      [85, 99],
      [18, 99],
    ])
  })

  test('are none for a search that cannot be relaxed', () => {
    expect(relaxationsOf({ ...filters, minAge: 18 })).toEqual([])
  })
})
