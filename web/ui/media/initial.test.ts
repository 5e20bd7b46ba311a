import { expect, test, vi } from 'vitest'
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

test('the language of the device changes nothing: server and browser render the same', () => {
  const upperCase = vi.spyOn(String.prototype, 'toLocaleUpperCase').mockImplementation(() => 'İ')
  expect(initialOf('ilse')).toBe('I')
  upperCase.mockRestore()
})
