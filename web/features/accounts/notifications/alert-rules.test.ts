import { expect, test } from 'vitest'
import { alertOf } from './alert-rules.ts'

const offered = {
  hasStoppedMails: false,
  isUnconfirmed: false,
  push_public_key: 'key',
  isPushAnswered: false,
  pushState: 'unsubscribed',
} as const

test('push messages are offered where they can be turned on and the member has not answered (SHELL-18)', () => {
  expect(alertOf(offered)).toBe('push')
})

test.each([
  { push_public_key: '' },
  { isPushAnswered: true },
  { isUnconfirmed: true },
  { pushState: null },
  { pushState: 'unsupported' },
  { pushState: 'denied' },
  { pushState: 'subscribed' },
] as const)('they are not offered with %j', (other) => {
  expect(alertOf({ ...offered, ...other })).toBeNull()
})

test('stopped mails are reported alone', () => {
  expect(alertOf({ ...offered, hasStoppedMails: true })).toBe('mails')
  expect(alertOf({ ...offered, hasStoppedMails: true, isUnconfirmed: true, push_public_key: '' })).toBe('mails')
})
