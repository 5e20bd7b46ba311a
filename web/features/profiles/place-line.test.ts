import { expect, test } from 'vitest'
import { placeLine } from './place-line.ts'

test('city, region and country are in one line', () => {
  expect(placeLine({ city: 'Rennes', region: 'Bretagne', country: 'France' })).toBe('Rennes, Bretagne, France')
})

test('a city with the name of its region is written once', () => {
  expect(placeLine({ city: 'London', region: 'London', country: 'United Kingdom' })).toBe('London, United Kingdom')
})

test('a country with the name of its only region is written once', () => {
  expect(placeLine({ city: 'Esch', region: 'Luxembourg', country: 'Luxembourg' })).toBe('Esch, Luxembourg')
})

test.each([null, ''])('a city that is not shown (%j) leaves no comma behind', (city) => {
  expect(placeLine({ city, region: 'Bretagne', country: 'France' })).toBe('Bretagne, France')
})
