import { expect, test } from 'vitest'
import { readChoice } from './tracking.ts'

test.each([
  ['yes', 'yes'],
  ['no', 'no'],
  [null, null],
  ['', null],
  ['true', null],
])('of %j counts %j', (stored, choice) => {
  expect(readChoice({ getItem: () => stored })).toBe(choice)
})
