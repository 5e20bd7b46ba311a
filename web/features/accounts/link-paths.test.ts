import { expect, test } from 'vitest'
import { linkPurposes } from '#contract/accounts/schemas.ts'
import { hasInvalidLink, hasOpenedLink, pathAfterInvalidLink, pathAfterLink } from './link-paths.ts'

test.each([
  ['activation', '/activate/done'],
  ['restore', '/account-deleted?link=opened'],
  ['mail_change', '/mail-change/do?link=opened'],
] as const)('a link for %s leads to its page', (purpose, path) => {
  expect(pathAfterLink({ purpose, resetToken: null })).toBe(path)
})

test.each(['reset', 'mail_change_undo'] as const)(
  'a link for %s leads to the choice of another password',
  (purpose) => {
    expect(pathAfterLink({ purpose, resetToken: 'a-b_c' })).toBe('/reset-password/do?token=a-b_c')
  },
)

test('an invalid link leads to the page that offers a new one, one of an unknown purpose to none', () => {
  const pathOf = (params: Record<string, string>) => pathAfterInvalidLink({ code: 'accounts.link_invalid', params })
  expect(linkPurposes.map((purpose) => [purpose, pathOf({ purpose })])).toEqual([
    ['activation', '/activate/error'],
    ['restore', '/account-deleted?link=invalid'],
    ['reset', '/reset-password?link=invalid'],
    ['mail_change', '/mail-change/do?link=invalid'],
    ['mail_change_undo', '/reset-password?link=invalid'],
  ])
  expect(pathOf({})).toBeNull()
  expect(pathAfterInvalidLink({ code: 'accounts.email_taken', params: { purpose: 'mail_change' } })).toBeNull()
  expect(hasInvalidLink(new URLSearchParams('link=invalid'))).toBe(true)
  expect(hasInvalidLink(new URLSearchParams('link=x'))).toBe(false)
  expect(hasOpenedLink(new URLSearchParams('link=opened'))).toBe(true)
  expect(hasOpenedLink(new URLSearchParams('link=invalid'))).toBe(false)
})
