import { describe, expect, test } from 'vitest'
import {
  ageOn,
  firstName,
  isOldEnough,
  isOnline,
  isPossibleBirthDate,
  nextMainPhoto,
  photoAccess,
  type Onlooker,
} from './rules.ts'

describe('ageOn', () => {
  test.each([
    ['2026-11-21', '2008-11-21', 18],
    ['2026-11-21', '2008-11-22', 17],
    ['2026-02-28', '2008-02-29', 17],
    ['2026-03-01', '2008-02-29', 18],
    ['2028-02-29', '2008-02-29', 20],
    ['2028-02-29', '2008-03-01', 19],
  ])('on %s who was born on %s is %i', (today, birthDate, age) => {
    expect(ageOn(today, birthDate)).toBe(age)
  })
})

describe('isOldEnough', () => {
  const birthDate = '2008-11-21'

  test('the birthday has to have come everywhere on earth', () => {
    expect(isOldEnough({ birthDate, now: new Date('2026-11-21T11:59:59Z') })).toBe(false)
    expect(isOldEnough({ birthDate, now: new Date('2026-11-21T12:00:00Z') })).toBe(true)
  })

  test('a country can ask for more years', () => {
    expect(isOldEnough({ birthDate, now: new Date('2026-12-01T00:00:00Z'), minimumAge: 19 })).toBe(false)
  })
})

test('nobody is born tomorrow or more than 99 years ago', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  expect(isPossibleBirthDate({ birthDate: '2026-11-22', now })).toBe(false)
  expect(isPossibleBirthDate({ birthDate: '1926-11-21', now })).toBe(false)
  expect(isPossibleBirthDate({ birthDate: '1926-11-22', now })).toBe(true)
})

describe('photoAccess', () => {
  const main = { isMain: true, visibility: 'public', status: 'active' }
  const other = { isMain: false, visibility: 'public', status: 'active' }
  const secret = { isMain: false, visibility: 'private', status: 'active' }

  test.each<[Onlooker, string, string, string]>([
    ['visitor', 'open', 'none', 'none'],
    ['free', 'open', 'locked', 'locked'],
    ['premium', 'open', 'open', 'open'],
    ['owner', 'open', 'open', 'open'],
  ])('a %s gets main %s, other public %s, private %s', (onlooker, ofMain, ofOther, ofSecret) => {
    expect([main, other, secret].map((photo) => photoAccess(onlooker, photo))).toEqual([ofMain, ofOther, ofSecret])
  })

  test('what review has hidden is for the owner alone', () => {
    const hidden = { ...main, status: 'disabled' }
    expect(photoAccess('premium', hidden)).toBe('none')
    expect(photoAccess('owner', hidden)).toBe('open')
  })
})

describe('nextMainPhoto', () => {
  const photo = (id: number, visibility = 'public', status = 'active') => ({ id, visibility, status })

  test('the wanted one, if everybody may see it', () => {
    expect(nextMainPhoto([photo(1), photo(2)], 2)).toBe(2)
  })

  test('else the first that everybody may see', () => {
    expect(nextMainPhoto([photo(1, 'private'), photo(2, 'public', 'disabled'), photo(3), photo(4)], 1)).toBe(3)
  })

  test('none where all are private', () => {
    expect(nextMainPhoto([photo(1, 'private')], 1)).toBeNull()
  })
})

test('visitors learn the first word of a name', () => {
  expect(firstName(' Anna Maria')).toBe('Anna')
})

test('a member is online for five minutes after the last sign of life, and the time it takes to write that down', () => {
  const seen = new Date('2026-11-21T12:00:00Z')
  expect(isOnline(seen, new Date('2026-11-21T12:05:15Z'))).toBe(true)
  expect(isOnline(seen, new Date('2026-11-21T12:05:16Z'))).toBe(false)
})
