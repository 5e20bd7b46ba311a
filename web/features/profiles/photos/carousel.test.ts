import { expect, test } from 'vitest'
import { clampSlide, slideAt, slideForKey } from './carousel.tsx'

test.each([
  [0, 0],
  [149, 0],
  [150, 1],
  [300, 1],
  [299.6, 1],
  [600.4, 2],
])('scrolled by %d px, slides of 300 px show number %i', (scrollLeft, slide) => {
  expect(slideAt({ scrollLeft, clientWidth: 300 })).toBe(slide)
})

test('a carousel without a width shows its first slide', () => {
  expect(slideAt({ scrollLeft: 0, clientWidth: 0 })).toBe(0)
})

test.each([
  [-1, 0],
  [0, 0],
  [2, 2],
  [3, 2],
])('of three slides, %i leads to %i', (index, slide) => {
  expect(clampSlide(index, 3)).toBe(slide)
})

test('without slides the index stays at the start', () => {
  expect(clampSlide(1, 0)).toBe(0)
})

test('arrow keys lead to the neighbours, and other keys nowhere', () => {
  expect(slideForKey('ArrowRight', 1)).toBe(2)
  expect(slideForKey('ArrowLeft', 1)).toBe(0)
  for (const key of ['ArrowUp', 'Tab', 'Enter', ' ']) expect(slideForKey(key, 1)).toBeNull()
})
