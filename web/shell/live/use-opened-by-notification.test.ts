import { afterEach, expect, test, vi } from 'vitest'
import { closeNotificationsOf, pathOf } from './use-opened-by-notification.ts'

afterEach(() => void vi.unstubAllGlobals())

test.each([
  ['/members/ben/chat', ['/members/ben/chat']],
  ['/chats/one', ['/members/ben/chat']],
  ['/chats/two', ['/members/eve/chat']],
  ['/chats/three', []],
  ['/likes/received', ['/likes/received']],
])('the page %s closes the notifications about it', async (pathname, expected) => {
  const closed: string[] = []
  const notifications = ['/members/ben/chat', '/members/eve/chat', '/likes/received'].map((path) => ({
    data: { path },
    close: () => closed.push(path),
  }))
  const getRegistration = async () => ({ getNotifications: async () => notifications })
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration } })
  const chats = [
    ['one', 'ben'],
    ['two', 'eve'],
  ].map(([id, profileId]) => ({ conversation: { id }, profile: { id: profileId } })) as never[]
  await closeNotificationsOf(pathname, chats)
  expect(closed).toEqual(expected)
})

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
