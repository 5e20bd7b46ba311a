import { visit } from '../support/screen.ts'
import { openFilters } from '../support/search-steps.ts'
import { expect, test } from '../support/test.ts'

test(
  'a search near a member without a place on the map asks for one',
  { tag: '@phone' },
  async ({ open, build, t }) => {
    const member = await build({ gender: 'male', country: 'NL', region: 'Utrecht', city: 'Nowhere At All' })
    const page = await open(member)
    await page.context().grantPermissions(['geolocation'])
    await page.context().setGeolocation({ latitude: 52.09, longitude: 5.12 })
    await visit(page, '/members')
    // The chip asks below itself.
    const chip = page.getByRole('button', { name: t('search.nearMe'), exact: true })
    const question = page.getByRole('heading', { name: t('search-filters.position.title') })
    await chip.click()
    await expect(question).toBeVisible()
    await chip.click()
    await expect(question).toBeHidden()
    await expect(page).not.toHaveURL(/near=/)
    const filters = await openFilters(page, t)
    await filters.getByRole('button', { name: t('search.moreFilters') }).click()
    await filters.getByLabel(t('search-filters.near.label')).selectOption('100')
    await filters.getByRole('button', { name: t('search-filters.position.device') }).click()
    await expect(filters.getByText(t('search-filters.position.title'))).toBeHidden()
    await expect(filters.locator(':focus')).toHaveCount(1)
    await expect(page).toHaveURL(/near=100/)
    // The phone's Back closes the filters, and the chosen one stays.
    const sheet = page.getByRole('dialog', { name: t('search.filters') })
    if (await sheet.isVisible()) {
      await page.goBack()
      await expect(sheet).toBeHidden()
    }
    await expect(page).toHaveURL(/near=100/)
    await expect(page.getByRole('list', { name: t('search.inForce') })).toContainText(t('search.near', { km: 100 }))
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0)
  },
)

test('on a phone the answer to that question below the chips leaves the focus to the list', async ({
  open,
  build,
  t,
}) => {
  const page = await open(await build({ gender: 'male', country: 'NL', region: 'Utrecht', city: 'Nowhere At All' }))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 52.09, longitude: 5.12 })
  await visit(page, '/members')
  await page.getByRole('button', { name: t('search.nearMe'), exact: true }).click()
  const answer = page.getByRole('button', { name: t('search-filters.position.device') })
  await answer.click()
  await expect(answer).toBeHidden()
  await expect(page.locator('div[tabindex="-1"]:focus')).toHaveCount(1)
})

test('the town that is chosen while the device is still looking for its position stays', async ({ open, build, t }) => {
  const page = await open(await build({ gender: 'male', country: 'NL', region: 'Utrecht', city: 'Nowhere At All' }))
  const bodies: unknown[] = []
  await page.route('/api/profile/position', async (route) => {
    bodies.push(route.request().postDataJSON())
    await route.fulfill({ json: {} })
  })
  await page.addInitScript(() => {
    const position = { coords: { latitude: 52.09, longitude: 5.12 } } as GeolocationPosition
    navigator.geolocation.getCurrentPosition = (onFound) => addEventListener('position', () => onFound(position))
  })
  await visit(page, '/members')
  const filters = await openFilters(page, t)
  await filters.getByRole('button', { name: t('search.moreFilters') }).click()
  await filters.getByLabel(t('search-filters.near.label')).selectOption('100')
  const town = filters.getByRole('button', { name: t('search-filters.position.town') })
  await filters.getByRole('button', { name: t('search-filters.position.device') }).click()
  await town.click()
  await expect.poll(() => bodies).toEqual([{ from: 'town' }])
  await expect(town).toBeEnabled()
  await page.evaluate(() => dispatchEvent(new Event('position')))
  // Sent after what the late position would have sent.
  await town.click()
  await expect.poll(() => bodies).toEqual([{ from: 'town' }, { from: 'town' }])
})
