import { expect, test } from 'vitest'
import { refilled } from './use-claimed.ts'

const items = (ids: string) => [...ids].map((id) => ({ id }))

test.each([
  ['what is new comes last', 'bc', 'bcd', '', 'bcd'],
  ['what another operator has by now stays until it is decided', 'bc', 'cd', '', 'bcd'],
  ['what was decided meanwhile does not come back', 'c', 'abcd', 'ab', 'cd'],
  ['nothing new changes nothing', 'bc', '', 'a', 'bc'],
])('%s', (_name, left, more, decided, expected) => {
  expect(refilled(items(left), items(more), new Set(decided))).toEqual(items(expected))
})
