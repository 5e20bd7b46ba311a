import type { Locator, Page } from '@playwright/test'
import regions from '#server/features/settings/regions.json' with { type: 'json' }
import { HOUR } from '#contract/time.ts'
import { visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'
import type { Translate } from '#tests/support/translator.ts'

/** Older than any demo member, so that the results are this test's members alone. */
const OLD = 81
const OLDER = 84

test(
  'a search by gender, country, region and ages counts exactly and lists each member once',
  { tag: '@phone' },
  async ({ open, t, build, testSite }, { project, repeatEachIndex }) => {
    const place = { country: 'US' as const, region: ownRegion(project.name, repeatEachIndex), city: 'Springfield' }
    for (let number = 1; number <= 24; number += 1)
      await build({ ...place, name: `Agnes ${number}`, birthDate: bornFor(OLD) })
    for (const name of ['Dora', 'Edith', 'Flora']) await build({ ...place, name, birthDate: bornFor(OLDER) })
    const away = await build({ ...place, name: 'Greta', birthDate: bornFor(OLDER) })
    await testSite.db
      .updateTable('profileSearch')
      .set({ lastActiveAt: new Date(Date.now() - HOUR) })
      .where('userId', '=', away.userId)
      .execute()
    await build({ ...place, name: 'Horace', gender: 'male', birthDate: bornFor(OLDER) })
    const page = await open(await build({ gender: 'male', birthDate: bornFor(OLD) }))
    await visit(page, '/members')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('search.title'))

    let filters = await openFilters(page, t)
    await filters.getByLabel(t('settings.country')).selectOption('US')
    await expect(page).toHaveURL(/country=US/)
    await filters.getByLabel(t('settings.regionKinds.state')).selectOption(place.region)
    await expect(page).toHaveURL(/region=/)
    await closeFilters(page, t, 28)
    await expectCount(page, t, 28)
    await expect(tiles(page)).toHaveCount(24)
    const first = await tiles(page).allTextContents()
    await expect(tiles(page).first()).toContainText(t('profiles.online'))

    await page.getByRole('link', { name: t('search.page', { page: 2 }) }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(tiles(page)).toHaveCount(4)
    const second = await tiles(page).allTextContents()
    expect(new Set([...first, ...second]).size).toBe(28)
    await expect(tiles(page).last()).toContainText(`Greta, ${OLDER}`)
    await expect(tiles(page).last()).not.toContainText(t('profiles.online'))

    filters = await openFilters(page, t)
    await moveTo(filters, t('search.minAge'), OLD + 1)
    await expect(page).toHaveURL(/minAge=82/)
    await closeFilters(page, t, 4)
    await expectCount(page, t, 4)
    filters = await openFilters(page, t)
    await moveTo(filters, t('search.maxAge'), OLDER - 1)
    await expect(page).toHaveURL(/maxAge=83/)
    await closeFilters(page, t, 0)
    await expectCount(page, t, 0)
    await expect(page.getByText(t('search.empty.title'))).toBeVisible()
    filters = await openFilters(page, t)
    await moveTo(filters, t('search.maxAge'), OLDER)
    await expect(page).toHaveURL(/maxAge=84/)
    // The radio is checked a little later, after the search has begun: `check` would not wait.
    await filters.getByRole('radio', { name: t('search.genders.male'), exact: true }).click()
    await expect(page).toHaveURL(/gender=male/)
    await closeFilters(page, t, 1)
    await expectCount(page, t, 1)
    await expect(tiles(page)).toContainText([`Horace, ${OLDER}`])

    // The criteria are in the URL and listed above the results.
    await page.reload()
    await expectCount(page, t, 1)
    const inForce = page.getByRole('list', { name: t('search.inForce') })
    for (const chip of [t('search.genders.male'), t('search.ages', { low: 82, high: 84 }), place.region])
      await expect(inForce).toContainText(chip)
    await inForce.getByRole('button', { name: t('search.removeFilter', { filter: place.region }) }).click()
    await expect(page).not.toHaveURL(/region=/)
    await expect(page).toHaveURL(/country=US/)
  },
)

test('a visitor sees members and profiles without actions, and a link to the log-in', async ({ page, t }) => {
  await visit(page, '/members')
  await expect(tiles(page).first()).toBeVisible()
  await expect(page.getByRole('button', { name: containsLike(t) })).toHaveCount(0)
  await tiles(page).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/members\/.+/)
  await expect(page.getByRole('link', { name: t('profiles.lock.loginLink'), exact: true }).first()).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
})

function tiles(page: Page) {
  return page.getByRole('article')
}

function expectCount(page: Page, t: Translate, count: number) {
  return expect(page.getByRole('main').getByText(t('search.results', { count }), { exact: true })).toBeVisible()
}

/** Returns the filters: beside the results, or on a narrow screen in a sheet that is opened. */
async function openFilters(page: Page, t: Translate) {
  const button = page.getByRole('button', { name: t('search.filter'), exact: true })
  if (!(await button.isVisible())) return page.getByRole('complementary', { name: t('search.filters') })
  await button.click()
  return page.getByRole('dialog', { name: t('search.filters') })
}

async function closeFilters(page: Page, t: Translate, count: number) {
  const sheet = page.getByRole('dialog', { name: t('search.filters') })
  if (!(await sheet.isVisible())) return
  await sheet.getByRole('button', { name: t('search.show', { count }), exact: true }).click()
  await expect(sheet).toBeHidden()
}

async function moveTo(filters: Locator, thumb: string, age: number) {
  const slider = filters.getByRole('slider', { name: thumb })
  await slider.fill(String(age))
  await slider.blur()
}

function containsLike(t: Translate) {
  return new RegExp(`^${t('likes.likeName', { name: '' })}`)
}

/** Returns a birth date that gives this age on every day of the year. */
function bornFor(age: number) {
  return `${new Date().getUTCFullYear() - age}-01-01`
}

/** Returns a state that no other run of this test uses. */
function ownRegion(project: string, repetition: number) {
  const index = ['en-desktop', 'fr-phone'].indexOf(project)
  return regions.US[index + 2 * repetition] ?? ''
}
