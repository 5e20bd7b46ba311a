import { expect, test } from 'vitest'
import { sectionOfFragment, settingsSections } from './settings-sections.ts'

test('the fragments that mails contain lead to a page of the settings', () => {
  expect(sectionOfFragment('#data')).toBe('data')
  expect(sectionOfFragment('#notifications')).toBe('notifications')
  // Log-in and account were two sections of one page.
  expect(sectionOfFragment('#security')).toBe('account')
  for (const name of settingsSections) expect(sectionOfFragment(`#${name}`)).toBe(name)
})

test.each(['', '#', '#elsewhere', '#__proto__'])('%j leads to none', (hash) => {
  expect(sectionOfFragment(hash)).toBeNull()
})
