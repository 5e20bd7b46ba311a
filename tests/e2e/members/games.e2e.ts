import type { Page } from '@playwright/test'
import { getLikes } from '#contract/likes/calls.ts'
import { SWIPE_LIKES, SWIPE_WINDOW_MS } from '#contract/limits.ts'
import { blockProfile } from '#contract/moderation/calls.ts'
import { MINUTE } from '#contract/time.ts'
import { likeProfile } from '#server/features/likes/service.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import { viewerOf } from '../../support/viewer.ts'
import { pressIn, visit, visitConnected } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

/** The players' countries by project, and an age at which no one else is suggested. */
const places = { en: 'IE', fr: 'FI' } as const
const birthDate = '1939-03-03'

/** Drags the card on top along these distances from where it is taken, by touch where the screen has it. */
async function dragCard(page: Page, path: readonly number[], hasTouch: boolean) {
  const card = page.getByRole('article').first()
  // Waits until the card is where it stays: one that springs back is elsewhere by the time of the touch.
  await card.hover({ trial: true })
  const box = await card.boundingBox()
  if (!box) throw new Error('there is no card')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 3]
  const steps = path.map((dx) => x + dx)
  if (!hasTouch) {
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (const each of steps) await page.mouse.move(each, y)
    await page.mouse.up()
    return
  }
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [{ x, y }])
  for (const each of steps) await touch('touchMove', [{ x: each, y }])
  await touch('touchEnd', [])
}

test(
  'the swipe game: pass, undo, a match, the last like and the countdown, and the end of the stack',
  { tag: '@phone' },
  async ({ open, build, origin, testSite, language, hasTouch, t }) => {
    const place = { country: places[language === 'fr' ? 'fr' : 'en'], birthDate }
    const ada = await build({ ...place, name: 'Ada' })
    const count = SWIPE_LIKES + 2
    const men = []
    for (let number = 1; number <= count; number += 1)
      men.push(await build({ ...place, gender: 'male', name: `Mann ${number}` }))
    const [admirer] = men
    if (!admirer) throw new Error('there is no admirer')
    await likeProfile(testSite, { viewer: viewerOf(admirer), profileId: ada.profileId })
    const page = await open(ada)
    // The event about the match comes too, and must not announce it again.
    await visitConnected(page, '/swipe-game')
    const top = page.getByRole('article').first().getByRole('heading', { level: 2 })
    const likeButton = page.getByRole('button', { name: t('games.swipe.like', { name: 'Mann' }) })
    const swipe = async (choice: 'like' | 'pass') => {
      const side = choice === 'like' ? 1 : -1
      if (hasTouch)
        await dragCard(
          page,
          [65, 130, 195, 260].map((dx) => side * dx),
          hasTouch,
        )
      else await page.keyboard.press(choice === 'like' ? 'ArrowRight' : 'ArrowLeft')
    }

    // The one who likes Ada is on top. A short drag springs back: too near to be a flick, however quick.
    await expect(top).toContainText('Mann 1')
    await dragCard(page, [30, 60, 12], hasTouch)
    await expect(top).toContainText('Mann 1')
    await swipe('pass')
    await expect(top).not.toContainText('Mann 1')
    const undo = page.getByRole('button', { name: t('games.swipe.undo') })
    await undo.click()
    await expect(top).toContainText('Mann 1')
    await expect(undo).toBeDisabled()
    await expect(undo).toBeFocused()

    await swipe('like')
    const match = page.getByRole('dialog', { name: t('likes.match.title') })
    await pressIn(match, 'Escape')
    await expect(match).toBeHidden()

    for (let left = SWIPE_LIKES - 1; left > 0; left -= 1) {
      await expect(page.getByRole('img', { name: t('games.swipe.likesLeft', { count: left }) })).toBeVisible()
      await likeButton.click()
    }
    const timer = page.getByRole('timer')
    await expect(timer).toHaveText(/^23:5\d:\d\d$/)
    // When that is stands with it.
    await expect(page.getByRole('paragraph').filter({ has: timer })).toHaveText(/\d\d[:.]\d\d(?!:).*23:5\d:\d\d/)
    const likes = page.getByRole('main').getByRole('link', { name: t('games.swipe.empty.likes') })
    await expect(likes).toHaveAttribute('href', '/likes')
    const last = (await top.textContent()) ?? ''
    await swipe('like')
    await expect(top).toHaveText(last)
    await expect(page.getByRole('status').filter({ hasText: t('games.swipe.noLikes') })).toBeAttached()
    await swipe('pass')
    await expect(top).not.toHaveText(last)
    await swipe('pass')
    await expect(page.getByRole('heading', { name: t('games.swipe.empty.title') })).toBeVisible()
    // The button with the focus is gone.
    await expect(page.locator(':focus')).toContainText(t('games.swipe.empty.title'))
    await expect(page.getByRole('timer')).toBeVisible()
    await expect.poll(async () => (await callsTo(origin, ada)(getLikes, {})).profiles.length).toBe(SWIPE_LIKES)

    await page.getByRole('link', { name: t('games.swipe.empty.finder') }).click()
    await expect(page).toHaveURL('/match-finder?step=results')
  },
)

