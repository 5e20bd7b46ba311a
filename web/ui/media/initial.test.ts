import { expect, test } from 'vitest'
import { initialOf } from './initial.ts'

test.each([
  ['anna', 'A'],
  ['  anna', 'A'],
  ['Élodie', 'É'],
  ['øyvind', 'Ø'],
  ['𝒜nna', '𝒜'],
  ['', ''],
  ['   ', ''],
])('the initial of %j is %j', (name, initial) => {
  expect(initialOf(name)).toBe(initial)
})
