import { describe, expect, test } from 'vitest'
import type { MemberPhoto, ProfileAnswer } from '#contract/profiles/schemas.ts'
import type { ViewerRole } from '#server/features/visibility/rules.ts'
import {
  ageOn,
  isOldEnough,
  isOnline,
  isPossibleBirthDate,
  isRequestOpen,
  knownInterests,
  nextMainPhoto,
  orderedPhotos,
  photoAccess,
  type PhotoState,
  quoteOf,
  reachesOwner,
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
    expect(isOldEnough({ birthDate, now: new Date('2026-11-21T11:59:59Z'), minimumAge: 18 })).toBe(false)
    expect(isOldEnough({ birthDate, now: new Date('2026-11-21T12:00:00Z'), minimumAge: 18 })).toBe(true)
  })

  test('counts a birthday on 29 February as 1 March in other years', () => {
    const leap = { birthDate: '2008-02-29', minimumAge: 18 }
    expect(isOldEnough({ ...leap, now: new Date('2026-03-01T11:59:59Z') })).toBe(false)
    expect(isOldEnough({ ...leap, now: new Date('2026-03-01T12:00:00Z') })).toBe(true)
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
  const accessTo = (role: ViewerRole, photo: PhotoState) => photoAccess(role, photo, { mustAssureAge: false })
  const state = { status: 'active', isHidden: false, isUnlocked: false, isGranted: false }
  const main = { ...state, isMain: true, visibility: 'public' }
  const other = { ...state, isMain: false, visibility: 'public' }
  const hidden = { ...state, isMain: false, visibility: 'private' }
  const requested = { ...state, isMain: false, visibility: 'on_request' }

  test.each<[ViewerRole, string[]]>([
    ['visitor', ['open', 'none', 'none', 'none']],
    ['free', ['open', 'locked', 'locked', 'locked']],
    ['premium', ['open', 'open', 'open', 'locked']],
    ['owner', ['open', 'open', 'open', 'open']],
  ])('a %s gets of main, other public, private and on request: %j', (role, expected) => {
    expect([main, other, hidden, requested].map((photo) => accessTo(role, photo))).toEqual(expected)
  })

  test.each([{ status: 'pending' }, { status: 'rejected' }, { isHidden: true }])(
    'a photo that is %j is open to its owner alone',
    (change) => {
      expect(accessTo('premium', { ...other, isGranted: true, ...change })).toBe('none')
      expect(accessTo('owner', { ...other, ...change })).toBe('open')
    },
  )

  test('an unlocked photo is open to a free member, also after it became public, but not once it is on request', () => {
    const accesses = [hidden, other, requested].map((photo) => accessTo('free', { ...photo, isUnlocked: true }))
    expect(accesses).toEqual(['open', 'open', 'locked'])
    expect(accessTo('visitor', { ...hidden, isUnlocked: true })).toBe('none')
  })

  test('a photo on request is open to members with a grant', () => {
    const granted = { ...requested, isGranted: true }
    expect(accessTo('free', granted)).toBe('open')
    expect(accessTo('premium', granted)).toBe('open')
    expect(accessTo('free', { ...hidden, isGranted: true })).toBe('locked')
  })

  test('without a confirmed age only public photos are open, also after paying and with a grant', () => {
    const opened = { isUnlocked: true, isGranted: true }
    const photos = [main, other, { ...hidden, ...opened }, { ...requested, ...opened }]
    const accesses = (role: ViewerRole) => photos.map((photo) => photoAccess(role, photo, { mustAssureAge: true }))
    expect(accesses('premium')).toEqual(['open', 'open', 'locked', 'locked'])
    expect(accesses('owner')).toEqual(['open', 'open', 'open', 'open'])
    expect(photoAccess('premium', { ...hidden, status: 'pending' }, { mustAssureAge: true })).toBe('none')
  })
})

describe('nextMainPhoto', () => {
  const photo = (id: number, visibility = 'public', status = 'active') => ({ id, visibility, status })

  test('is the preferred one, if it is public and active', () => {
    expect(nextMainPhoto([photo(1), photo(2)], 2)).toBe(2)
  })

  test('else is the first one that is public and active', () => {
    expect(nextMainPhoto([photo(1, 'private'), photo(2, 'public', 'rejected'), photo(3), photo(4)], 1)).toBe(3)
  })

  test('is none when all are private', () => {
    expect(nextMainPhoto([photo(1, 'private')], 1)).toBeNull()
  })
})

test('photos come in the wanted order; those it does not name follow, and unknown or repeated ones are left out', () => {
  const photos = ['a', 'b', 'c', 'd'].map((publicId) => ({ publicId }))
  const order = (wanted: string[]) =>
    orderedPhotos(photos, wanted)
      .map(({ publicId }) => publicId)
      .join('')
  expect(order(['c', 'x', 'a', 'c'])).toBe('cabd')
  expect(order([])).toBe('abcd')
})

test.each([
  ['2026-12-01T11:59:59Z', true],
  ['2026-12-01T12:00:00Z', false],
])('at %s a request is open and its owner not asked again: %s', (now, isOpen) => {
  const then = new Date('2026-11-01T12:00:00Z')
  expect(isRequestOpen({ askedAt: then, now: new Date(now) })).toBe(isOpen)
  expect(reachesOwner({ decidedAt: then, now: new Date(now) })).toBe(!isOpen)
})

test('asking again reaches an owner who has not decided', () => {
  expect(reachesOwner({ decidedAt: null, now: new Date() })).toBe(true)
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

const quotedPhoto: MemberPhoto = { id: 'p', width: 3, height: 4, preview: '', isLocked: false, key: null, caption: '' }
const quotedAnswers: ProfileAnswer[] = [{ prompt: 'learning', text: 'Italian' }]
const profile = { answers: quotedAnswers, photos: [quotedPhoto, { ...quotedPhoto, id: 'locked', isLocked: true }] }

test('a quote has the text of the answer, or the photo that the viewer sees', () => {
  expect(quoteOf(profile, { prompt: 'learning' })).toEqual({ kind: 'answer', prompt: 'learning', text: 'Italian' })
  expect(quoteOf(profile, { photoId: 'p' })).toEqual({ kind: 'photo', photoId: 'p' })
})

test('nothing is quoted that the profile does not show', () => {
  expect(quoteOf(profile, { prompt: 'first_date' })).toBeNull()
  expect(quoteOf(profile, { photoId: 'locked' })).toBeNull()
  expect(quoteOf(profile, { photoId: 'other' })).toBeNull()
})
