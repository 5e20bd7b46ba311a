import { expect, test } from 'vitest'
import type { AppliedFilters, SearchFilters } from '#contract/search/schemas.ts'
import { changeFilters, shownFilters } from './search-filters.ts'

const selection: SearchFilters = {
  gender: 'female',
  country: 'FR',
  region: 'Bretagne',
  minAge: 25,
  maxAge: 40,
  online: true,
}
const displayFilters = { ...selection, region: 'Bretagne' } as AppliedFilters

test('a change keeps the other filters', () => {
  expect(changeFilters(selection, { gender: 'male' })).toEqual({ ...selection, gender: 'male' })
  expect(changeFilters(selection, { minAge: 30, maxAge: 50 })).toEqual({ ...selection, minAge: 30, maxAge: 50 })
  expect(changeFilters(selection, { eyeColour: ['blue'] })).toEqual({ ...selection, eyeColour: ['blue'] })
})

test.each([null, '', undefined])('a filter that is removed (%j) is left out', (region) => {
  const { region: _, ...rest } = selection
  expect(changeFilters(selection, { region })).toEqual(rest)
})

test('an empty list and a switch that is off are left out', () => {
  expect(changeFilters({ eyeColour: ['blue'], online: true }, { eyeColour: [], online: null })).toEqual({})
})

test('another country replaces the region, and without a country there is none', () => {
  expect(changeFilters(selection, { country: 'DE', region: '' })).toMatchObject({ country: 'DE' })
  expect(changeFilters(selection, { country: null })).toEqual({
    gender: 'female',
    minAge: 25,
    maxAge: 40,
    online: true,
  })
})

test('a search near the member has no region, and one in a region is not near', () => {
  const near = changeFilters(selection, { near: 50 })
  expect(near).not.toHaveProperty('region')
  expect(changeFilters(near, { country: 'FR', region: 'Bretagne' })).toEqual(selection)
})

test('a second change, made while the first is loading, keeps the first', () => {
  const first = changeFilters({}, { gender: 'male' })
  const second = changeFilters(first, { online: true })
  expect(shownFilters(shownFilters(displayFilters, first), second)).toMatchObject({ gender: 'male', online: true })
})

test('a changed filter shows at once, and one that is removed disappears at once', () => {
  expect(shownFilters(displayFilters, { ...selection, minAge: 30 })).toEqual({ ...displayFilters, minAge: 30 })
  expect(shownFilters(displayFilters, { photo: true })).toEqual({
    gender: 'female',
    country: 'FR',
    region: null,
    minAge: 25,
    maxAge: 40,
    photo: true,
  })
})
