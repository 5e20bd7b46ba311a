import regions from '#server/features/settings/regions.json' with { type: 'json' }
import { getDiscovery } from '#contract/games/calls.ts'
import { likeProfile } from '#contract/likes/calls.ts'
import { DAILY_PICKS } from '#contract/limits.ts'
import { HOUR } from '#contract/time.ts'
import { untilHydrated, visit, waitForHydration } from '../support/screen.ts'
import { bornFor, closeFilters, expectCount, moveTo, openFilters, tiles } from '../support/search-steps.ts'
import { barLink } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'
import { callsTo, randomAddress } from '#tests/support/audits/site-calls.ts'

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

test('of two quick changes the later one wins, whatever the order of the replies', async ({ open, build, t }) => {
  const page = await open(await build())
  await visit(page, '/members')
  const filters = await openFilters(page, t)
  const online = filters.getByRole('checkbox', { name: t('search.flags.online') })
  let reply = () => {}
  const isAsked = new Promise<void>((resolve) => {
    void page.route(/\/api\/members\?.*online/, async (route) => {
      resolve()
      await new Promise<void>((done) => {
        reply = done
      })
      await route.continue()
    })
  })
  await online.click()
  await isAsked
  await online.click()
  await expect(online).not.toBeChecked()
  const late = page.waitForResponse(/\/api\/members\?.*online/)
  reply()
  await (await late).finished()
  await filters.getByRole('checkbox', { name: t('search.flags.photo') }).click()
  await expect(page).toHaveURL(/photo=true/)
  await expect(page).not.toHaveURL(/online=true/)
  await expect(online).not.toBeChecked()
})

test('a late reply of a search does not lead back to it', async ({ open, build, t }) => {
  const page = await open(await build())
  await visit(page, '/members')
  const filters = await openFilters(page, t)
  let reply = () => {}
  await page.route(/\/api\/members\?.*online/, async (route) => {
    await new Promise<void>((done) => {
      reply = done
    })
    await route.continue()
  })
  const asked = page.waitForRequest(/\/api\/members\?.*online/)
  await filters.getByRole('checkbox', { name: t('search.flags.online') }).click()
  await asked
  await tiles(page).first().getByRole('link').click()
  // The page that is opened does not wait for the reply.
  await expect(page.getByRole('button', { name: t('likes.like'), exact: true })).toBeVisible()
  const late = page.waitForResponse(/\/api\/members\?.*online/)
  reply()
  await (await late).finished()
  // By then the page has handled the reply.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestIdleCallback(() => resolve())
      }),
  )
  await expect(page).toHaveURL(/\/members\/.+/)
})

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

test('a late reply of a search does not lead away from the one to which Back led', async ({ open, build, t }) => {
  const page = await open(await build())
  await visit(page, '/members?minAge=30')
  await barLink(page, t, 'members').click()
  await expect(page).toHaveURL('/members')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/api\/members\?.*photo/, async (route) => {
    await released
    await route.continue()
  })
  const photo = (await openFilters(page, t)).getByRole('checkbox', { name: t('search.flags.photo') })
  await photo.check()
  await page.goBack()
  await expect(page).toHaveURL('/members?minAge=30')
  await expect(photo).not.toBeChecked()
  const late = page.waitForResponse(/\/api\/members\?.*photo/)
  release()
  await (await late).finished()
  // By then the page has handled the reply.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestIdleCallback(() => resolve())
      }),
  )
  await expect(page).toHaveURL('/members?minAge=30')
})

test('the list does not wait long for the members for today', async ({ open, build, t }) => {
  const old = { country: 'AT', birthDate: bornFor(OLD), interests: ['hiking', 'wine'] } as const
  await build({ ...old, interests: [...old.interests], name: 'Leo', gender: 'male' })
  const page = await open(await build({ ...old, interests: [...old.interests] }))
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/discovery', async (route) => {
    await isReleased
    await route.continue()
  })
  await visit(page, '/likes')
  await barLink(page, t, 'members').click()
  await expect(tiles(page).first()).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 2, name: t('games.discovery.today'), exact: true })).toBeVisible()
  await expect(page.locator('article').filter({ hasText: 'Leo' })).toHaveCount(1)
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

