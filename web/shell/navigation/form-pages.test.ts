import { expect, test } from 'vitest'
import { isFormPage } from './form-pages.ts'

const isForm = (path: string) => {
  const { pathname, search } = new URL(path, 'https://example.com')
  return isFormPage({ pathname, search })
}

test('the own profile and the pages of the settings are forms', () => {
  expect(isForm('/profile')).toBe(true)
  expect(isForm('/notifications/account')).toBe(true)
  expect(isForm('/notifications')).toBe(false)
  expect(isForm('/profile/visitors')).toBe(false)
  expect(isForm('/members')).toBe(false)
})

test('so are the packages, and what is bought from there', () => {
  for (const path of ['/credits', '/credits/repeat-order', '/credits/p1', '/credits/p1/ideal', '/premium'])
    expect(isForm(path)).toBe(true)
  expect(isForm('/pricing')).toBe(false)
})

test('the match finder is one until its results', () => {
  expect(isForm('/match-finder')).toBe(true)
  expect(isForm('/match-finder?step=where')).toBe(true)
  expect(isForm('/match-finder?minAge=30&step=results')).toBe(false)
})
