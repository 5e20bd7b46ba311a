import { expect, test } from 'vitest'
import { hasBackButton } from './back-pages.ts'

test.each([
  '/members/aaaaaaaaaaaaaa',
  '/likes/received',
  '/likes/sent',
  '/likes/m/aaaaaaaaaaaaaa',
  '/credits',
  '/credits/p1',
  '/credits/p1/paypal',
])('an installed app leads back from %s (SHELL-22)', (pathname) => {
  expect(hasBackButton(pathname)).toBe(true)
})

test.each([
  '/',
  '/members',
  '/members/aaaaaaaaaaaaaa/chat',
  '/likes',
  '/chats/aaaaaaaaaaaaaa',
  '/credits/repeat-order',
  '/credits/p1/paypal/more',
  '/profile',
])('%s has no such button', (pathname) => {
  expect(hasBackButton(pathname)).toBe(false)
})
