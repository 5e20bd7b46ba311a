import { expect, test } from 'vitest'
import { profileFields } from '#contract/profiles/profile-fields.ts'
import { searchFields } from '#contract/settings/search-fields.ts'
import { offeredFilters, optionalCount } from './offered-filters.ts'

const all = { search_fields: [...searchFields], visible_profile_fields: [...profileFields] }

test('a member is offered what the site searches by', () => {
  expect(offeredFilters({ ...all, search_fields: ['gender', 'online', 'tattoos'] }, true)).toEqual({
    gender: true,
    age: false,
    country: false,
    region: false,
    near: [],
    flags: ['online'],
    choices: ['tattoos'],
  })
})

test('a field that profiles do not show is not offered', () => {
  const { choices } = offeredFilters({ ...all, visible_profile_fields: ['hair_colour'] }, true)
  expect(choices).toEqual(['hairColour'])
})

test('a visitor is offered gender, place and ages only', () => {
  expect(offeredFilters(all, false)).toMatchObject({ gender: true, age: true, near: [], flags: [], choices: [] })
})

test('filters beyond gender, place and ages are counted', () => {
  expect(
    optionalCount({ gender: 'male', country: 'FR', region: null, minAge: 20, maxAge: 30, online: true, near: 50 }),
  ).toBe(2)
})
