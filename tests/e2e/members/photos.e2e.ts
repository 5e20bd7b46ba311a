import { changePhoto } from '#contract/profiles/calls.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import { uploadPhotos } from '../support/photos.ts'
import { expectAccessible, visit, visitConnected } from '../support/screen.ts'
import { handleOnce } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

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
