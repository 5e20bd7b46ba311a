import { expect, test } from 'vitest'
import { moveActive } from './list-position.ts'

const positionsAfter = (key: 'ArrowDown' | 'ArrowUp', times: number) => {
  const positions: number[] = []
  for (let active = -1; positions.length < times; positions.push(active)) active = moveActive({ active, count: 3, key })
  return positions
}

test('arrow down goes through the list, and from its end to the field', () => {
  expect(positionsAfter('ArrowDown', 5)).toEqual([0, 1, 2, -1, 0])
})

test('arrow up starts at the end', () => {
  expect(positionsAfter('ArrowUp', 5)).toEqual([2, 1, 0, -1, 2])
})

test('an empty list keeps the position in the field', () => {
  expect(moveActive({ active: -1, count: 0, key: 'ArrowDown' })).toBe(-1)
})
