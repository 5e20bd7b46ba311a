import type { Locator, Page } from '@playwright/test'
import { changePhoto } from '#contract/profiles/calls.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import type { Translate } from '#tests/support/fakes/translator.ts'
import { uploadPhotos } from '../support/photos.ts'
import { expectAccessible, visit, visitConnected, waitForHydration } from '../support/screen.ts'
import { handleOnce, pressAccountEntry } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

async function chooseFiles(page: Page, t: Translate, names: string[]) {
  const colours = ['#3a7d7c', '#b0413e', '#5b4b8a', '#c8963e']
  const files = await Promise.all(
    names.map(async (name, index) => ({
      name,
      mimeType: 'image/jpeg',
      buffer: await sampleImage({ width: 900, height: 700, colour: colours[index % colours.length] ?? '' }),
    })),
  )
  await page.getByLabel(t('photos.label')).setInputFiles(files)
}

async function middleOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('it is not shown')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const ownPhotos = (page: Page, t: Translate) =>
  page
    .getByRole('region', { name: t('photos.title'), exact: true })
    .getByRole('list')
    .first()

test(
  'a member adds several photos at once, crops one, writes a caption, moves, hides and deletes',
  { tag: '@phone' },
  async ({ open, build, watch, t }) => {
    const member = await build({ name: 'Nora' })
    const page = await open(member)
    await visit(page, '/profile')
    // A file that cannot be a photo is not sent, and takes no place of one.
    const text = { name: 'text.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') }
    await page.getByLabel(t('photos.label')).setInputFiles(text)
    await expect(page.getByText(t('errors.profiles.photo_not_an_image'))).toBeVisible()
    await expect(page.getByRole('button', { name: t('photos.send', { count: 1 }) })).toHaveCount(0)
    await chooseFiles(page, t, ['sea.jpg', 'hill.jpg', 'town.jpg', 'extra.jpg'])
    await expect(page.getByText(t('photos.tooMany', { count: 3 }))).toBeVisible()
    await page.getByRole('button', { name: t('photos.cropOf', { name: 'sea.jpg' }) }).click()
    await page.getByRole('button', { name: t('photos.useCrop') }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: t('photos.send', { count: 3 }) }).click()
    await expect(page.getByText(t('photos.count', { count: 3, limit: 3 }))).toBeVisible()
    const cards = ownPhotos(page, t).getByRole('listitem')
    await expect(cards).toHaveCount(3)
    await expect(cards.first()).toContainText(t('photos.main'))
    const photos = page.getByRole('region', { name: t('photos.title'), exact: true })
    await expect(photos.getByRole('link', { name: t('profiles.lock.premiumLink') })).toBeVisible()
    await expect(photos.getByText(t('profiles.lock.premium'))).toBeVisible()

    const second = await cards.nth(1).getAttribute('data-photo')
    await cards
      .nth(1)
      .getByRole('button', { name: t('photos.move', { number: 2, count: 3 }) })
      .focus()
    const saved = page.waitForResponse((response) => response.url().endsWith('/api/photos/order'))
    await page.keyboard.press('ArrowRight')
    await expect(cards.nth(2)).toHaveAttribute('data-photo', second ?? '')
    await expect(page.getByText(t('photos.moved', { number: 3, count: 3 }))).toBeAttached()
    await saved
    await page.reload()
    await waitForHydration(page)
    await expect(cards.nth(2)).toHaveAttribute('data-photo', second ?? '')

    await cards
      .nth(2)
      .getByRole('button', { name: t('photos.change', { number: 3 }) })
      .click()
    await page.getByRole('menuitem', { name: t('photos.edit') }).click()
    await page.getByRole('textbox', { name: t('photos.caption') }).fill('On the hill')
    await page.getByRole('radio', { name: t('photos.visibility.on_request') }).check()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common.save') })
      .click()
    await expect(cards.nth(2)).toContainText(t('photos.visibility.on_request'))
    await expect(cards.nth(2).getByRole('img', { name: 'On the hill' })).toBeVisible()

    await cards
      .nth(2)
      .getByRole('button', { name: t('photos.change', { number: 3 }) })
      .click()
    await page.getByRole('menuitem', { name: t('photos.crop') }).click()
    await page.getByLabel(t('profiles.picker.zoom')).fill('2')
    // The first reply is lost although the crop is done. A second try finds that out.
    watch.expectError(500, '/api/photos/')
    const replaced = `**/api/photos/${second}/file`
    await page.route(replaced, async (route) => {
      await route.fetch()
      await route.fulfill({ status: 500, json: { error: { code: 'request.failed' } } })
    })
    await page.getByRole('button', { name: t('photos.useCrop') }).click()
    await expect(page.getByRole('alert')).toHaveText(t('errors.request.failed'))
    await page.unroute(replaced)
    await page.getByRole('button', { name: t('photos.useCrop') }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(cards.nth(2)).not.toHaveAttribute('data-photo', second ?? '')
    await expect(cards.nth(2).getByRole('img', { name: 'On the hill' })).toBeVisible()

    await cards
      .nth(1)
      .getByRole('button', { name: t('photos.change', { number: 2 }) })
      .click()
    await page.getByRole('menuitem', { name: t('common.delete') }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('common.delete') })
      .click()
    await expect(page.getByText(t('photos.count', { count: 2, limit: 3 }))).toBeVisible()
    await expect(photos.getByRole('heading')).toBeFocused()
  },
)

