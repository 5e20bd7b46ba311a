import type { Locator } from '@playwright/test'
import type { Member } from '#tests/support/builders.ts'
import type { Translate } from '#tests/support/fakes/translator.ts'
import { uploadPhotos } from '../support/photos.ts'
import { untilHydrated, visit } from '../support/screen.ts'
import { tiles } from '../support/search-steps.ts'
import { expect, test } from '../support/test.ts'

/** Where no other tests have members: those of other tests may leave at any time. */
const inVictoria = { country: 'AU', region: 'Victoria', city: 'Geelong' } as const
const victoria = '/members?country=AU&region=Victoria'

test('a visitor sees members and profiles without actions, and a link to the log-in', async ({ page, build, t }) => {
  await build({ ...inVictoria, name: 'Odile' })
  await visit(page, victoria)
  await expect(tiles(page).first()).toBeVisible()
  await expect(page.getByRole('button', { name: containsLike(t) })).toHaveCount(0)
  await tiles(page).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/members\/.+/)
  await expect(page.getByRole('link', { name: t('profiles-member.login'), exact: true }).first()).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
})

test('a tile shows its focus, all of it opens the profile, and it prefetches only on an intent', async ({
  open,
  build,
  t,
}) => {
  for (const name of ['Ben', 'Carl']) await build({ ...inVictoria, name, gender: 'male' })
  const page = await open(await build())
  await visit(page, victoria)
  const [first, second] = [tiles(page).nth(0), tiles(page).nth(1)]
  const links = { first: await hrefOf(first), second: await hrefOf(second) }
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))

  // A finger that begins to scroll: the browser cancels its pointer. One task, within the time of an intent.
  const link = first.getByRole('link')
  // Before hydration React would keep the first event for later, and lose the one that cancels it.
  await untilHydrated(link)
  await link.evaluate((element) => {
    for (const type of ['pointerover', 'pointerdown', 'pointercancel'])
      element.dispatchEvent(new PointerEvent(type, { pointerType: 'touch', bubbles: true }))
  })
  const prefetched = page.waitForRequest(`**/api${links.second}`)
  await second.hover()
  await prefetched
  expect(asked).not.toContain(`/api${links.first}`)

  // The ring is around the tile, which clips what is inside it.
  await page.mouse.move(0, 0)
  const heart = first.getByRole('button', { name: containsLike(t) })
  await heart.focus()
  await page.keyboard.press('Shift+Tab')
  await expect(link).toBeFocused()
  await expect(first).toHaveCSS('outline-style', 'solid')
  await expect(first).toHaveCSS('outline-width', '2px')
  await expect(first).toHaveCSS('outline-offset', '2px')

  const box = await first.boundingBox()
  if (!box) throw new Error('the tile has no box')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 3)
  await expect(page).toHaveURL(links.first)
})

test('a tile has a shade where its text is on a photo, and none without one', async ({ open, build, origin }) => {
  const ben = await build({ ...inVictoria, name: 'Ben', gender: 'male' })
  const max = await build({ ...inVictoria, name: 'Max', gender: 'male' })
  await uploadPhotos(origin, { member: ben, visibilities: ['public'] })
  const page = await open(await build())
  await visit(page, victoria)
  const text = (member: Member) =>
    tiles(page)
      .filter({ has: page.locator(`a[href="/members/${member.profileId}"]`) })
      .locator('.tile-text')
  await expect(text(ben)).toHaveCSS('background-image', /gradient/)
  await expect(text(max)).toHaveCSS('background-image', 'none')
})

test('a heart changes at once, and back when the server rejects it', async ({ open, build, watch, t }) => {
  await build({ ...inVictoria, name: 'Ben', gender: 'male' })
  const page = await open(await build())
  await visit(page, victoria)
  watch.expectError(429, '/api/likes/')
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/likes/*', async (route) => {
    await answered.promise
    // So long a pause is not waited for: the call is not repeated.
    await route.fulfill({
      status: 429,
      headers: { 'retry-after': '60' },
      json: { error: { code: 'request.too_many' } },
    })
  })
  const heart = tiles(page).first().getByRole('button')
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  answered.resolve()
  await expect(page.getByRole('alert')).toHaveText(t('errors.request.too_many'))
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
})

test('similar members that cannot be loaded leave the profile in place and can be retried', async ({
  open,
  build,
  watch,
  t,
}) => {
  const odile = await build({ name: 'Odile' })
  await build({ name: 'Pia' })
  await build({ name: 'Rita' })
  const page = await open(await build({ gender: 'male' }))
  watch.expectError(429, '/api/members/')
  await page.route('**/api/members/*/similar', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '60' }, json: { error: { code: 'request.too_many' } } }),
  )
  await visit(page, `/members/${odile.profileId}`)
  await expect(page.getByText(t('profiles-member.similarFailed'))).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Odile')
  await page.unroute('**/api/members/*/similar')
  await page.getByRole('button', { name: t('common.retry'), exact: true }).click()
  await expect(page.getByText(t('profiles-member.similarFailed'))).toBeHidden()
  await expect(tiles(page).first()).toBeVisible()
})

async function hrefOf(tile: Locator) {
  return (await tile.getByRole('link').getAttribute('href')) ?? ''
}

function containsLike(t: Translate) {
  return new RegExp(`^${t('likes.heart.like', { name: '' })}`)
}
