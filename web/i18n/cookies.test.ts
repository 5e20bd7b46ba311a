import { afterEach, expect, test, vi } from 'vitest'
import { LANGUAGE_COOKIE_MS } from '#contract/limits.ts'
import { preferenceCookie, savePreference, TIME_ZONE_COOKIE } from './cookies.ts'
import { parseCookies, timeZoneFromCookies } from './request-preferences.ts'

afterEach(() => void vi.unstubAllGlobals())

test('a preference applies to the whole site and lasts as long as the language', () => {
  expect(preferenceCookie({ name: 'theme', value: 'dark', isSecure: false })).toBe(
    `theme=dark; path=/; max-age=${LANGUAGE_COOKIE_MS / 1000}; samesite=lax`,
  )
})

test('over https the cookie is sent only over https', () => {
  expect(preferenceCookie({ name: 'theme', value: 'dark', isSecure: true })).toMatch(/; secure$/)
})

test('a value with special characters is read back by the server', () => {
  const cookie = preferenceCookie({ name: TIME_ZONE_COOKIE, value: 'Europe/Paris', isSecure: false })
  expect(cookie).toContain('Europe%2FParis')
  expect(timeZoneFromCookies(parseCookies(cookie.split(';')[0]))).toBe('Europe/Paris')
})

test.each([
  ['https:', true],
  ['http:', false],
])('a page over %s saves a secure cookie: %s', (protocol, isSecure) => {
  const document = { cookie: '' }
  vi.stubGlobal('document', document)
  vi.stubGlobal('location', { protocol })
  savePreference('theme', 'light')
  expect(document.cookie).toBe(preferenceCookie({ name: 'theme', value: 'light', isSecure }))
})