test(
  'the whole game is on one screen of the smallest phone, and a tap on the card opens the person',
  { tag: '@phone' },
  async ({ open, build, t }) => {
    const place = { country: 'SE', birthDate } as const
    const ada = await build({ ...place, name: 'Ada' })
    for (let number = 0; number <= SWIPE_LIKES; number += 1) await build({ ...place, gender: 'male', name: 'Sven' })
    const page = await open(ada)
    await page.setViewportSize({ width: 320, height: 568 })
    await visit(page, '/swipe-game')
    const like = page.getByRole('button', { name: t('games.swipe.like', { name: 'Sven' }) })
    for (let left = SWIPE_LIKES - 1; left >= 0; left -= 1) {
      await like.click()
      await expect(page.getByRole('img', { name: t('games.swipe.likesLeft', { count: left }) })).toBeVisible()
    }
    const card = page.getByRole('article').first()
    const bar = await page.getByRole('navigation', { name: t('shell.nav.label') }).boundingBox()
    for (const part of [
      card,
      page.getByRole('button', { name: t('games.swipe.undo') }),
      page.getByRole('button', { name: t('games.swipe.pass', { name: 'Sven' }) }),
      like,
      page.getByRole('img', { name: t('games.swipe.likesLeft', { count: 0 }) }),
      page.getByRole('timer'),
      page.getByRole('main').getByRole('link', { name: t('games.swipe.empty.likes') }),
    ]) {
      await expect(part).toBeInViewport({ ratio: 1 })
      const box = await part.boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
    }
    // Nothing of its text is cut.
    const isWhole = (each: Element) => each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight
    const texts = await card.locator('h2 ~ div').locator('p, li').all()
    for (const text of texts) if (await text.isVisible()) await expect.poll(() => text.evaluate(isWhole)).toBe(true)
    // The name leaves the face free.
    const [box, name] = [await card.boundingBox(), await card.getByRole('heading', { level: 2 }).boundingBox()]
    expect((name?.y ?? 0) - (box?.y ?? 0)).toBeGreaterThan(0.65 * (box?.height ?? 0))
    await card.click({ position: { x: 100, y: 40 } })
    await expect(page).toHaveURL(/\/members\/[\w-]+$/)

    // The questions of the match finder have no bar: the modes lead away from the first one.
    const modes = page.locator('nav.modes')
    await visit(page, '/match-finder')
    await expect(modes).toBeVisible()
    await visit(page, '/match-finder?step=age')
    await expect(page.getByRole('heading', { name: t('games.finder.steps.age.title') })).toBeVisible()
    await expect(modes).toBeHidden()
  },
)

test('a match of the game is announced where no event arrives', async ({ open, build, testSite, t }) => {
  const place = { country: 'PL', birthDate } as const
  const [ada, ben] = [await build({ ...place, name: 'Ada' }), await build({ ...place, gender: 'male', name: 'Ben' })]
  await likeProfile(testSite, { viewer: viewerOf(ben), profileId: ada.profileId })
  const page = await open(ada)
  await page.routeWebSocket('**/api/realtime*', () => {})
  await visit(page, '/swipe-game')
  await page.keyboard.press('ArrowRight')
  const match = page.getByRole('dialog', { name: t('likes.match.title'), exact: true })
  await expect(match).toContainText(t('likes.match.text', { name: 'Ben' }))
})

