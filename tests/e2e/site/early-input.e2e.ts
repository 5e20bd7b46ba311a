import type { Page } from '@playwright/test'
import { waitForHydration } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

/** Opens a page whose scripts come when the returned function is called, as on a slow network. */
async function openWithoutScripts(page: Page, path: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return async () => {
    release()
    await waitForHydration(page)
  }
}

test('filters that are chosen before the scripts come are searched for', async ({ open, build, t }) => {
  const page = await open(await build({ gender: 'male' }))
  const hydrate = await openWithoutScripts(page, '/members')
  const filters = page.getByRole('complementary', { name: t('search.filters') })
  await filters.getByRole('radio', { name: t('search.both') }).check()
  await hydrate()
  await expect(page).toHaveURL(/gender=both/)
  await expect(filters.getByRole('radio', { name: t('search.both') })).toBeChecked()
})

test('what is chosen and typed in a form before the scripts come stays', async ({ page, t }) => {
  const hydrate = await openWithoutScripts(page, '/complaints')
  const subject = page.getByRole('main').getByRole('combobox')
  // Below the others: with it all of them have come.
  await page.getByLabel(t('pages.complaints.email'), { exact: true }).fill('ann@example.com')
  const lastValue = await subject.locator('option').last().getAttribute('value')
  await subject.selectOption(lastValue)
  await hydrate()
  await page.getByRole('button', { name: t('pages.complaints.send') }).click()
  await expect(page.getByLabel(t('pages.complaints.text'), { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(subject).not.toHaveAttribute('aria-invalid', 'true')
  await expect(subject).toHaveValue(lastValue ?? '')
  await expect(page.getByLabel(t('pages.complaints.email'), { exact: true })).toHaveValue('ann@example.com')
})

test('a log-in that is typed before the scripts come can be sent', async ({ page, t }) => {
  const hydrate = await openWithoutScripts(page, '/login')
  await page.getByLabel(t('accounts.fields.email'), { exact: true }).fill('ann@example.com')
  await page.getByLabel(t('accounts.fields.password'), { exact: true }).fill('a secret')
  await hydrate()
  await expect(page.getByRole('button', { name: t('accounts.login.submit'), exact: true })).toBeEnabled()
  await expect(page.getByLabel(t('accounts.fields.email'), { exact: true })).toHaveValue('ann@example.com')
  await expect(page.getByLabel(t('accounts.fields.password'), { exact: true })).toHaveValue('a secret')
})

test('ages and chips that are chosen before the scripts come are searched for', async ({ open, build, t }) => {
  const page = await open(await build({ gender: 'male' }))
  const hydrate = await openWithoutScripts(page, '/members')
  const filters = page.getByRole('complementary', { name: t('search.filters') })
  await filters.getByRole('slider', { name: t('search.minAge') }).press('ArrowRight')
  const chip = filters.getByRole('checkbox', { name: t('search.flags.photo') })
  await chip.check()
  await hydrate()
  await expect(page).toHaveURL(/photo=true/)
  await expect(page).toHaveURL(/minAge=\d+/)
  await expect(chip).toBeChecked()
})
