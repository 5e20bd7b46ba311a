import { describe, expect, test } from 'vitest'
import { birthRange, chooseScan, countParts, fillFilters, yearsOf } from './rules.ts'

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
  test('a range over several months has two edges around whole months', () => {
    expect(countParts({ from: '2000-02-10', until: '2001-12-05' })).toEqual({
      monthsAfter: 2000 * 12 + 1,
      monthsBefore: 2001 * 12 + 11,
      firstEdge: { from: '2000-02-10', until: '2000-02-29' },
      lastEdge: { from: '2001-12-01', until: '2001-12-05' },
    })
  })

  test('a range within one month has one edge and no whole months', () => {
    const parts = countParts({ from: '2000-02-10', until: '2000-02-20' })
    expect(parts.firstEdge).toEqual({ from: '2000-02-10', until: '2000-02-20' })
    expect(parts.lastEdge).toBeNull()
    expect(parts.monthsBefore - parts.monthsAfter).toBeLessThan(2)
  })
})

describe('chooseScan', () => {
  const wide = { from: '1976-11-22', until: '2006-11-21' }

  test('few birth years are scanned one by one', () => {
    expect(chooseScan({ from: '2000-11-22', until: '2005-11-21', matching: 1000, total: 1000 })).toBe('years')
  })

  test('many birth years are scanned by activity', () => {
    expect(chooseScan({ ...wide, matching: 500, total: 1000 })).toBe('recent')
  })

  test('many birth years with very few matches are scanned one by one', () => {
    expect(chooseScan({ ...wide, matching: 5, total: 1000 })).toBe('years')
  })
})

test('yearsOf returns every year of a range', () => {
  expect(yearsOf({ from: '1999-11-22', until: '2002-11-21' })).toEqual([1999, 2000, 2001, 2002])
})

describe('fillFilters', () => {
  const site = { geoip_selected_country: null, geoip_country: null, countries: ['FR' as const, 'NL' as const] }
  const searcher = { lookingFor: 'male' as const, country: 'DE' as const, age: 30 }

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
})
