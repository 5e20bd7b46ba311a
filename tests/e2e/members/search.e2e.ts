import regions from '#server/features/settings/regions.json' with { type: 'json' }
import { HOUR } from '#contract/time.ts'
import { visit, waitForHydration } from '../support/screen.ts'
import { bornFor, closeFilters, expectCount, moveTo, OLD, openFilters, tiles } from '../support/search-steps.ts'
import { expect, test } from '../support/test.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'

/** Of the oldest members of a search. */
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
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await visit(page, '/members')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('search.title'))
    // A wide screen shows the filters; a phone loads their code when they open.
    expect(scripts.some((url) => url.includes('/search-filter-fields-'))).toBe(project.name === 'en-desktop')

    let filters = await openFilters(page, t)
    await filters.getByLabel(t('settings.country')).selectOption('US')
    await expect(page).toHaveURL(/country=US/)
    await filters.getByLabel(t('settings.regionKinds.state')).selectOption(place.region)
    await expect(page).toHaveURL(/region=/)
    await closeFilters(page, t, 28)
    await expectCount(page, t, 28)
    await expect(tiles(page)).toHaveCount(24)
    const first = await tiles(page).allTextContents()
    await expect(tiles(page).first()).toContainText(t('profiles.tile.online'))

    // Near its end the list grows by the next page, and the address follows.
    await tiles(page).last().scrollIntoViewIfNeeded()
    await expect(page).toHaveURL(/page=2/)
    await expect(tiles(page)).toHaveCount(28)
    const all = await tiles(page).allTextContents()
    expect(all.slice(0, 24)).toEqual(first)
    expect(new Set(all).size).toBe(28)
    await page.evaluate(() => scrollTo(0, 0))
    await expect(tiles(page).last()).toContainText(`Greta, ${OLDER}`)
    await expect(tiles(page).last()).not.toContainText(t('profiles.tile.online'))

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
    await expect(page.getByText(t('search-filters.empty.title'))).toBeVisible()
    filters = await openFilters(page, t)
    await moveTo(filters, t('search.maxAge'), OLDER)
    await expect(page).toHaveURL(/maxAge=84/)
    // The radio is checked a little later, after the search has begun: `check` would not wait.
    await filters.getByRole('radio', { name: t('search.genders.male'), exact: true }).click()
    await expect(page).toHaveURL(/gender=male/)
    await closeFilters(page, t, 1)
    await expectCount(page, t, 1)
    await expect(tiles(page)).toContainText([`Horace, ${OLDER}`])

    // The criteria are in the URL. They are listed above the results where their fields are not beside them.
    await page.reload()
    await waitForHydration(page)
    await expectCount(page, t, 1)
    const inForce = page.getByRole('list', { name: t('search.inForce') })
    const removal = inForce.getByRole('button', { name: t('search.removeFilter', { filter: place.region }) })
    if (project.name === 'fr-phone') {
      for (const chip of [t('search.genders.male'), t('search.ages', { low: 82, high: 84 }), place.region])
        await expect(inForce).toContainText(chip)
      await removal.click()
    } else {
      await expect(removal).toBeHidden()
      await filters.getByLabel(t('settings.regionKinds.state')).selectOption('')
    }
    await expect(page).not.toHaveURL(/region=/)
    await expect(page).toHaveURL(/country=US/)
  },
)

test('the ages can be chosen again after their filter was removed, and a slider that nothing moved searches nothing', async ({
  open,
  build,
  t,
}) => {
  const page = await open(await build())
  await visit(page, '/members')
  const filters = await openFilters(page, t)
  const youngest = filters.getByRole('slider', { name: t('search.minAge') })
  const initial = await youngest.inputValue()
  await moveTo(filters, t('search.minAge'), 30)
  await expect(page).toHaveURL(/minAge=30/)
  const inForce = page.getByRole('list', { name: t('search.inForce') })
  await inForce.getByRole('button', { name: t('search.clearAll') }).click()
  await expect(page).toHaveURL(/\/members$/)
  await expect(youngest).toHaveValue(initial)
  await youngest.focus()
  await page.keyboard.press('Tab')
  await expect(youngest).not.toBeFocused()
  await filters.getByRole('checkbox', { name: t('search.flags.photo') }).click()
  await expect(page).toHaveURL(/photo=true/)
  await expect(page).not.toHaveURL(/minAge/)
  await moveTo(filters, t('search.minAge'), 30)
  await expect(page).toHaveURL(/minAge=30/)
})

test('a search that finds no one says which filter to relax', async ({ open, build, t }, { repeatEachIndex }) => {
  const place = { country: 'US' as const, region: regions.US[30 + repeatEachIndex] ?? '', city: 'Springfield' }
  await build({ ...place, name: 'Kora', birthDate: bornFor(OLD) })
  const page = await open(await build({ gender: 'male', birthDate: bornFor(OLD) }))
  await visit(
    page,
    `/members?country=US&region=${encodeURIComponent(place.region)}&minAge=${OLD - 1}&maxAge=${OLD + 1}&tattoos=many`,
  )
  await expect(page.getByText(t('search-filters.empty.title'))).toBeVisible()
  const quoted = t('search-filters.suggestions.quoted', { filter: t('profiles.choices.tattoos.many') })
  const drop = t('search-filters.suggestions.drop', { count: 1, filters: quoted })
  await page.getByRole('button', { name: drop }).click()
  await expect(page).not.toHaveURL(/tattoos/)
  await expect(tiles(page)).toContainText(['Kora'])
  // The pressed button is gone, and the keyboard goes on from the list.
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)

  // Nothing that is dropped alone brings any member: two filters together do.
  await visit(
    page,
    `/members?country=US&region=${encodeURIComponent(place.region)}&minAge=${OLD - 1}&maxAge=${OLD + 1}&tattoos=many&eyeColour=grey`,
  )
  const eyes = t('search-filters.suggestions.quoted', { filter: t('profiles.choices.eyeColour.grey') })
  await page.getByRole('button', { name: eyes }).click()
  await expect(page).not.toHaveURL(/tattoos|eyeColour/)
  await expect(tiles(page)).toContainText(['Kora'])
})

test('without scripts the usual filters are a form, on a phone too', async ({ browser, build, t, origin }) => {
  const member = await build({ gender: 'male' })
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: origin,
    viewport: { width: 390, height: 844 },
    extraHTTPHeaders: { cookie: member.cookie, ...randomAddress() },
  })
  const page = await context.newPage()
  await page.goto('/members?eyeColour=blue')
  const form = page.getByRole('form', { name: t('search.filters') })
  await expect(page.getByRole('button', { name: t('search.filter'), exact: true })).toHaveCount(1)
  await form.getByLabel(t('search.gender')).selectOption('male')
  await form.getByLabel(t('settings.country')).selectOption('DE')
  await form.getByLabel(t('search.minAge')).fill('30')
  await form.getByLabel(t('search.flags.photo')).check()
  await form.getByRole('button', { name: t('search.filter'), exact: true }).click()
  await expect(page).toHaveURL(/\/members\?eyeColour=blue&gender=male&country=DE&minAge=30&maxAge=\d+&photo=true$/)
  await expect(page.getByRole('list', { name: t('search.inForce') })).toContainText(t('search.flags.photo'))
  await expect(form.getByLabel(t('search.minAge'))).toHaveValue('30')
  await context.close()
})

/** Returns a state that no other run of this test uses. */
function ownRegion(project: string, repetition: number) {
  const index = ['en-desktop', 'fr-phone'].indexOf(project)
  return regions.US[index + 2 * repetition] ?? ''
}
