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

  test('of London lie in or near it: Richmond is the one on the Thames', async () => {
    const london = (q: string) => findCities({ country: 'GB', region: 'London', q })
    expect(await london('Richmond')).toEqual(['Richmond'])
    for (const town of ['Whitby', 'Appleby', 'Amersham', 'Slough', 'Watford', 'Crawley'])
      expect(await london(town)).toEqual([])
    expect(await findCities({ country: 'GB', region: 'Yorkshire and the Humber', q: 'Whitby' })).toEqual(['Whitby'])
    const inYorkshire = { region: 'Yorkshire and the Humber', city: 'Richmond' }
    expect(await nearestCity({ lat: 54.4, lon: -1.73, countries: ['GB'] })).toMatchObject(inYorkshire)
  })

  test('are no quarters of a city', async () => {
    expect(await findCities({ country: 'NL', region: 'Noord-Holland', q: 'Felix Merit' })).toEqual([])
    expect(await findCities({ country: 'DE', region: 'Berlin', q: 'Mitte' })).toEqual([])
    expect(await findCities({ country: 'US', region: 'New York', q: 'Financial' })).toEqual([])
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
    // The quarters there are entries of the data set too.
    [52.3676, 4.8848, { country: 'NL', region: 'Noord-Holland', city: 'Amsterdam' }],
    [52.5205, 13.405, { country: 'DE', region: 'Berlin', city: 'Berlin' }],
    [40.7079, -74.0086, { country: 'US', region: 'New York', city: 'New York' }],
    [40.758, -73.9855, { country: 'US', region: 'New York', city: 'New York' }],
    [51.5074, -0.1278, { country: 'GB', region: 'London', city: 'London' }],
    [48.8566, 2.3522, { country: 'FR', region: 'Île-de-France', city: 'Paris' }],
    // A town and a village at the edge of a city, and a village far from any.
    [52.3397, 4.9626, { country: 'NL', region: 'Noord-Holland', city: 'Diemen' }],
    [52.431, 4.916, { country: 'NL', region: 'Noord-Holland', city: 'Landsmeer' }],
    [52.74, 6.0792, { country: 'NL', region: 'Overijssel', city: 'Giethoorn' }],
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
