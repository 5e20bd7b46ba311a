import { expect, test } from 'vitest'
import { CLOSE_AGE_YEARS, SWIPE_LIKES, SWIPE_WINDOW_MS } from '#contract/limits.ts'
import { HOUR } from '#contract/time.ts'
import { allowanceAt, reasonsOf, windowAt, withLike, withoutLike, type Shared } from './rules.ts'

const start = new Date('2026-06-15T20:00:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)
const none = { openedAt: null, likes: 0 }

test('before the first like all are left and nothing counts down', () => {
  expect(allowanceAt(none, start)).toEqual({ likesLeft: SWIPE_LIKES, renewsInMs: null })
})

test('the first like opens the window, and later ones do not move it', () => {
  const second = withLike(withLike(none, start), after(HOUR))
  expect(second).toEqual({ openedAt: start, likes: 2 })
  expect(allowanceAt(second, after(HOUR))).toEqual({ likesLeft: SWIPE_LIKES - 2, renewsInMs: SWIPE_WINDOW_MS - HOUR })
})

test('the window is closed when its time is over, to the millisecond', () => {
  const used = { openedAt: start, likes: SWIPE_LIKES }
  expect(allowanceAt(used, after(SWIPE_WINDOW_MS - 1))).toEqual({ likesLeft: 0, renewsInMs: 1 })
  expect(allowanceAt(used, after(SWIPE_WINDOW_MS))).toEqual({ likesLeft: SWIPE_LIKES, renewsInMs: null })
  expect(windowAt(used, after(SWIPE_WINDOW_MS))).toEqual(none)
  expect(withLike(used, after(SWIPE_WINDOW_MS))).toEqual({ openedAt: after(SWIPE_WINDOW_MS), likes: 1 })
})

test('more likes than the limit, after it was lowered, leave none', () => {
  expect(allowanceAt({ openedAt: start, likes: SWIPE_LIKES + 3 }, start).likesLeft).toBe(0)
})

test('an undone like can be given again, and without likes no window is open', () => {
  const two = { openedAt: start, likes: 2 }
  const one = withoutLike(two, { likedAt: after(HOUR), now: after(2 * HOUR) })
  expect(one).toEqual({ openedAt: start, likes: 1 })
  expect(withoutLike(one, { likedAt: start, now: after(2 * HOUR) })).toEqual(none)
})

test('a like of an earlier window gives nothing back', () => {
  const later = { openedAt: after(2 * SWIPE_WINDOW_MS), likes: 1 }
  expect(withoutLike(later, { likedAt: start, now: after(2 * SWIPE_WINDOW_MS) })).toEqual(later)
})

const stranger: Shared = {
  likesYou: false,
  interests: [],
  isSameCity: false,
  isSameRegion: false,
  sameReason: null,
  ageDifference: CLOSE_AGE_YEARS + 1,
  answersOften: false,
}

test('nothing in common gives no reason', () => {
  expect(reasonsOf(stranger)).toEqual([])
})

test('every reason is a fact, and the town stands for its region', () => {
  const shared: Shared = {
    likesYou: true,
    interests: ['beach', 'dating'],
    isSameCity: true,
    isSameRegion: true,
    sameReason: 'dating',
    ageDifference: CLOSE_AGE_YEARS,
    answersOften: true,
  }
  expect(reasonsOf(shared)).toEqual([
    { kind: 'likesYou' },
    { kind: 'interests', interests: ['beach', 'dating'] },
    { kind: 'city' },
    { kind: 'reason', reason: 'dating' },
    { kind: 'age' },
    { kind: 'answers' },
  ])
  expect(reasonsOf({ ...stranger, isSameRegion: true })).toEqual([{ kind: 'region' }])
})
