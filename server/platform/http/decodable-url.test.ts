import { expect, test } from 'vitest'
import { decodableUrl } from './decodable-url.ts'

const browser = { accept: 'text/html,application/xhtml+xml' }

test.each([
  ['/%E0%A4%A', '/%25E0%25A4%25A'],
  ['/members/%E0%A4%A?page=2', '/members/%25E0%25A4%25A?page=2'],
  ['/100%?a=%E0', '/100%25?a=%E0'],
])('a path that cannot be decoded becomes one that can: %s', (url, expected) => {
  expect(decodableUrl({ url, headers: browser })).toBe(expected)
})

test.each(['/', '/members?region=%E0%A4%A', '/caf%C3%A9', '/%25', '/api/members/%E0%A4%A'])(
  '%s stays as it is',
  (url) => {
    expect(decodableUrl({ url, headers: browser })).toBe(url)
  },
)

test('a program gets the answer of the router', () => {
  expect(decodableUrl({ url: '/%E0%A4%A', headers: { accept: '*/*' } })).toBe('/%E0%A4%A')
})
