import { expect, test } from 'vitest'
import { showsReminder } from './reminder-rules.ts'

const waiting = { status: 'not_confirmed', profileStatus: 'disabled', pathname: '/members' }

test.each(['/members', '/chats/abc', '/credits', '/activate/error', '/notifications-of-something'])(
  'an unconfirmed member is reminded on %s',
  (pathname) => {
    expect(showsReminder({ ...waiting, pathname })).toBe(true)
  },
)

test.each(['/signup', '/complete-signup', '/notifications', '/notifications/', '/settings'])(
  'no one is reminded on %s',
  (pathname) => {
    expect(showsReminder({ ...waiting, pathname })).toBe(false)
  },
)

test('a confirmed member and one whose profile others can answer are not reminded', () => {
  expect(showsReminder({ ...waiting, status: 'active' })).toBe(false)
  expect(showsReminder({ ...waiting, profileStatus: 'active' })).toBe(false)
})
