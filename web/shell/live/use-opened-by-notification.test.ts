import { expect, test } from 'vitest'
import { pathOf } from './use-opened-by-notification.ts'

test('a notification opens a page of this site', () => {
  expect(pathOf({ type: 'open page', path: '/chats/1?a=b#c' })).toBe('/chats/1?a=b#c')
  expect(pathOf({ type: 'open page', path: '/' })).toBe('/')
})

test.each([
  null,
  'text',
  {},
  { type: 'other', path: '/chats' },
  { type: 'open page' },
  ...['//evil.example', String.raw`/\evil.example`, 'https://evil.example', 'javascript:alert(1)', ''].map((path) => ({
    type: 'open page',
    path,
  })),
])('%j opens nothing', (message) => {
  expect(pathOf(message)).toBeNull()
})
