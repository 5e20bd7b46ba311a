import type { Locator, Page } from '@playwright/test'
import regions from '#server/features/settings/regions.json' with { type: 'json' }
import { HOUR } from '#server/platform/clock.ts'
import { expectAccessible, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'
import type { Words } from '../support/words.ts'

/** Older than anybody of the demo, so that the numbers are this test's own. */
const OLD = 81
const OLDER = 84

test('a search by gender, country, region and ages counts exactly and shows everybody once', async ({
  open,
  words,
  build,
  world,
}, { project, repeatEachIndex }) => {
  const place = { country: 'US' as const, region: ownRegion(project.name, repeatEachIndex), city: 'Springfield' }
  for (let number = 1; number <= 24; number += 1)
    await build({ ...place, name: `Agnes ${number}`, birthDate: bornFor(OLD) })
  for (const name of ['Dora', 'Edith', 'Flora']) await build({ ...place, name, birthDate: bornFor(OLDER) })
  const away = await build({ ...place, name: 'Greta', birthDate: bornFor(OLDER) })
  await world.db
    .updateTable('profileSearch')
    .set({ lastActiveAt: new Date(Date.now() - HOUR) })
    .where('userId', '=', away.userId)
    .execute()
  await build({ ...place, name: 'Horace', gender: 'male', birthDate: bornFor(OLDER) })
  const page = await open(await build({ gender: 'male', birthDate: bornFor(OLD) }))
  await visit(page, '/members')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('search.title'))

  let filters = await openFilters(page, words)
  await expectAccessible(page)
  await filters.getByLabel(words('settings.country')).selectOption('US')
  await expect(page).toHaveURL(/country=US/)
  await filters.getByLabel(words('settings.regionKinds.state')).selectOption(place.region)
  await expect(page).toHaveURL(/region=/)
  await closeFilters(page, words, 28)
  await expectCount(page, words, 28)
  await expectAccessible(page)
  await expect(tiles(page)).toHaveCount(24)
  const first = await tiles(page).allTextContents()
  await expect(tiles(page).first()).toContainText(words('profiles.online'))

  await page.getByRole('link', { name: words('search.page', { page: 2 }) }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(tiles(page)).toHaveCount(4)
  const second = await tiles(page).allTextContents()
  expect(new Set([...first, ...second]).size).toBe(28)
  await expect(tiles(page).last()).toContainText(`Greta, ${OLDER}`)
  await expect(tiles(page).last()).not.toContainText(words('profiles.online'))

  filters = await openFilters(page, words)
  await moveTo(filters, words('search.minAge'), OLD + 1)
  await expect(page).toHaveURL(/minAge=82/)
  await closeFilters(page, words, 4)
  await expectCount(page, words, 4)
  filters = await openFilters(page, words)
  await moveTo(filters, words('search.maxAge'), OLDER - 1)
  await expect(page).toHaveURL(/maxAge=83/)
  await closeFilters(page, words, 0)
  await expectCount(page, words, 0)
  await expect(page.getByText(words('search.empty.title'))).toBeVisible()
  await expectAccessible(page)
  filters = await openFilters(page, words)
  await moveTo(filters, words('search.maxAge'), OLDER)
  await expect(page).toHaveURL(/maxAge=84/)
  // It shows the choice a moment later, with the search on its way.
  await filters.getByRole('radio', { name: words('search.genders.male'), exact: true }).click()
  await expect(page).toHaveURL(/gender=male/)
  await closeFilters(page, words, 1)
  await expectCount(page, words, 1)
  await expect(tiles(page)).toContainText([`Horace, ${OLDER}`])

  // What is searched for stands in the address, and is said in words.
  await page.reload()
  await expectCount(page, words, 1)
  const inForce = page.getByRole('list', { name: words('search.inForce') })
  for (const chip of [words('search.genders.male'), words('search.ages', { low: 82, high: 84 }), place.region])
    await expect(inForce).toContainText(chip)
  await inForce.getByRole('button', { name: words('search.removeFilter', { filter: place.region }) }).click()
  await expect(page).not.toHaveURL(/region=/)
  await expect(page).toHaveURL(/country=US/)
})

test('a visitor may look around, and is asked in for more', async ({ page, words }) => {
  await visit(page, '/members')
  await expect(tiles(page).first()).toBeVisible()
  await expect(page.getByRole('button', { name: containsLike(words) })).toHaveCount(0)
  await expectAccessible(page)
  await tiles(page).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/members\/.+/)
  await expect(page.getByRole('link', { name: words('profiles.lock.loginLink'), exact: true }).first()).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expectAccessible(page)
})

function tiles(page: Page) {
  return page.getByRole('article')
}

function expectCount(page: Page, words: Words, count: number) {
  return expect(page.getByRole('main').getByText(words('search.results', { count }), { exact: true })).toBeVisible()
}

/** The filters stand beside the results, or on a narrow screen in a sheet. */
async function openFilters(page: Page, words: Words) {
  const button = page.getByRole('button', { name: words('search.filter'), exact: true })
  if (!(await button.isVisible())) return page.getByRole('complementary', { name: words('search.filters') })
  await button.click()
  return page.getByRole('dialog', { name: words('search.filters') })
}

async function closeFilters(page: Page, words: Words, count: number) {
  const sheet = page.getByRole('dialog', { name: words('search.filters') })
  if (!(await sheet.isVisible())) return
  await sheet.getByRole('button', { name: words('search.show', { count }), exact: true }).click()
  await expect(sheet).toBeHidden()
}

async function moveTo(filters: Locator, thumb: string, age: number) {
  const slider = filters.getByRole('slider', { name: thumb })
  await slider.fill(String(age))
  await slider.blur()
}

function containsLike(words: Words) {
  return new RegExp(`^${words('likes.likeName', { name: '' })}`)
}

/** Somebody born on this day has this age all year long. */
function bornFor(age: number) {
  return `${new Date().getUTCFullYear() - age}-01-01`
}

/** A state for each project, in which no other test looks. */
function ownRegion(project: string, repetition: number) {
  const index = ['en-phone', 'en-desktop', 'fr-phone', 'fr-desktop'].indexOf(project)
  return regions.US[index + 4 * repetition] ?? ''
}
