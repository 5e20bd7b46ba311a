import { expect } from '@playwright/test'
import { settingsSections } from '#web/features/settings/settings-sections.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { newPerson, press } from '../signup-steps.ts'
import { logIn, openGroup } from '../steps.ts'
import type { Screen, ScreenContext } from './screen-type.ts'

export const accountScreens: readonly Screen[] = [
  { name: 'login', openedBy: 'visitor', path: '/login' },
  { name: 'login-failed', openedBy: 'visitor', path: '/login', setUp: failToLogIn, errors: [[401, '/api/user']] },
  { name: 'mailbox', openedBy: 'visitor', path: '/dev/mailbox' },
  {
    name: 'mailbox-mail',
    openedBy: 'visitor',
    path: '/dev/mailbox',
    setUp: ({ page }) => page.locator('nav a').first().click(),
    blocksScripts: true,
  },
  { name: 'activate-done', openedBy: 'free', path: '/activate/done' },
  { name: 'activate-error', openedBy: 'visitor', path: '/activate/error' },
  { name: 'activate-error-newcomer', openedBy: 'newcomer', path: '/activate/error' },
  { name: 'account-deleted', openedBy: 'visitor', path: '/account-deleted' },
  { name: 'settings-delete', openedBy: 'free', path: '/notifications/data', setUp: openDeletion },
  { name: 'reset-password', openedBy: 'visitor', path: '/reset-password' },
  { name: 'reset-password-invalid', openedBy: 'visitor', path: '/reset-password?link=invalid' },
  { name: 'reset-password-do', openedBy: 'visitor', path: `/reset-password/do?token=${'x'.repeat(43)}` },
  { name: 'mail-change-do', openedBy: 'free', path: '/mail-change/do?link=opened' },
  { name: 'mail-change-invalid', openedBy: 'visitor', path: '/mail-change/do?link=invalid' },
  { name: 'profile', openedBy: 'premium', path: '/profile' },
  { name: 'profile-new', openedBy: 'newcomer', path: '/profile' },
  { name: 'profile-photos-chosen', openedBy: 'newcomer', path: '/profile', setUp: chooseOwnPhotos },
  { name: 'profile-photo-edit', openedBy: 'premium', path: '/profile', setUp: editOwnPhoto, isWindowHigh: true },
  { name: 'profile-unsaved', openedBy: 'admired', path: '/profile', setUp: leaveUnsaved, isWindowHigh: true },
  { name: 'profile-saved', openedBy: 'admired', path: '/profile', setUp: saveProfile, isWindowHigh: true },
  { name: 'settings', openedBy: 'free', path: '/notifications' },
  ...settingsSections.map((section) => ({
    name: `settings-${section}`,
    openedBy: 'free' as const,
    path: `/notifications/${section}`,
  })),
  { name: 'settings-date', openedBy: 'free', path: '/notifications/share-date' },
  { name: 'age-check', openedBy: 'free', path: '/age-check' },
  { name: 'me', openedBy: 'free', path: '/me' },
  { name: 'me-new', openedBy: 'newcomer', path: '/me' },
]

async function failToLogIn({ page, t }: ScreenContext) {
  await logIn(page, t, { email: newPerson().email, password: 'not a password' })
  await page.getByRole('alert').waitFor()
}

async function saveProfile({ page, t }: ScreenContext) {
  await press(page, t('common.save'))
  await page.getByText(t('profiles.own.saved')).waitFor()
}

async function chooseOwnPhotos({ page, t }: ScreenContext) {
  const buffer = await sampleImage()
  const files = ['sea.jpg', 'hill.jpg'].map((name) => ({ name, mimeType: 'image/jpeg', buffer }))
  await page.getByLabel(t('photos.label')).setInputFiles(files)
  await page.getByRole('button', { name: t('photos.send', { count: 2 }) }).waitFor()
}

async function editOwnPhoto({ page, t }: ScreenContext) {
  await page.getByRole('button', { name: t('photos.change', { number: 2 }) }).click()
  await page.getByRole('menuitem', { name: t('photos.edit') }).click()
  await page.getByRole('dialog').getByRole('textbox').waitFor()
}

async function leaveUnsaved({ page, t }: ScreenContext) {
  await openGroup(page, t, 'about')
  await page.getByLabel(t('profiles.about')).fill('I mend clocks.')
  await page.getByRole('link', { name: t('profiles.own.view') }).click()
  await page.getByRole('alertdialog').waitFor()
}

async function openDeletion({ page, t }: ScreenContext) {
  await page.getByRole('button', { name: t('deletion.delete.action'), exact: true }).click()
  // It takes the focus once its effects have run, those that follow its values among them.
  await expect(page.getByRole('form', { name: t('deletion.delete.title') })).toBeFocused()
  await page.getByLabel(t('deletion.delete.reasons.site_problems')).check()
}
