import { addSite } from '../support/own-site.ts'
import { waitForHydration } from '../support/screen.ts'
import { fillAccount, fillPassword, fillPlace, newPerson } from '../support/signup-steps.ts'
import { expect, test } from '../support/test.ts'

const campaign = { network: 'acme', ref: 'r1', sub1: 'a', sub2: 'b', sub3: 'c' }
const query = new URLSearchParams(campaign).toString()

test('cards are answered by keyboard, and the sign-up after them records the campaign', async ({
  page,
  t,
  origin,
  testSite,
}) => {
  // Only visitors of the campaign can sign up there, so the sign-up shows that it was kept.
  const settings = { signups: 'with_trafficsource' as const, traffic_sources: [campaign.network] }
  const own = await addSite(testSite, { origin, settings })
  const opened = `${own}/landers/tinderswipe?${query}`
  // The running site loads the new one a moment after the row is there.
  await expect(async () => {
    await page.goto(opened)
    await expect(page.getByRole('link', { name: t('landers.niches.plain.action') }).first()).toBeAttached({
      timeout: 500,
    })
  }).toPass()
  const [yes, no] = [t('landers.yes'), t('landers.no')].map((name) => page.getByRole('button', { name, exact: true }))
  if (!yes || !no) throw new Error('no buttons')
  await yes.waitFor()

  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await no.focus()
  await page.keyboard.press('Enter')
  await yes.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Space')
  const end = page.getByRole('region').or(page.locator('[data-end]'))
  await expect(end).toBeFocused()
  await expect(end.getByRole('listitem')).toHaveText([
    t('landers.pages.tinderswipe.one'),
    t('landers.pages.tinderswipe.four'),
    t('landers.pages.tinderswipe.five'),
  ])

  await end.getByRole('link', { name: t('landers.niches.plain.action') }).click()
  await expect(page).toHaveURL(`${own}/signup?${query}`)
  await waitForHydration(page)
  const person = newPerson()
  await fillAccount(page, t, person)
  await fillPlace(page, t)
  await fillPassword(page, t, person)
  await expect(page).toHaveURL(`${own}/complete-signup`)
  const recorded = await testSite.db
    .selectFrom('trafficSources')
    .innerJoin('users', 'users.id', 'trafficSources.userId')
    .select(['network', 'ref', 'sub1', 'sub2', 'sub3'])
    .where('users.email', '=', person.email)
    .execute()
  expect(recorded).toEqual([campaign])
})

test('a card follows the finger and is answered far from the middle only', { tag: '@phone' }, async ({ page, t }) => {
  await page.goto('/landers/tinderswipe')
  await page.getByRole('button', { name: t('landers.yes'), exact: true }).waitFor()
  // A phone has no arrow keys.
  const isTouch = await page.evaluate(() => matchMedia('(pointer: coarse)').matches)
  await expect(page.getByText(t(isTouch ? 'landers.swipeHelpTouch' : 'landers.swipeHelp'))).toBeVisible()
  await expect(page.getByText(t(isTouch ? 'landers.swipeHelp' : 'landers.swipeHelpTouch'))).toBeHidden()
  const card = (key: 'one' | 'two') => page.getByText(t(`landers.pages.tinderswipe.${key}`), { exact: true }).first()
  const drag = async (key: 'one' | 'two', share: number) => {
    const box = await page.locator('[data-card]', { has: card(key) }).boundingBox()
    if (!box) throw new Error('no card')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + box.width * share, y, { steps: 4 })
    await page.mouse.up()
  }
  const away = page.locator('[data-away]')
  await drag('one', 0.15)
  await expect(away).toHaveCount(0)
  await drag('one', -0.5)
  await expect(away).toHaveCount(1)
  await expect(away).toHaveAttribute('data-away', 'no')
})

test('an invitation without any script leads to the sign-up with a first message and the campaign', async ({
  browser,
  build,
  origin,
  page,
  t,
}) => {
  const member = await build({ name: 'Zoë', gender: 'female' })
  const plain = await browser.newContext({ javaScriptEnabled: false, locale: t('landers.yes') === 'Oui' ? 'fr' : 'en' })
  const scriptless = await plain.newPage()
  await scriptless.goto(`${origin}/members/${member.profileId}/landing3?${query}`)
  await scriptless.getByRole('radio', { name: t('landers.pages.landing3.two') }).check({ force: true })
  await scriptless.getByRole('button', { name: t('landers.pages.landing3.action') }).click()
  await expect(scriptless).toHaveURL(new RegExp(`/members/${member.profileId}/signup`))
  const target = new URL(scriptless.url())
  expect(target.pathname).toBe(`/members/${member.profileId}/signup`)
  expect(Object.fromEntries(target.searchParams)).toEqual({ idea: 'walk', ...campaign })
  await plain.close()

  await page.goto(target.pathname + target.search)
  await waitForHydration(page)
  await expect(page.getByRole('textbox').first()).toHaveValue(t('signup.ideas.walk', { name: 'Zoë' }))
})

test('a tracking script is loaded on landing pages alone, and only after a yes', async ({
  browser,
  watch,
  t,
  origin,
  testSite,
}) => {
  const script = 'https://stats.example/s.js'
  const own = await addSite(testSite, { origin, settings: { tracking_script: script, enable_site_entry_popup: 'no' } })
  const context = await browser.newContext({ locale: 'en-GB' })
  watch.follow(context)
  let loaded = 0
  await context.route(script, (route) => {
    loaded += 1
    return route.fulfill({ contentType: 'text/javascript', body: 'document.documentElement.dataset.tracked = "yes"' })
  })
  const page = await context.newPage()
  const policyOf = async (path: string) => (await page.goto(`${own}${path}`))?.headers()['content-security-policy']
  await expect.poll(() => policyOf('/landers/gallery')).toContain('https://stats.example')
  const question = page.getByRole('region', { name: t('landers.tracking.label') })
  await question.getByRole('button', { name: t('landers.tracking.no') }).click()
  await page.reload()
  const change = question.getByRole('button', { name: t('landers.tracking.change') })
  await expect(change).toBeVisible()
  expect(loaded).toBe(0)
  await change.click()
  await question.getByRole('button', { name: t('landers.tracking.yes') }).click()
  await expect(page.locator('html')).toHaveAttribute('data-tracked', 'yes')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-tracked', 'yes')
  for (const path of ['/', '/members', '/terms']) {
    expect(await policyOf(path)).not.toContain('stats.example')
    await expect(question).toHaveCount(0)
  }
  expect(loaded).toBe(2)
  await context.close()
})
