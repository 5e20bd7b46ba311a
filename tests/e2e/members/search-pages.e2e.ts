import regions from '#server/features/settings/regions.json' with { type: 'json' }
import { visit } from '../support/screen.ts'
import { bornFor, expectCount, OLD, openFilters, tiles } from '../support/search-steps.ts'
import { expect, test } from '../support/test.ts'

test('filters, pages and the place in the list return with Back, and filters out of sight have a chip', async ({
  open,
  build,
  t,
}, { repeatEachIndex }) => {
  const place = { country: 'US' as const, region: regions.US[20 + repeatEachIndex] ?? '', city: 'Springfield' }
  for (let number = 1; number <= 30; number += 1)
    await build({ ...place, name: `Ida ${number}`, birthDate: bornFor(OLD), eyeColour: 'blue' })
  await build({ ...place, name: 'Judy', birthDate: bornFor(OLD) })
  const page = await open(await build({ gender: 'male', birthDate: bornFor(OLD) }))
  await visit(page, `/members?country=US&region=${encodeURIComponent(place.region)}&minAge=80&maxAge=83`)
  await expectCount(page, t, 31)

  const filters = await openFilters(page, t)
  await filters.getByRole('checkbox', { name: t('search.flags.online') }).click()
  await expect(page).toHaveURL(/online=true/)
  await filters.getByRole('button', { name: t('search.moreFilters') }).click()
  await filters.getByText(t('profiles.own.eyeColour'), { exact: true }).click()
  const eyes = filters.getByRole('group', { name: t('profiles.own.eyeColour') })
  await eyes.getByRole('checkbox').nth(1).click()
  await expect(page).toHaveURL(/eyeColour=blue/)
  await expectCount(page, t, 30)

  // Pressed without scrolling to it, which would load the page by itself.
  await page.getByRole('link', { name: t('search.more'), exact: true }).evaluate((link: HTMLElement) => link.click())
  await expect(tiles(page)).toHaveCount(30)
  await expect(tiles(page).nth(24).getByRole('link')).toBeFocused()
  await expect(page).toHaveURL(/page=2/)
  const texts = await tiles(page).allTextContents()
  const last = tiles(page).last()
  await last.scrollIntoViewIfNeeded()
  const top = await page.evaluate(() => Math.round(scrollY))
  await last.getByRole('link').click()
  await expect(page).toHaveURL(/\/members\/.+/)
  await page.goBack()
  await expect(tiles(page)).toHaveText(texts)
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBeGreaterThan(top - 100)
  await expect(filters.getByRole('slider', { name: t('search.minAge') })).toHaveValue('80')

  // What the fields beside the members show has no chip. The others are removable, and all of them at once.
  const inForce = page.getByRole('list', { name: t('search.inForce') })
  const blue = t('profiles.choices.eyeColour.blue', { gender: 'female' })
  await expect(inForce.getByRole('button', { name: t('search.removeFilter', { filter: blue }) })).toBeVisible()
  const quick = inForce.getByRole('button', { name: t('search.flags.online'), exact: true })
  await expect(quick).toHaveAttribute('aria-pressed', 'true')
  const online = filters.getByRole('checkbox', { name: t('search.flags.online') })
  await expect(online).toBeChecked()
  await online.click()
  await expect(online).not.toBeChecked()
  await expect(quick).toHaveAttribute('aria-pressed', 'false')
  await expect(page).not.toHaveURL(/online=true/)
  await expect(page).toHaveURL(/eyeColour=blue/)
  // It is kept for the next visit on this device.
  await visit(page, '/members')
  await expect(page).toHaveURL(/eyeColour=blue/)
  await inForce.getByRole('button', { name: t('search.clearAll') }).click()
  await expect(page).toHaveURL(/\/members$/)
  await visit(page, '/members')
  await expect(page).toHaveURL(/\/members$/)
})

