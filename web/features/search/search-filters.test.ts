import { expect, test } from 'vitest'
import { changeFilters, type AppliedFilters } from './search-filters.ts'

const applied: AppliedFilters = { gender: 'female', country: 'FR', region: 'Bretagne', minAge: 25, maxAge: 40 }

test('a change keeps the other filters', () => {
  expect(changeFilters(applied, { gender: 'male' })).toEqual({ ...applied, gender: 'male' })
  expect(changeFilters(applied, { minAge: 30, maxAge: 50 })).toEqual({ ...applied, minAge: 30, maxAge: 50 })
})

test.each([null, ''])('without a region (%j) the filter is left out', (region) => {
  expect(changeFilters(applied, { region })).toEqual({ gender: 'female', country: 'FR', minAge: 25, maxAge: 40 })
})

test('a country with an empty region replaces both', () => {
  expect(changeFilters(applied, { country: 'DE', region: '' })).toEqual({
    gender: 'female',
    country: 'DE',
    minAge: 25,
    maxAge: 40,
  })
})

test('a search without a region stays without one', () => {
  expect(changeFilters({ ...applied, region: null }, { maxAge: 99 })).not.toHaveProperty('region')
})

test('the applied filters are not changed', () => {
  changeFilters(applied, { gender: 'male', region: null })
  expect(applied).toMatchObject({ gender: 'female', region: 'Bretagne' })
})
