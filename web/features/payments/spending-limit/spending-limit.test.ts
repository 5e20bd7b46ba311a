import { expect, test } from 'vitest'
import { readAmount } from './spending-limit.tsx'

test.each([
  ['50', 5000],
  [' 12,5 ', 1250],
  ['12.05', 1205],
  ['0', 0],
  ['1,234.5', null],
  ['', null],
  ['-1', null],
  ['1e3', null],
  ['12.345', null],
  ['9999999', null],
])('%o is %o in minor units', (text, expected) => {
  expect(readAmount(text, 'EUR')).toBe(expected)
})
