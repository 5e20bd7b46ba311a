import { expect, test } from 'vitest'
import { feedPosition } from './feed-position.ts'

/** A feed of 5000 px in a box of 600 px, scrolled up by some pixels. */
const scrolledUp = (pixels: number) => feedPosition({ scrollTop: -pixels, scrollHeight: 5000, clientHeight: 600 })

test('at the latest message nothing is fetched and no button is shown', () => {
  expect(scrolledUp(0)).toEqual({ isNearStart: false, isAwayFromEnd: false })
})

test('a little above the latest message the button is not shown yet', () => {
  expect(scrolledUp(300).isAwayFromEnd).toBe(false)
  expect(scrolledUp(301).isAwayFromEnd).toBe(true)
})

test('near the oldest message more is fetched', () => {
  expect(scrolledUp(4000).isNearStart).toBe(false)
  expect(scrolledUp(4001).isNearStart).toBe(true)
  expect(scrolledUp(4400).isNearStart).toBe(true)
})

test('a feed that fits into its box is near its start', () => {
  expect(feedPosition({ scrollTop: 0, scrollHeight: 600, clientHeight: 600 })).toEqual({
    isNearStart: true,
    isAwayFromEnd: false,
  })
})
