import { describe, expect, test } from 'vitest'
import {
  ageOn,
  firstName,
  isOldEnough,
  isOnline,
  isPossibleBirthDate,
  knownInterests,
  nextMainPhoto,
  photoAccess,
  type ViewerRole,
} from './rules.ts'

describe('ageOn', () => {
  test.each([
    ['2026-11-21', '2008-11-21', 18],
    ['2026-11-21', '2008-11-22', 17],
    ['2026-02-28', '2008-02-29', 17],
    ['2026-03-01', '2008-02-29', 18],
    ['2028-02-29', '2008-02-29', 20],
    ['2028-02-29', '2008-03-01', 19],
  ])('on %s a member born on %s is %i', (today, birthDate, age) => {
    expect(ageOn(today, birthDate)).toBe(age)
  })
})

describe('isOldEnough', () => {
  const birthDate = '2008-11-21'

  test('requires that the birthday has come in every time zone', () => {
    expect(isOldEnough({ birthDate, now: new Date('2026-11-21T11:59:59Z') })).toBe(false)
    expect(isOldEnough({ birthDate, now: new Date('2026-11-21T12:00:00Z') })).toBe(true)
  })

  test('accepts a higher minimum age', () => {
    expect(isOldEnough({ birthDate, now: new Date('2026-12-01T00:00:00Z'), minimumAge: 19 })).toBe(false)
  })
})

test('a birth date tomorrow or more than 99 years ago is impossible', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  expect(isPossibleBirthDate({ birthDate: '2026-11-22', now })).toBe(false)
  expect(isPossibleBirthDate({ birthDate: '1926-11-21', now })).toBe(false)
  expect(isPossibleBirthDate({ birthDate: '1926-11-22', now })).toBe(true)
})

describe('photoAccess', () => {
  const main = { isMain: true, visibility: 'public', status: 'active' }
  const other = { isMain: false, visibility: 'public', status: 'active' }
  const hidden = { isMain: false, visibility: 'private', status: 'active' }

  test.each<[ViewerRole, string, string, string]>([
    ['visitor', 'open', 'none', 'none'],
    ['free', 'open', 'locked', 'locked'],
    ['premium', 'open', 'open', 'open'],
    ['owner', 'open', 'open', 'open'],
  ])('a %s gets main %s, other public %s, private %s', (role, ofMain, ofOther, ofPrivate) => {
    expect([main, other, hidden].map((photo) => photoAccess(role, photo))).toEqual([ofMain, ofOther, ofPrivate])
  })

  test('a photo disabled by review is open to its owner alone', () => {
    const disabled = { ...main, status: 'disabled' }
    expect(photoAccess('premium', disabled)).toBe('none')
    expect(photoAccess('owner', disabled)).toBe('open')
  })
})

describe('nextMainPhoto', () => {
  const photo = (id: number, visibility = 'public', status = 'active') => ({ id, visibility, status })

  test('is the preferred one, if it is public and active', () => {
    expect(nextMainPhoto([photo(1), photo(2)], 2)).toBe(2)
  })

  test('else is the first one that is public and active', () => {
    expect(nextMainPhoto([photo(1, 'private'), photo(2, 'public', 'disabled'), photo(3), photo(4)], 1)).toBe(3)
  })

  test('is none when all are private', () => {
    expect(nextMainPhoto([photo(1, 'private')], 1)).toBeNull()
  })
})

test('visitors see the first word of a name', () => {
  expect(firstName(' Anna Maria')).toBe('Anna')
})

test('a member is online for five minutes after the last activity, plus the delay of storing it', () => {
  const seen = new Date('2026-11-21T12:00:00Z')
  expect(isOnline(seen, new Date('2026-11-21T12:05:15Z'))).toBe(true)
  expect(isOnline(seen, new Date('2026-11-21T12:05:16Z'))).toBe(false)
})

test('stored interests that do not exist any more, and repeated ones, are left out', () => {
  const stored = ['music', 'juggling', ...Array.from({ length: 40_000 }, () => 'beach'), 'music']
  expect(knownInterests(stored)).toEqual(['music', 'beach'])
})
