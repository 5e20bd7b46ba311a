import { describe, expect, test } from 'vitest'
import { isLowOnTop, isSameRange, nearerThumb, shareOf, valueAt, withThumbAt } from './range.ts'

const ages = { min: 18, max: 98 }

describe('the position of a value', () => {
  test.each([
    [18, 0],
    [58, 0.5],
    [98, 1],
  ])('%i is at %f of the track', (value, share) => {
    expect(shareOf(value, ages)).toBe(share)
  })

  test('is the start if there is only one value', () => {
    expect(shareOf(5, { min: 5, max: 5 })).toBe(0)
  })
})

describe('the value under a pointer', () => {
  const track = { widthPx: 828, isRightToLeft: false }

  test.each([
    [14, 18, 'half a thumb from the left edge is the minimum'],
    [0, 18, 'further left is still the minimum'],
    [414, 58, 'the middle is the middle'],
    [814, 98, 'half a thumb from the right edge is the maximum'],
    [2000, 98, 'beyond the track is the maximum'],
    [-300, 18, 'before the track is the minimum'],
  ])('at %i px is %i: %s', (offsetPx, value) => {
    expect(valueAt(ages, { ...track, offsetPx })).toBe(value)
  })

  test('is rounded to a whole value', () => {
    expect(valueAt(ages, { ...track, offsetPx: 14 + 14 })).toBe(19)
    expect(valueAt(ages, { ...track, offsetPx: 14 + 16 })).toBe(20)
  })

  test('counts from the right in languages that are written from the right', () => {
    expect(valueAt(ages, { ...track, offsetPx: 14, isRightToLeft: true })).toBe(98)
    expect(valueAt(ages, { ...track, offsetPx: 814, isRightToLeft: true })).toBe(18)
  })
})

describe('a press on the track', () => {
  test.each([
    [20, 'low'],
    [26, 'low'],
    [34, 'low'],
    [35, 'high'],
    [36, 'high'],
    [60, 'high'],
  ] as const)('at %i moves the %s thumb of 30–40', (target, thumb) => {
    expect(nearerThumb([30, 40], target)).toBe(thumb)
  })

  test('moves the high thumb upwards if both are at the same value', () => {
    expect(nearerThumb([30, 30], 50)).toBe('high')
  })

  test('moves the low thumb downwards if both are at the same value', () => {
    expect(nearerThumb([30, 30], 20)).toBe('low')
  })
})

describe('moving a thumb', () => {
  test('changes only its own end', () => {
    expect(withThumbAt([30, 40], 'low', 35)).toEqual([35, 40])
    expect(withThumbAt([30, 40], 'high', 35)).toEqual([30, 35])
  })

  test('stops at the other thumb', () => {
    expect(withThumbAt([30, 40], 'low', 55)).toEqual([40, 40])
    expect(withThumbAt([30, 40], 'high', 20)).toEqual([30, 30])
  })
})

test('the low thumb lies on top in the upper half, where it could be covered', () => {
  expect(isLowOnTop([98, 98], ages)).toBe(true)
  expect(isLowOnTop([18, 18], ages)).toBe(false)
})

test('two ranges are the same if both ends are', () => {
  expect(isSameRange([1, 2], [1, 2])).toBe(true)
  expect(isSameRange([1, 2], [1, 3])).toBe(false)
  expect(isSameRange([0, 2], [1, 2])).toBe(false)
})
