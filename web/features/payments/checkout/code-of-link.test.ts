import { expect, test } from 'vitest'
import { codeOfLink, withCode } from './code-of-link.ts'

test.each([
  ['', null],
  ['?code=', null],
  ['?network=x', null],
  ['?network=x&code=SUMMER', 'SUMMER'],
  ['?code=a%26b%3Dc', 'a&b=c'],
])('the link %s brings the code %s', (search, code) => {
  expect(codeOfLink(search)).toBe(code)
})

test('a code stays with the way to the payment, whatever characters it has', () => {
  expect(withCode('/credits/p1', null)).toBe('/credits/p1')
  expect(withCode('/credits/p1', 'SUMMER')).toBe('/credits/p1?code=SUMMER')
  expect(withCode('/directdebit?bundle=p1', 'SUMMER')).toBe('/directdebit?bundle=p1&code=SUMMER')
  expect(codeOfLink(new URL(withCode('/credits/p1', 'a&b=c#d'), 'http://site').search)).toBe('a&b=c#d')
})
