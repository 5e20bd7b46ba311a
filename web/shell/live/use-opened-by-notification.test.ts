import { expect, test } from 'vitest'
import { pathOf } from './use-opened-by-notification.ts'

test('a notification opens a page of this site', () => {
  expect(pathOf({ path: '/chats/1?a=b#c' })).toBe('/chats/1?a=b#c')
  expect(pathOf({ path: '/' })).toBe('/')
})

test.each([
  undefined,
  7,
  '//evil.example',
  String.raw`/\evil.example`,
  'https://evil.example',
  'javascript:alert(1)',
  '',
])('%j opens nothing', (path) => {
  expect(pathOf({ path })).toBeNull()
})