test('a photo is moved by dragging its handle', async ({ open, build, origin, t }) => {
  const member = await build()
  const [, second, third] = await uploadPhotos(origin, { member, visibilities: ['public', 'public', 'public'] })
  const page = await open(member)
  await visit(page, '/profile')
  const cards = ownPhotos(page, t).getByRole('listitem')
  const handle = cards.nth(1).getByRole('button', { name: t('photos.move', { number: 2, count: 3 }) })
  await handle.hover()
  await page.mouse.down()
  await cards.nth(2).hover()
  const stored = page.waitForResponse('/api/photos/order')
  await page.mouse.up()
  await expect(cards.nth(2)).toHaveAttribute('data-photo', second ?? '')
  await expect(cards.nth(1)).toHaveAttribute('data-photo', third ?? '')
  expect((await stored).status()).toBe(200)
})

test('the order is saved also if a quick hand lets go before its last move is shown', async ({
  open,
  build,
  origin,
  t,
}) => {
  const member = await build()
  const [, , third] = await uploadPhotos(origin, { member, visibilities: ['public', 'public', 'public'] })
  const page = await open(member)
  await visit(page, '/profile')
  const cards = ownPhotos(page, t).getByRole('listitem')
  const handle = cards.nth(2).getByRole('button', { name: t('photos.move', { number: 3, count: 3 }) })
  await handle.hover()
  await page.mouse.down()
  const { x, y } = await middleOf(cards.nth(1))
  const stored = page.waitForResponse('/api/photos/order')
  // Both events in one task.
  await handle.evaluate(
    (element, place) => {
      for (const type of ['pointermove', 'pointerup'])
        element.dispatchEvent(new PointerEvent(type, { ...place, bubbles: true }))
    },
    { clientX: x, clientY: y },
  )
  await page.mouse.up()
  expect((await stored).status()).toBe(200)
  await expect(cards.nth(1)).toHaveAttribute('data-photo', third ?? '')
})

