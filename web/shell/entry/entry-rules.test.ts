import { expect, test } from 'vitest'
import { WARNED_COUNTRIES, warnsAtEntry } from './entry-rules.ts'

const visit = {
  enable_site_entry_popup: 'yes',
  isInstalledApp: false,
  country: 'FR',
  countries: undefined,
  path: '/members',
  routes: ['root', 'routes/members'] as readonly string[],
} as const

test('a visitor is warned on pages of the default layout, in every country (SHELL-17)', () => {
  expect(warnsAtEntry(visit)).toBe(true)
})

test.each([
  { enable_site_entry_popup: 'no' as const },
  { isInstalledApp: true },
  { path: '/complete-signup' },
  { path: '/reset-password' },
  { path: '/reset-password/do' },
  { path: '/terms' },
  { path: '/privacy' },
  { path: '/activate/error' },
  { path: '/image-removal' },
  { path: '/faq' },
  { path: '/lang-config' },
  { path: '/no/such/page', routes: ['routes/not-found'] },
  { path: '/nosuchpage', routes: ['routes/accounts/one-time-link'] },
  { countries: WARNED_COUNTRIES },
])('not with %j', (change) => {
  expect(warnsAtEntry({ ...visit, ...change })).toBe(false)
})

test('the other layouts warn in the Netherlands and Germany', () => {
  const warnedIn = ['NL', 'DE', 'BE', 'AT', 'GB', 'US'].filter((country) =>
    warnsAtEntry({ ...visit, countries: WARNED_COUNTRIES, country }),
  )
  expect(warnedIn).toEqual(['NL', 'DE'])
})
