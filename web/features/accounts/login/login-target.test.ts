import { describe, expect, test } from 'vitest'
import { loginPath, targetAfterLogin } from './login-target.ts'

const after = (to: string) => targetAfterLogin(new URLSearchParams({ to }))

describe('a log-in', () => {
  test('goes on to the page that asked for it, with its query', () => {
    for (const path of ['/likes', '/chats/abc', '/members?page=2&gender=f', '/notifications#security']) {
      const [, search = ''] = loginPath(path).split('?', 2)
      expect(targetAfterLogin(new URLSearchParams(search))).toBe(path)
    }
  })

  test('goes on to the members when no page asked', () => {
    expect(loginPath(undefined)).toBe('/login')
    expect(targetAfterLogin(new URLSearchParams())).toBe('/members')
  })

  test.each(['/api/logout', '/api/logout.php?x=1', '/assets/a.js', '/photos/abc/large', '/manifest.webmanifest'])(
    'goes on to pages only: %j',
    (to) => {
      expect(after(to)).toBe('/members')
      expect(loginPath(to)).toBe('/login')
    },
  )

  test.each([
    'https://evil.example/likes',
    '//evil.example/likes',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/likes/..//evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'likes',
    '/',
    '',
  ])('never leaves the site: %j', (to) => {
    expect(after(to)).toBe('/members')
    expect(loginPath(to)).toBe('/login')
  })
})
