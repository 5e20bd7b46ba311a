import { describe, expect, test } from 'vitest'
import { ProfileEdit, type OwnProfile } from '#contract/profiles/schemas.ts'
import { changedFields, emptyAsNull, profileFormValues, withItem } from './profile-form-values.ts'

const profile: OwnProfile = {
  id: 'ana',
  name: 'Ana',
  gender: 'female',
  birthDate: '1990-02-03',
  country: 'FR',
  region: 'Bretagne',
  city: 'Rennes',
  lookingFor: 'male',
  about: 'I mend clocks.',
  relationship: null,
  sexuality: null,
  bodyType: 'normal',
  hairColour: null,
  eyeColour: 'green',
  tattoos: null,
  reason: null,
  intention: null,
  answers: [],
  interests: ['cooking'],
  photos: [],
  photoLimit: 3,
  canCorrectBirthDate: true,
}

describe('the form', () => {
  test('has exactly the fields that can be changed', () => {
    expect(Object.keys(profileFormValues(profile)).toSorted()).toEqual(Object.keys(ProfileEdit.shape).toSorted())
  })

  test('starts with the values of the profile', () => {
    expect(profileFormValues(profile)).toMatchObject({ city: 'Rennes', relationship: null, interests: ['cooking'] })
  })
})

test('an empty choice is sent as null, and any other as it is', () => {
  expect(emptyAsNull('')).toBeNull()
  expect(emptyAsNull('single')).toBe('single')
  expect(emptyAsNull(null)).toBeNull()
})

describe('an item of a list', () => {
  test('is added at the end', () => {
    expect(withItem(['a', 'b'], 'c', true)).toEqual(['a', 'b', 'c'])
  })

  test('is not added twice, and keeps its place', () => {
    expect(withItem(['a', 'b'], 'a', true)).toEqual(['a', 'b'])
  })

  test('is removed without changing the order of the others', () => {
    expect(withItem(['a', 'b', 'c'], 'b', false)).toEqual(['a', 'c'])
    expect(withItem(['a', 'b'], 'x', false)).toEqual(['a', 'b'])
  })

  test('is added to a copy', () => {
    const list = ['a']
    withItem(list, 'b', true)
    expect(list).toEqual(['a'])
  })
})

describe('changedFields', () => {
  const before = profileFormValues(profile)

  test('are those whose values differ', () => {
    expect(changedFields(before, { ...before, about: 'New', interests: ['music'] })).toEqual({
      about: 'New',
      interests: ['music'],
    })
    expect(changedFields(before, { ...before })).toEqual({})
    expect(changedFields(before, { ...before, eyeColour: null })).toEqual({ eyeColour: null })
  })

  test('have what was wrong at sign-up, and none of it as long as it stays', () => {
    const corrected = { name: 'Anna', birthDate: '1991-02-03', gender: 'male' } as const
    expect(changedFields(before, { ...before, ...corrected })).toEqual(corrected)
    expect(changedFields(before, { ...before, city: 'Brest' })).not.toHaveProperty('birthDate')
  })

  test('have a place as a whole', () => {
    expect(changedFields(before, { ...before, city: 'Brest' })).toEqual({
      country: 'FR',
      region: 'Bretagne',
      city: 'Brest',
    })
  })
})
