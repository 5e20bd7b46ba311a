import { expect, test } from 'vitest'
import { hasMoneyInBar } from './bar-money.ts'

test.each(['/members', '/likes', '/likes/sent', '/chats', '/swipe-game'])(
  'the bar of %s shows the credits',
  (pathname) => {
    expect(hasMoneyInBar(pathname, { isNewMember: false })).toBe(true)
  },
)

test.each([
  '/me',
  '/notifications/payments',
  '/credits',
  '/premium',
  '/notifications',
  '/nowhere',
  '/members/ana',
  '/members/ana/',
  '/members/ana/chat',
  '/likes/m/ana',
  '/chats/c1',
  '/credits/p1',
  '/credits/p1/ideal',
  '/credits/repeat-order',
  '/directdebit',
  '/transactions/t1',
])('that of %s does not', (pathname) => {
  expect(hasMoneyInBar(pathname, { isNewMember: false })).toBe(false)
})

test('a new member has the welcome bonus on the search instead, and the credits elsewhere', () => {
  expect(hasMoneyInBar('/members', { isNewMember: true })).toBe(false)
  expect(hasMoneyInBar('/chats', { isNewMember: true })).toBe(true)
})