test('a page that cannot be loaded leaves the list and can be retried', async ({ open, build, watch, t }, {
  repeatEachIndex,
}) => {
  const place = { country: 'US' as const, region: regions.US[40 + repeatEachIndex] ?? '', city: 'Springfield' }
  for (let number = 1; number <= 26; number += 1)
    await build({ ...place, name: `Lena ${number}`, birthDate: bornFor(OLD) })
  const page = await open(await build({ gender: 'male' }))
  await visit(page, `/members?country=US&region=${encodeURIComponent(place.region)}&minAge=80&maxAge=83`)
  await expect(tiles(page)).toHaveCount(24)
  watch.expectError(429, '/api/members')
  await page.route('**/api/members?*', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '60' }, json: { error: { code: 'request.too_many' } } }),
  )
  await tiles(page).last().scrollIntoViewIfNeeded()
  await expect(page.getByText(t('search.failed'))).toBeVisible()
  await expect(tiles(page)).toHaveCount(24)
  await page.unroute('**/api/members?*')
  await page.getByRole('button', { name: t('common.retry'), exact: true }).click()
  await expect(tiles(page)).toHaveCount(26)
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
  await expect(page).toHaveURL(/page=2/)

  // Without a connection, a chosen filter is reported at once as not applied, in view of the list.
  watch.expectCuts()
  await page.evaluate(() => scrollTo(0, 0))
  await page.context().setOffline(true)
  await page
    .getByRole('complementary', { name: t('search.filters') })
    .getByRole('checkbox', { name: t('search.flags.photo') })
    .click()
  await expect(page.getByText(t('search.failed'))).toBeInViewport()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: t('common.retry'), exact: true }).click()
  await expect(page).toHaveURL(/photo=true/)

  // On a phone the filters cover the list: their button says it, and leads to the retry.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: t('search.filter'), exact: true }).click()
  const sheet = page.getByRole('dialog')
  await sheet.waitFor()
  await page.context().setOffline(true)
  await sheet.getByRole('checkbox', { name: t('search.flags.new') }).click()
  await sheet.getByRole('button', { name: t('search.failed') }).click()
  await expect(sheet).toHaveCount(0)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: t('common.retry'), exact: true }).click()
  await expect(page).toHaveURL(/new=true/)
})

test('a deep link opens a later page, from which all pages can be reached', async ({ open, build, t }, info) => {
  const place = { country: 'US' as const, region: regions.US[45 + info.repeatEachIndex] ?? '', city: 'Springfield' }
  for (let number = 1; number <= 25; number += 1)
    await build({ ...place, name: `Lotte ${number}`, birthDate: bornFor(OLD) })
  const page = await open(await build({ gender: 'male', birthDate: bornFor(OLD) }))
  await visit(page, `/members?country=US&region=${encodeURIComponent(place.region)}&minAge=80&maxAge=83&page=2`)
  await expect(page).toHaveTitle(new RegExp(t('search.titlePage', { page: 2 })))
  await expect(tiles(page)).toHaveCount(1)
  await page.getByRole('link', { name: t('search.page', { page: 1 }), exact: true }).click()
  await expect(page).not.toHaveURL(/page=/)
  await expect(tiles(page)).toHaveCount(24)
  await expect(tiles(page).first().getByRole('link')).toBeFocused()
  const first = page.getByRole('link', { name: t('search.page', { page: 1 }), exact: true })
  await expect(first).toHaveAttribute('aria-current', 'page')
})

test('a page after the last one leads back to the last', async ({ open, build, t }, { repeatEachIndex }) => {
  const place = { country: 'US' as const, region: regions.US[48 + repeatEachIndex] ?? '', city: 'Springfield' }
  await build({ ...place, name: 'Klara', birthDate: bornFor(OLD) })
  const page = await open(await build({ gender: 'male', birthDate: bornFor(OLD) }))
  await visit(page, `/members?country=US&region=${encodeURIComponent(place.region)}&minAge=80&maxAge=83&page=7`)
  await expect(page.getByRole('heading', { name: t('search-filters.past.title') })).toBeVisible()
  await expect(page.getByText(t('search-filters.empty.title'))).toHaveCount(0)
  await page.getByRole('link', { name: t('search-filters.past.last', { page: 1 }) }).click()
  await expect(tiles(page)).toContainText([`Klara, ${OLD}`])
  await expect(page).not.toHaveURL(/page=/)
})