test('a free member unlocks a private photo with credits, and without credits reads where to get some', async ({
  open,
  build,
  origin,
  t,
  watch,
}) => {
  watch.expectError(402, '/api/photos/')
  watch.expectError(409, '/api/photos/')
  const odile = await build({ name: 'Odile' })
  await uploadPhotos(origin, { member: odile, visibilities: ['public', 'private', 'private'] })
  const page = await open(await build({ gender: 'male', credits: 4 }))
  await visit(page, `/members/${odile.profileId}`)
  await page.getByRole('button', { name: t('profiles.enlarge', { number: 2 }) }).click()
  const gallery = page.getByRole('dialog', { name: t('profiles.tile.photoOf', { name: 'Odile' }) })
  const slides = gallery.getByRole('listitem')
  // The price rises before the first click.
  const raised = { code: 'unlocks.price_changed', params: { count: 4 }, requestId: 'raised' }
  await handleOnce(page, '**/api/photos/*/unlock', (route) => route.fulfill({ status: 409, json: { error: raised } }))
  await slides
    .nth(1)
    .getByRole('button', { name: t('profiles-member.locked.unlock', { credits: 3 }) })
    .press('Enter')
  await expect(slides.nth(1).getByText(t('errors.unlocks.price_changed', { count: 4 }))).toBeVisible()
  const sent = page.waitForRequest('**/api/photos/*/unlock')
  await slides
    .nth(1)
    .getByRole('button', { name: t('profiles-member.locked.unlock', { credits: 4 }) })
    .press('Enter')
  expect((await sent).postDataJSON()).toEqual({ maxPrice: 4 })
  await expect(slides.nth(1).getByRole('img', { name: t('profiles.tile.photoOf', { name: 'Odile' }) })).toBeVisible()
  await expect(gallery.getByRole('list')).toBeFocused()
  await gallery.getByRole('button', { name: t('profiles.nextPhoto') }).click()
  await slides
    .nth(2)
    .getByRole('button', { name: t('profiles-member.locked.unlock', { credits: 4 }) })
    .click()
  await expect(slides.nth(2).getByText(t('errors.unlocks.insufficient_credits', { name: 'Odile' }))).toBeVisible()
  await slides
    .nth(2)
    .getByRole('link', { name: t('profiles-member.locked.getCredits') })
    .click()
  await expect(page).toHaveURL('/credits')
})

test('a member asks for photos, the owner shows them and stops, and both pages follow', async ({
  open,
  build,
  origin,
  t,
}) => {
  const odile = await build({ name: 'Odile' })
  await uploadPhotos(origin, { member: odile, visibilities: ['public', 'on_request'] })
  const paul = await build({ name: 'Paul', gender: 'male' })
  const [owner, fan] = [await open(odile), await open(paul)]
  // What the other one does reaches a page by its socket.
  await visitConnected(owner, '/profile')
  await visitConnected(fan, `/members/${odile.profileId}`)
  await fan.getByRole('button', { name: t('profiles.enlarge', { number: 2 }) }).click()
  const gallery = fan.getByRole('dialog', { name: t('profiles.tile.photoOf', { name: 'Odile' }) })
  const slide = gallery.getByRole('listitem').nth(1)
  await slide.getByRole('button', { name: t('profiles-member.locked.request', { name: 'Odile' }) }).press('Enter')
  await expect(
    slide.getByText(t('profiles-member.locked.asked', { name: 'Odile', viewerGender: 'female' })),
  ).toBeVisible()
  await expect(gallery.getByRole('list')).toBeFocused()
  await owner.getByRole('button', { name: t('photos.requests.showTo', { name: 'Paul' }) }).click()
  await expect(slide.getByRole('img', { name: t('profiles.tile.photoOf', { name: 'Odile' }) })).toBeVisible()
  await owner.getByRole('button', { name: t('photos.requests.withdrawFrom', { name: 'Paul' }) }).click()
  await expect(owner.getByRole('heading', { name: t('photos.requests.title') })).toHaveCount(0)
  await expect(slide.getByRole('img', { name: t('profiles.tile.lockedPhotoOf', { name: 'Odile' }) })).toBeAttached()
})

