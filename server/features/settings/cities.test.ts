import { describe, expect, test } from 'vitest'
import { countries } from '#contract/countries.ts'
import { CITY_SUGGESTIONS } from '#contract/limits.ts'
import regions from './regions.json' with { type: 'json' }
import { findCities, nearestCity } from './cities.ts'

describe('the cities of a region', () => {
  test.each(countries)('exist for every region of %s', async (country) => {
    for (const region of regions[country]) expect(await findCities({ country, region, q: '' })).not.toEqual([])
  })

  test('begin with the well-known ones, by their local names', async () => {
    expect((await findCities({ country: 'DE', region: 'Bayern', q: '' })).slice(0, 2)).toEqual(['München', 'Nürnberg'])
  })

  test('match without accents or case, at the beginning first', async () => {
    expect(await findCities({ country: 'CH', region: 'Zürich', q: 'zur' })).toContain('Zürich')
    expect(await findCities({ country: 'PL', region: 'łódzkie', q: 'lodz' })).toContain('Łódź')
    expect((await findCities({ country: 'NL', region: 'Utrecht', q: 'amers' }))[0]).toBe('Amersfoort')
  })

  test('are only those of that region', async () => {
    expect(await findCities({ country: 'NL', region: 'Utrecht', q: 'Rotterdam' })).toEqual([])
    expect(await findCities({ country: 'GB', region: 'London', q: 'Manchester' })).toEqual([])
    expect(await findCities({ country: 'GB', region: 'North West England', q: 'Manchester' })).toContain('Manchester')
  })

  test('are bounded, and none for an unknown region or text', async () => {
    expect(await findCities({ country: 'US', region: 'Texas', q: '' })).toHaveLength(CITY_SUGGESTIONS)
    expect(await findCities({ country: 'US', region: 'Bayern', q: '' })).toEqual([])
    expect(await findCities({ country: 'US', region: '__proto__', q: '.*' })).toEqual([])
  })
})

describe('the nearest city', () => {
  test.each([
    [52.09, 5.12, { country: 'NL', region: 'Utrecht', city: 'Utrecht' }],
    [48.137, 11.575, { country: 'DE', region: 'Bayern', city: 'München' }],
    [45.76, 4.84, { country: 'FR', region: 'Auvergne-Rhône-Alpes', city: 'Lyon' }],
    [53.48, -2.24, { country: 'GB', region: 'North West England', city: 'Manchester' }],
    [69.65, 18.96, { country: 'NO', region: 'Troms', city: 'Tromsø' }],
    [-33.87, 151.21, { country: 'AU', region: 'New South Wales', city: 'Sydney' }],
  ])('of %f, %f', async (lat, lon, place) => {
    expect(await nearestCity({ lat, lon, countries })).toEqual(place)
  })

  test('is none far from every one, at the poles and at the date line', async () => {
    for (const [lat, lon] of [
      [0, -30],
      [90, 0],
      [-90, 180],
      [0, 180],
      [0, -180],
    ] as const)
      expect(await nearestCity({ lat, lon, countries })).toBeNull()
  })

  test('is one of the countries of the site', async () => {
    const position = { lat: 51.22, lon: 4.4 }
    expect(await nearestCity({ ...position, countries: ['BE', 'NL'] })).toMatchObject({ country: 'BE' })
    expect(await nearestCity({ ...position, countries: ['NL'] })).toMatchObject({ country: 'NL' })
    expect(await nearestCity({ ...position, countries: ['US'] })).toBeNull()
  })
})
