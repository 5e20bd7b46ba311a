import { expect, test } from 'vitest'
import { withChangedFilters } from './changed-filters.ts'

const shown = { gender: 'female', country: 'FR', region: 'fr-75', minAge: 25, maxAge: 40 } as const

test('a changed filter shows at once', () => {
  expect(withChangedFilters(shown, { ...shown, gender: 'male', minAge: 30 })).toEqual({
    ...shown,
    gender: 'male',
    minAge: 30,
  })
})

test('filters that the change leaves open stay', () => {
  expect(withChangedFilters(shown, { region: 'fr-75' })).toEqual(shown)
})

test('a change without a region covers the whole country', () => {
  expect(withChangedFilters(shown, { country: 'NL' })).toEqual({ ...shown, country: 'NL', region: null })
})