test(
  'the search begins with members for today, online and new nearby, and one press filters it',
  { tag: '@phone' },
  async ({ open, build, t }, { project, repeatEachIndex }) => {
    // Members of other tests and of other runs are elsewhere, or older.
    const countries = project.name === 'en-desktop' ? (['BE', 'ES', 'PL'] as const) : (['CH', 'CA', 'IT'] as const)
    const birthDate = bornFor(OLD + 14 * Math.floor(repeatEachIndex / countries.length))
    const old = { country: countries[repeatEachIndex % countries.length] ?? 'BE', birthDate }
    const shared = { interests: ['hiking' as const, 'wine' as const] }
    for (const name of ['Paul', 'Otto', 'Hugo', 'Karl', 'Emil', 'Fritz', 'Gustav', 'Rudi'])
      await build({ ...old, ...shared, name, gender: 'male' })
    const page = await open(await build({ ...old, ...shared, name: 'Ida' }))
    await visit(page, '/members')
    const row = (title: string) =>
      page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) })
    const today = row(t('games.discovery.today'))
    await expect(today.getByRole('article')).toHaveCount(DAILY_PICKS)
    const face = await today.getByRole('article').first().boundingBox()
    if (page.viewportSize()?.width === 390) expect(face?.y).toBeLessThan(844 / 3)
    const finder = today.getByRole('link', { name: t('search.sharedInterests'), exact: true })
    await expect(finder).toHaveAttribute('href', '/match-finder?step=results')
    // Each has a reason, and who is in the rows above is not in those below.
    await expect(today.getByRole('listitem').first()).toContainText(t('profiles.interest.hiking'), { ignoreCase: true })
    const online = row(t('search.flags.online'))
    await expect(online.getByRole('article')).toHaveCount(3)
    // The number above the rows counts those of today; the list leaves them out.
    await expect(page.getByRole('heading', { level: 2, name: t('search.everyoneElse'), exact: true })).toBeVisible()
    await expectCount(page, t, 8)

    const name = t('likes.heart.like', { name: '' })
    const liked = today.getByRole('article').first()
    const link = (await liked.getByRole('link').getAttribute('href')) ?? ''
    await expect(page.locator(`article a[href="${link}"]`)).toHaveCount(1)
    const heart = liked.getByRole('button', { name: new RegExp(`^${name}`) })
    // A like can be taken back where it is confirmed.
    await heart.click()
    const undo = page.getByRole('button', { name: t('likes.heart.undo'), exact: true })
    await undo.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
    await expect(undo).toBeHidden()
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await expect(undo).toBeVisible()
    await expect.poll(async () => (await page.request.get(`/api${link}`)).text()).toContain('"isLiked":true')
    await page.reload()
    await waitForHydration(page)
    await expect(today.getByRole('article')).toHaveCount(DAILY_PICKS - 1)

    // The way to all who are online is the search with that filter, which a press takes away again.
    const all = online.getByRole('link', { name: t('games.discovery.all', { count: 8, more: '' }) })
    await all.click()
    await expect(page).toHaveURL(/online=true/)
    await expectCount(page, t, 8)
    await expect(today).toBeHidden()
    const quick = page.getByRole('button', { name: t('search.flags.online'), exact: true })
    await expect(quick).toHaveAttribute('aria-pressed', 'true')
    await quick.click()
    await expect(page).toHaveURL(/\/members$/)
    await expect(today).toBeVisible()

    // The other ways to look for members, and back.
    const modes = page.getByRole('navigation', { name: t('search.modes.label') })
    await modes.getByRole('link', { name: t('search.modes.cards') }).click()
    await expect(page).toHaveURL('/swipe-game')
    // Without a question before the people: the profile answers them.
    await modes.getByRole('link', { name: t('search.modes.forYou') }).click()
    await expect(page).toHaveURL('/match-finder?step=results')
    await expect(modes.getByRole('link', { name: t('search.modes.forYou') })).toHaveAttribute('aria-current', 'page')
    await modes.getByRole('link', { name: t('search.modes.grid') }).click()
    await expect(page).toHaveURL('/members')
    await expect(today.getByRole('article')).toHaveCount(DAILY_PICKS - 1)
    const pick = (await today.getByRole('article').first().getByRole('link').getAttribute('href')) ?? ''
    await expect(page.locator(`article a[href="${pick}"]`)).toHaveCount(1)
    await expect(page.locator(`article a[href="${link}"]`)).toHaveCount(1)
  },
)

test('the members for today stay as the server rendered them where their code cannot be loaded', async ({
  open,
  build,
  origin,
  t,
  watch,
}) => {
  watch.expectCuts()
  const old = { country: 'DE', birthDate: bornFor(OLD) } as const
  for (let count = 0; count <= DAILY_PICKS; count += 1)
    await build({ ...old, interests: ['hiking', 'wine'], name: 'Lars', gender: 'male' })
  const viewer = await build({ ...old, interests: ['hiking', 'wine'] })
  const calls = callsTo(origin, viewer)
  const [pick] = (await calls(getDiscovery, {})).today
  await calls(likeProfile, { params: { profileId: pick?.id ?? '' } })
  const page = await open(viewer)
  const code = /\/assets\/(?:\w\w\/)?discovery-rows-/
  await page.route(code, (route) => route.abort('internetdisconnected'))
  const failed = page.waitForEvent('requestfailed', (request) => code.test(request.url()))
  await visit(page, '/members')
  await failed
  const today = page.getByRole('heading', { level: 2, name: t('games.discovery.today'), exact: true })
  await expect(today).toBeVisible()
  // Fewer than for a whole line: the way to more such members fills it.
  await expect(page.getByRole('link', { name: t('games.swipe.empty.finder') })).toBeVisible()
  // A press in the list below does not take them away.
  const heart = page.getByRole('button', { name: t('likes.heart.like', { name: 'Lars' }), exact: true }).last()
  await untilHydrated(heart)
  await heart.click()
  await expect(page.getByRole('button', { name: t('likes.heart.undo'), exact: true })).toBeVisible()
  await expect(today).toBeVisible()
})