test('leaving the profile with changes asks first', async ({ open, build, t }) => {
  const page = await open(await build())
  await visit(page, '/profile')
  await chooseFiles(page, t, ['sea.jpg'])
  const leaveOut = page.getByRole('button', { name: t('photos.leaveOut', { name: 'sea.jpg' }) })
  await page.getByRole('link', { name: t('profiles.own.view') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('profiles.own.leave.stay') })
    .click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await leaveOut.click()
  await expect(leaveOut).toHaveCount(0)
  await expect(page.locator('#add-photo')).toBeFocused()
  await page.getByLabel(t('profiles.about')).fill('I mend clocks.')
  await expect(page.getByText(t('profiles.own.unsaved'))).toBeInViewport()
  const save = page.getByRole('button', { name: t('common.save') })
  await expect(save).toBeInViewport()
  // A field at the end of the window that gets the focus is not behind it.
  const field = page
    .getByRole('group', { name: t('profiles.own.relationship') })
    .getByRole('radio')
    .first()
  await field.evaluate((element) => {
    scrollTo(0, element.getBoundingClientRect().bottom + scrollY - innerHeight + 8)
    element.focus()
  })
  const top = await save.evaluate((element) => element.getBoundingClientRect().top)
  await expect.poll(() => field.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThan(top)
  await page.getByRole('link', { name: t('profiles.own.view') }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: t('profiles.own.leave.stay') }).click()
  await expect(question).toHaveCount(0)
  await expect(page).toHaveURL('/profile')
  await expect(page.getByLabel(t('profiles.about'))).toHaveValue('I mend clocks.')
  await page.getByRole('link', { name: t('profiles.own.view') }).click()
  await question.getByRole('button', { name: t('profiles.own.leave.confirm') }).click()
  await expect(page).toHaveURL('/profile/preview')
  await visit(page, '/profile')
  await page.getByLabel(t('profiles.about')).fill('I mend watches.')
  await page.getByRole('button', { name: t('common.save') }).click()
  await expect(page.getByText(t('profiles.own.saved'))).toBeVisible()
  await expect(page.getByText(t('profiles.own.unsaved'))).toHaveCount(0)
  await page.getByRole('link', { name: t('profiles.own.view') }).click()
  await expect(page).toHaveURL('/profile/preview')
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByText('I mend watches.')).toBeVisible()
})

test('Back asks too, leaves at once after the answer, and stays where it was after the other', async ({
  open,
  build,
  t,
}) => {
  const page = await open(await build())
  await visit(page, '/likes')
  await pressAccountEntry(page, t, 'profile')
  await expect(page).toHaveURL('/profile')
  await page.getByLabel(t('profiles.about')).fill('I mend clocks.')
  await expect(page.getByText(t('profiles.own.unsaved'))).toBeVisible()
  const question = page.getByRole('alertdialog')
  await page.goBack()
  await question.getByRole('button', { name: t('profiles.own.leave.stay') }).click()
  await expect(question).toHaveCount(0)
  await expect(page).toHaveURL('/profile')
  await page.goBack()
  await question.getByRole('button', { name: t('profiles.own.leave.confirm') }).click()
  await expect(page).toHaveURL('/likes')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('likes.title'))
})

test(
  'the photo on the full screen shows its caption, a locked one what opens it, and each can be reported',
  { tag: '@phone' },
  async ({ open, build, origin, t }) => {
    const odile = await build({ name: 'Odile' })
    const [first = ''] = await uploadPhotos(origin, { member: odile, visibilities: ['public', 'private'] })
    const caption = 'On the pier of Ostend, last summer'
    await callsTo(origin, odile)(changePhoto, { params: { photoId: first }, body: { caption } })
    const page = await open(await build({ gender: 'male', credits: 4 }))
    await visit(page, `/members/${odile.profileId}`)
    await page.getByRole('button', { name: t('profiles.enlarge', { number: 1 }) }).click()
    const viewer = page.getByRole('dialog', { name: t('profiles.tile.photoOf', { name: 'Odile' }) })
    await expect(viewer.getByText(caption)).toBeVisible()
    await expectAccessible(page)
    await viewer.getByRole('button', { name: t('profiles.nextPhoto') }).click()
    const unlock = viewer.getByRole('button', { name: t('profiles-member.locked.unlock', { credits: 3 }) })
    await expect(unlock).toBeInViewport({ ratio: 1 })
    await expectAccessible(page)
    await viewer.getByRole('button', { name: t('profiles-member.reportPhoto') }).click()
    const report = page.getByRole('dialog', { name: t('reports.photoTitle', { name: 'Odile' }) })
    await report.getByLabel(t('reports.reasons.nudity')).check()
    await report.getByRole('button', { name: t('reports.submit') }).click()
    const receipt = page.getByRole('dialog', { name: t('reports.done.title') })
    await receipt
      .getByRole('button', { name: t('common.close') })
      .last()
      .click()
    // It opens with a transition where motion is wanted.
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await unlock.click()
    await expect(unlock).toHaveCount(0)
    await expect(viewer.getByRole('img', { name: t('profiles.tile.photoOf', { name: 'Odile' }) })).toHaveCount(2)
  },
)
