import type { Page } from '@playwright/test'
import { likeProfile } from '#contract/likes/calls.ts'
import { NAME_MAX_LENGTH } from '#contract/limits.ts'
import { blockProfile, listBlocks } from '#contract/moderation/calls.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import { uploadPhotos } from '../support/photos.ts'
import { visit } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

test(
  'a free member sees the main photo, a lock over the others, and receives only their locked version',
  { tag: '@phone' },
  async ({ open, build, origin, t }) => {
    const odile = await build({
      name: 'Odile',
      about: 'I mend clocks.',
      interests: ['cooking', 'hiking'],
      relationship: 'widowed',
    })
    const [main, second, third] = await uploadPhotos(origin, {
      member: odile,
      visibilities: ['public', 'public', 'private'],
    })
    const page = await open(await build({ gender: 'male', interests: ['hiking'] }))
    const sizes = sizesSent(page)
    await visit(page, `/members/${odile.profileId}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Odile')
    await expect(page.getByText('I mend clocks.')).toBeVisible()
    await expect(page.getByText(t('profiles.choices.relationship.widowed', { gender: 'female' }))).toBeVisible()
    await expect(page.getByText(t('profiles.interest.hiking'))).toBeVisible()
    await expect(page.getByText(t('profiles-member.morePhotos', { name: 'Odile' }))).toBeVisible()
    await expect(page.getByText(t('profiles.lock.premium')).first()).toBeVisible()
    // A profile sells nothing; a photo that was opened does.
    const premium = { name: t('profiles.lock.premiumLink') }
    await expect(page.getByRole('main').getByRole('link', premium)).toHaveCount(0)

    // On the page too they are locked.
    await expect(page.getByRole('img', { name: t('profiles.tile.lockedPhotoOf', { name: 'Odile' }) })).toHaveCount(2)
    await page.getByRole('button', { name: t('profiles.enlarge', { number: 1 }) }).click()
    const gallery = page.getByRole('dialog', { name: t('profiles.tile.photoOf', { name: 'Odile' }) })
    await expect(gallery.getByText(t('profiles.photoNumber', { number: 1, count: 3 }))).toBeVisible()
    for (const number of [2, 3]) {
      await gallery.getByRole('button', { name: t('profiles.nextPhoto') }).click()
      await expect(gallery.getByText(t('profiles.photoNumber', { number, count: 3 }))).toBeVisible()
    }
    await expect(gallery.getByRole('img', { name: t('profiles.tile.lockedPhotoOf', { name: 'Odile' }) })).toHaveCount(2)
    const next = gallery.getByRole('button', { name: t('profiles.nextPhoto') })
    await expect(next).toBeDisabled()
    // The keyboard goes on from it.
    await expect(next).toBeFocused()
    await expect.poll(() => sizes.get(second ?? '')).toEqual(new Set(['locked']))
    await expect.poll(() => sizes.get(third ?? '')).toEqual(new Set(['locked']))
    await expect.poll(() => sizes.get(main ?? '')).toContain('medium')
    for (const size of ['thumb', 'tile', 'medium', 'large'])
      expect((await page.request.get(`/photos/${third}/${size}`)).status()).toBe(404)

    await gallery.getByRole('listitem').nth(2).getByRole('link', premium).click()
    await expect(page).toHaveURL('/premium')
  },
)

test('a premium member sees all photos', async ({ open, build, origin, t }) => {
  const odile = await build({ name: 'Odile' })
  const ids = await uploadPhotos(origin, { member: odile, visibilities: ['public', 'private'] })
  const page = await open(await build({ gender: 'male', isPremium: true }))
  const sizes = sizesSent(page)
  await visit(page, `/members/${odile.profileId}`)
  for (const id of ids) await expect.poll(() => sizes.get(id)).toContain('medium')
  await page.getByRole('button', { name: t('profiles.enlarge', { number: 1 }) }).click()
  const gallery = page.getByRole('dialog', { name: t('profiles.tile.photoOf', { name: 'Odile' }) })
  await gallery.getByRole('list').focus()
  await page.keyboard.press('ArrowRight')
  await expect(gallery.getByText(t('profiles.photoNumber', { number: 2, count: 2 }))).toBeVisible()
  await expect(gallery.getByRole('img', { name: t('profiles.tile.lockedPhotoOf', { name: 'Odile' }) })).toHaveCount(0)

  // A phone on its side: less high than the photo, which takes the whole width all the same.
  await gallery.getByRole('button', { name: t('common.close') }).click()
  await page.setViewportSize({ width: 700, height: 360 })
  const hero = page.getByRole('img', { name: t('profiles.tile.photoOf', { name: 'Odile' }) }).first()
  await expect.poll(() => hero.evaluate((image) => image.clientWidth)).toBe(700)
})

test('the profile of a blocked member says so and offers to unblock', async ({ open, build, origin, t }) => {
  const viewer = await build({ gender: 'male' })
  const odile = await build({ name: 'Odile', about: 'Sails on Sundays.' })
  await callsTo(origin, viewer)(blockProfile, { params: { profileId: odile.profileId } })
  const page = await open(viewer)
  await visit(page, `/members/${odile.profileId}`)
  await expect(page.getByText(t('moderation.isBlocked', { name: 'Odile', viewerGender: 'female' }))).toBeVisible()
  await page.getByRole('button', { name: t('moderation.unblock', { name: 'Odile' }) }).click()
  await expect(page.getByText('Sails on Sundays.')).toBeVisible()
  await expect(page.getByText(t('moderation.isBlocked', { name: 'Odile', viewerGender: 'female' }))).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test(
  'the longest names, and all buttons, fit the smallest phone',
  { tag: '@phone' },
  async ({ open, build, origin, t }) => {
    const viewer = await build({ gender: 'male' })
    const long = await build({ name: 'Wilhelmina Alexandra-Josephine' })
    expect(long.name).toHaveLength(NAME_MAX_LENGTH)
    const name = 'W'.repeat(NAME_MAX_LENGTH)
    const wide = await build({ name })
    await uploadPhotos(origin, { member: wide, visibilities: ['public', 'on_request'] })
    await callsTo(origin, long)(likeProfile, { params: { profileId: viewer.profileId } })
    const page = await open(viewer)
    await page.setViewportSize({ width: 320, height: 640 })
    const expectToFit = () =>
      expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)

    await visit(page, '/likes')
    const link = page.getByRole('main').getByRole('article').getByRole('link')
    // The age is at the end of the link, which is cut where it is higher than its box.
    await expect(link).toHaveText(/, \d+$/)
    await expect.poll(() => link.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0)
    await expect.poll(() => link.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await expectToFit()
    // The name of the site is shown as a whole, or not at all.
    const brand = page.getByRole('banner').getByRole('link').first()
    const isWhole = ({ clientWidth, scrollWidth, offsetTop, parentElement }: HTMLElement) =>
      scrollWidth <= clientWidth || offsetTop >= (parentElement?.getBoundingClientRect().bottom ?? 0)
    await expect.poll(() => brand.locator('span').evaluate(isWhole)).toBe(true)

    await visit(page, `/members/${wide.profileId}`)
    await page.getByRole('button', { name: t('profiles.enlarge', { number: 2 }) }).click()
    await expect(page.getByRole('button', { name: t('profiles-member.locked.request', { name }) })).toBeVisible()
    await expectToFit()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common.close') })
      .click()
    await expectToFit()
    const gift = page.getByRole('link', { name: t('chat-list.gift.send', { name }) })
    await expect(gift).toBeInViewport({ ratio: 1 })

    await callsTo(origin, viewer)(blockProfile, { params: { profileId: wide.profileId } })
    await visit(page, `/members/${wide.profileId}`)
    await expect(page.getByRole('button', { name: t('moderation.unblock', { name }) })).toBeVisible()
    await expectToFit()
    await visit(page, '/notifications/blocked')
    const unblock = page.getByRole('button', { name: t('moderation.unblock', { name }) })
    await expect(unblock).toBeVisible()
    await expectToFit()
    // What says that it was done takes it back.
    await unblock.click()
    await page.getByRole('button', { name: t('likes.heart.undo'), exact: true }).click()
    const blocked = async () => (await callsTo(origin, viewer)(listBlocks, { query: {} })).profiles.length
    await expect.poll(blocked).toBe(1)
    await expect(unblock).toBeVisible()
  },
)

test('a visitor sees one photo, the first name and a link to the log-in', async ({ page, build, origin, t }) => {
  // No other test has members of this age there.
  const home = { country: 'PL', birthDate: '1950-05-05' } as const
  const odile = await build({ ...home, name: 'Odile Martin' })
  const [, second] = await uploadPhotos(origin, { member: odile, visibilities: ['public', 'public'] })
  const similar = await build({ ...home, name: 'Rosa Nowak' })
  await uploadPhotos(origin, { member: similar, visibilities: ['public'] })
  const other = await build({ ...home, name: 'Zofia Mazur' })
  await uploadPhotos(origin, { member: other, visibilities: ['public'] })
  const faceless = await build({ ...home, name: 'Faceless' })
  const sizes = sizesSent(page)
  await visit(page, `/members/${odile.profileId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Odile, \d+$/)
  await expect(page.getByText(t('profiles.lock.login', { name: 'Odile' }))).toBeVisible()
  expect(sizes.get(second ?? '')).toBeUndefined()
  // Similar members with a photo (SEARCH-7), without the one whose profile it is.
  await expect(page.getByRole('heading', { level: 2, name: t('profiles-member.similar') })).toBeVisible()
  const tileOf = (member: typeof odile) => page.locator(`article a[href="/members/${member.profileId}"]`)
  await expect(tileOf(similar)).toHaveText(/^Rosa, \d+/)
  await expect(tileOf(other)).toBeVisible()
  await expect(tileOf(odile)).toHaveCount(0)
  await expect(tileOf(faceless)).toHaveCount(0)
  await page
    .getByRole('main')
    .getByRole('link', { name: t('profiles-member.login') })
    .first()
    .click()
  // It leads back to the profile.
  await expect(page).toHaveURL(`/login?to=%2Fmembers%2F${odile.profileId}`)

  // One tile alone would leave the rest of its row empty.
  const older = { country: 'PL', birthDate: '1940-05-05' } as const
  const alma = await build({ ...older, name: 'Alma Lis' })
  await uploadPhotos(origin, { member: await build({ ...older, name: 'Berta Lis' }), visibilities: ['public'] })
  await visit(page, `/members/${alma.profileId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Alma, \d+$/)
  await expect(page.getByRole('heading', { level: 2, name: t('profiles-member.similar') })).toHaveCount(0)

  // A phone shows the place on the photo, and below one that is locked.
  const locked = await build({ ...home, name: 'Lena Lis' })
  await uploadPhotos(origin, { member: locked, visibilities: ['private'] })
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, `/members/${locked.profileId}`)
  const details = page.locator('section', {
    has: page.getByRole('heading', { name: t('profiles-member.story.details') }),
  })
  const place = details.getByRole('listitem').first()
  await place.scrollIntoViewIfNeeded()
  await expect(place).toBeInViewport({ ratio: 1 })
})

/** Collects the sizes of each photo that this browser receives. */
function sizesSent(page: Page) {
  const sizes = new Map<string, Set<string>>()
  page.on('response', (response) => {
    const [, id, size] = /\/photos\/([^/]+)\/(\w+)$/.exec(new URL(response.url()).pathname) ?? []
    if (id && size) sizes.set(id, (sizes.get(id) ?? new Set()).add(size))
  })
  return sizes
}
