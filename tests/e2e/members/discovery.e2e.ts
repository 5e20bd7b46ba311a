import { getDiscovery } from '#contract/games/calls.ts'
import { likeProfile } from '#contract/likes/calls.ts'
import { DAILY_PICKS } from '#contract/limits.ts'
import { untilHydrated, visit, waitForHydration } from '../support/screen.ts'
import { bornFor, expectCount, OLD } from '../support/search-steps.ts'
import { expect, test } from '../support/test.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'

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
    // Their code is loaded after the page.
    await untilHydrated(heart)
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

test('beside a single member for today is the match finder, on a phone too', async ({ open, build, t }, {
  repeatEachIndex,
}) => {
  const old = { country: 'AU', birthDate: bornFor(OLD + 14 * repeatEachIndex) } as const
  await build({ ...old, interests: ['hiking'], name: 'Ole', gender: 'male' })
  const page = await open(await build({ ...old, interests: ['hiking'] }))
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/members')
  await expect(page.getByRole('article')).toHaveCount(1)
  const finder = page.getByRole('link', { name: t('games.swipe.empty.finder') })
  await expect(finder).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(finder).toBeVisible()
  // Both end at the same line: why the member is shown is below it.
  const ends = async () => {
    const boxes = await Promise.all([page.getByRole('article'), finder].map((each) => each.boundingBox()))
    return boxes.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0)))
  }
  const [tileEnd, finderEnd] = await ends()
  expect(finderEnd).toBe(tileEnd)
})

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