test('the card of a member who has blocked the player does not come back, and the next one can be swiped', async ({
  open,
  build,
  origin,
  t,
  watch,
}) => {
  const place = { country: 'DK', birthDate } as const
  const ada = await build({ ...place, name: 'Ada' })
  const about = 'I mend clocks.'
  const men = [
    await build({ ...place, gender: 'male', name: 'Mann 1', about: `${about} (1)` }),
    await build({ ...place, gender: 'male', name: 'Mann 2', about: `${about} (2)` }),
  ]
  const page = await open(ada)
  await visit(page, '/swipe-game')
  const top = page.getByRole('article').first().getByRole('heading', { level: 2 })
  const first = (await top.textContent()) ?? ''
  const gone = men.find(({ name }) => first.startsWith(name))
  const other = men.find((each) => each !== gone)
  if (!gone || !other) throw new Error('there are not two cards')
  // On a wide screen what the profile says is beside the card.
  const details = page.getByRole('region', { name: /^Mann/ })
  await expect(details).toContainText(`${about} (${gone.name.at(-1)})`)
  await callsTo(origin, gone)(blockProfile, { params: { profileId: ada.profileId } })
  watch.expectError(403, `/api/swipes/${gone.profileId}`)
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText(t('errors.moderation.blocked', { name: gone.name })).first()).toBeVisible()
  await expect(top).toContainText(other.name)
  await expect(details).toContainText(`${about} (${other.name.at(-1)})`)
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('heading', { name: t('games.swipe.empty.title') })).toBeVisible()
})

test('when all likes are there again they come with new cards, also where fetching them failed first', async ({
  open,
  build,
  testSite,
  watch,
  t,
}) => {
  const place = { country: 'IT', birthDate } as const
  const ada = await build({ ...place, name: 'Ada' })
  const openedAt = new Date(Date.now() - SWIPE_WINDOW_MS + 10 * MINUTE)
  await testSite.db.insertInto('swipeGames').values({ userId: ada.userId, openedAt, likes: SWIPE_LIKES }).execute()
  const page = await open(ada)
  await page.clock.install()
  await visit(page, '/swipe-game')
  const timer = page.getByRole('timer')
  await expect(timer).toHaveText(/^00:0\d:\d\d$/)
  watch.expectError(429, '/api/swipes')
  await page.route('**/api/swipes', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '60' }, json: { error: { code: 'request.too_many' } } }),
  )
  await page.clock.fastForward(10 * MINUTE)
  // It does not say that all members were seen.
  await expect(page.getByText(t('errors.part_failed'))).toBeVisible()
  await expect(timer).toHaveText('00:00:00')
  await page.unroute('**/api/swipes')
  await build({ ...place, gender: 'male', name: 'Ben' })
  await testSite.db
    .updateTable('swipeGames')
    .set({ openedAt: null, likes: 0 })
    .where('userId', '=', ada.userId)
    .execute()
  await page.clock.fastForward(MINUTE)
  await expect(page.getByRole('article')).toContainText('Ben')
  await expect(page.getByRole('img', { name: t('games.swipe.likesLeft', { count: SWIPE_LIKES }) })).toBeVisible()
})

test('without a connection the game says so and waits for nothing', async ({ open, build, watch, t }) => {
  const page = await open(await build())
  watch.expectCuts()
  await visit(page, '/swipe-game')
  const modes = page.getByRole('navigation', { name: t('search.modes.label') })
  await modes.getByRole('link', { name: t('search.modes.grid') }).click()
  await expect(page).toHaveURL('/members')
  await page.context().setOffline(true)
  await modes.getByRole('link', { name: t('search.modes.cards') }).click()
  await expect(page.getByRole('heading', { name: t('errors.request.unreachable') })).toBeVisible()
})
