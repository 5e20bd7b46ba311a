import { writeFile } from 'node:fs/promises'
import { chromium, type Locator } from '@playwright/test'
import { LANGUAGE_COOKIE, PHOTO_MAX_BYTES, PHOTO_MIN_SIDE_PX } from '#contract/limits.ts'
import { profileChoices } from '#contract/profiles/profile-fields.ts'
import type { AppContext } from '#server/context.ts'
import { cellOf } from '#server/features/profiles/rules.ts'
import { chromiumOptions } from '#tests/support/browser/chromium.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { expectStored } from '../support/device.ts'
import { expectAccessible, pressIn, visit } from '../support/screen.ts'
import {
  accountOf,
  choosePhoto,
  expectWrong,
  newPerson,
  photo,
  press,
  signUpAs,
  town,
} from '../support/signup-steps.ts'
import { expect, test } from '../support/test.ts'

test.describe('the position', () => {
  const lyon = { latitude: 45.764, longitude: 4.8357 }

  test('fills in the town, and the area is stored with it', { tag: '@phone' }, async ({ open, build, t, testSite }) => {
    const member = await build({ country: 'FR', region: 'Bretagne', city: '' })
    const page = await open(member)
    await page.context().grantPermissions(['geolocation'])
    await page.context().setGeolocation(lyon)
    // On the smallest phone each question and what answers it are above the buttons at the lower edge.
    const size = page.viewportSize() ?? { width: 390, height: 844 }
    await page.setViewportSize({ width: 320, height: 640 })
    await visit(page, '/complete-signup?step=location')
    // The list of towns comes with the page: later it would move the button below it during a press.
    const served = await page.request.get('/complete-signup?step=location')
    expect(await served.text()).toContain('role="option"')
    await expectAbove(town(page, t), page.getByRole('button', { name: t('signup.complete.save'), exact: true }))
    const position = page.getByRole('button', { name: t('signup.complete.position.use') })
    await expectAbove(position, town(page, t))
    // Without an answer, nothing is saved.
    await press(page, t('signup.complete.save'))
    await expectWrong(town(page, t), t('signup.complete.townUnknown'))
    await position.click()
    await expect(town(page, t)).toHaveValue('Lyon')
    await expect(page.getByRole('option', { name: 'Lyon', exact: true })).toBeVisible()
    await press(page, t('signup.complete.save'))
    await expect(page).toHaveURL(/step=intention/)
    expect(await storedCell(testSite, member)).toBe(cellOf(lyon))
    await expect(page.getByRole('radio')).toHaveCount(profileChoices.intention.length)
    const skip = page.getByRole('button', { name: t('signup.complete.skip'), exact: true })
    await expectAbove(page.getByRole('radio').last(), skip)
    await page.setViewportSize(size)

    // An iPhone's keyboard covers the page: the buttons at its lower edge move up.
    await expect.poll(() => page.evaluate(coverByKeyboard)).toBe('300px')
  })

  test('is not stored when another town is chosen after all', async ({ open, build, t, testSite }) => {
    const member = await build({ country: 'FR', region: 'Bretagne', city: '' })
    const page = await open(member)
    await page.context().grantPermissions(['geolocation'])
    await page.context().setGeolocation(lyon)
    await visit(page, '/complete-signup?step=location')
    await press(page, t('signup.complete.position.use'))
    await expect(town(page, t)).toHaveValue('Lyon')
    await town(page, t).fill('Grenoble')
    await press(page, t('signup.complete.save'))
    await expect(page).toHaveURL(/step=intention/)
    expect(await storedCell(testSite, member)).not.toBe(cellOf(lyon))
  })

  test('that is found late does not replace the town that was typed meanwhile', async ({ open, build, t }) => {
    const page = await open(await build({ country: 'FR', region: 'Bretagne', city: '' }))
    await page.context().grantPermissions(['geolocation'])
    await page.addInitScript((coords) => {
      const position = { coords } as GeolocationPosition
      navigator.geolocation.getCurrentPosition = (onFound) => addEventListener('position', () => onFound(position))
    }, lyon)
    await visit(page, '/complete-signup?step=location')
    await press(page, t('signup.complete.position.use'))
    const busy = page.locator('button[aria-busy=true]')
    await expect(busy).toBeVisible()
    await town(page, t).fill('Grenoble')
    await page.evaluate(() => dispatchEvent(new Event('position')))
    await expect(busy).toHaveCount(0)
    await expect(town(page, t)).toHaveValue('Grenoble')
  })

  test('that is not allowed is explained, and asked for again once it is', async ({ open, build, t }) => {
    const page = await open(await build({ country: 'FR', region: 'Bretagne', city: '' }))
    await page.context().setGeolocation(lyon)
    await page.context().grantPermissions([])
    await visit(page, '/complete-signup?step=location')
    const button = page.getByRole('button', { name: t('signup.complete.position.use') })
    await expect(page.getByText(t('signup.complete.position.denied'))).toBeVisible()
    await expect(button).toBeDisabled()
    await expectAccessible(page)
    await page.context().grantPermissions(['geolocation'])
    await expect(button).toBeEnabled()
    await button.click()
    await expect(town(page, t)).toHaveValue('Lyon')
  })

  test('far from any town leaves the choice to the member, and is not asked for again', async ({ open, build, t }) => {
    const page = await open(await build({ country: 'FR', region: 'Bretagne', city: '' }))
    let calls = 0
    page.on('request', (request) => {
      if (request.url().includes('/api/geocode')) calls += 1
    })
    await page.context().grantPermissions(['geolocation'])
    await page.context().setGeolocation({ latitude: -60, longitude: -140 })
    await visit(page, '/complete-signup?step=location')
    for (const _ of [1, 2]) {
      await press(page, t('signup.complete.position.use'))
      await expect(page.getByText(t('signup.complete.position.missing'))).toBeVisible()
    }
    expect(calls).toBe(1)
  })
})

test('a photo is taken with the camera of a computer', async ({ origin, build, t, language, watch }) => {
  const options = await chromiumOptions()
  const fake = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
  const browser = await chromium.launch({ ...options, args: [...(options.args ?? []), ...fake] })
  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce' })
  watch.follow(context)
  const member = await build({ isConfirmed: false })
  const [name = '', value = ''] = member.cookie.split('=')
  await context.addCookies([
    { name, value, url: origin, httpOnly: true },
    { name: LANGUAGE_COOKIE, value: language, url: origin },
  ])
  const page = await context.newPage()
  await visit(page, '/complete-signup?step=photo')
  await press(page, t('profiles.picker.camera'))
  const shoot = page.getByRole('button', { name: t('profiles.picker.shoot'), exact: true })
  await expect(shoot).toBeEnabled()
  await expectAccessible(page)
  await shoot.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await press(page, t('profiles.picker.use'))
  await expect(page).toHaveURL(/step=about/)
  await browser.close()
})

test('at the end of the sign-up the reminder opens once on a phone', { tag: '@phone' }, async ({ open, build, t }) => {
  const page = await open(await build({ isConfirmed: false }))
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/signup-matches')
  await expect(page.getByText(t('accounts.activation.title'))).toHaveCount(0)
  await page.getByRole('link', { name: t('signup.matches.all') }).click()
  const dialog = page.getByRole('dialog', { name: t('accounts.activation.title') })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL('/members')
  await pressIn(dialog, 'Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(t('accounts.activation.title'))).toBeVisible()
  // Neither another page nor a reload opens it again.
  await page.goBack()
  await expect(page).toHaveURL('/signup-matches')
  await page.goForward()
  await expect(page.getByText(t('accounts.activation.title'))).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('a file that is no photo is rejected when it is chosen, and a photo survives a reload', async ({
  page,
  t,
  testSite,
}) => {
  const person = newPerson()
  await visit(page, '/signup')
  await signUpAs(page, t, person)
  await expect(page).toHaveURL('/complete-signup')

  await choosePhoto(page, t, { name: 'poem.txt', type: 'text/plain', bytes: Buffer.from('Roses are red.') })
  await expectWrong(photo(page, t), t('errors.profiles.photo_not_an_image'))
  await choosePhoto(page, t, { name: 'poem.jpg', bytes: Buffer.from('Roses are red, and this is text.') })
  await expectWrong(photo(page, t), t('errors.profiles.photo_not_an_image'))
  await choosePhoto(page, t, { name: 'dot.jpg', bytes: await sampleImage({ width: 100 }) })
  await expectWrong(photo(page, t), t('errors.profiles.photo_too_small', { pixels: PHOTO_MIN_SIDE_PX }))

  const tooLarge = test.info().outputPath('huge.jpg')
  await writeFile(tooLarge, Buffer.concat([await sampleImage(), Buffer.alloc(PHOTO_MAX_BYTES)]))
  await photo(page, t).setInputFiles(tooLarge)
  await expect(page.getByLabel(t('profiles.picker.zoom'))).toBeVisible()
  // The photo is shown while the device stores it.
  await expectStored(page, { database: 'photo-drafts', store: 'photos', text: 'savedAt' })
  await page.reload()
  await page.getByLabel(t('profiles.picker.zoom')).fill('2')
  await press(page, t('profiles.picker.use'))
  await expect(page).toHaveURL('/complete-signup?step=about')
  const { id } = await accountOf(testSite, person.email)
  const photos = await testSite.db.selectFrom('photos').select('id').where('userId', '=', id).execute()
  expect(photos).toHaveLength(1)
  expect(await page.evaluate(() => indexedDB.databases())).toHaveLength(1)
})

test('a failed upload is reported, and the same photo can be sent again', async ({ t, open, build, watch }) => {
  const member = await open(await build({ isConfirmed: false }))
  await visit(member, '/complete-signup')
  watch.expectError(503, '/api/photos')
  await member.route('/api/photos', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'request.busy' } } }),
  )
  await choosePhoto(member, t, { name: 'me.jpg', bytes: await sampleImage() })
  await press(member, t('profiles.picker.use'))
  // After the last of the repeated calls.
  await expect(member.getByText(t('errors.request.busy'))).toBeVisible()
  await member.unroute('/api/photos')
  await press(member, t('profiles.picker.retry'))
  await expect(member).toHaveURL('/complete-signup?step=about')
})

test('a slow upload says so, and does not lead back to a step that the member has left', async ({ t, open, build }) => {
  const page = await open(await build({ isConfirmed: false }))
  await page.clock.install()
  await visit(page, '/complete-signup?step=photo')
  const isReleased = Promise.withResolvers<void>()
  await page.route('/api/photos', async (route) => {
    await isReleased.promise
    await route.continue()
  })
  await choosePhoto(page, t, { name: 'me.jpg', bytes: await sampleImage() })
  const sent = page.waitForRequest('/api/photos')
  await press(page, t('profiles.picker.use'))
  await sent
  await expect(page.getByRole('progressbar', { name: t('profiles.picker.uploading') })).toBeVisible()
  const status = page.getByRole('status').filter({ hasText: t('profiles.picker.uploading') })
  await expect(status).toBeVisible()
  await page.clock.fastForward(10_000)
  await expect(status).toContainText(t('profiles.picker.slow'))
  await press(page, t('signup.complete.skip'))
  await expect(page).toHaveURL(/step=about/)
  const about = page.getByLabel(t('profiles.about'))
  await about.fill('I like rain.')
  // What the upload fetches last, before the step that sent it goes on.
  const fetched = page.waitForResponse('/api/user')
  isReleased.resolve()
  await (await fetched).finished()
  await press(page, t('signup.complete.skip'))
  await expect(page).toHaveURL(/step=interests/)
  await page.goBack()
  await expect(about).toHaveValue('I like rain.')
  await page.goBack()
  await expect(page).toHaveURL(/step=photo/)
})

test('a mail that came back is shown at the last step, which takes another address', async ({
  open,
  build,
  t,
  testSite,
}) => {
  const member = await build({ isConfirmed: false, signedUpMsAgo: 0 })
  await testSite.db
    .updateTable('users')
    .set({ notificationsDisabled: ['bounce'] })
    .where('id', '=', member.userId)
    .execute()
  const page = await open(member)
  await visit(page, '/complete-signup?step=confirm')
  const cameBack = page.getByText(t('accounts.activation.cameBack', { email: member.email }))
  await expect(cameBack).toBeVisible()
  await press(page, t('accounts.activation.wrongEmail'))
  const field = page.getByLabel(t('accounts.emailSettings.newEmail'), { exact: true })
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await field.fill(`right-${member.email}`)
  await field.press('Enter')
  await expect(page.getByText(t('signup.complete.mailHelp'))).toBeVisible()
  await expect(cameBack).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

/** Expects one element to end above the other, without scrolling. */
async function expectAbove(element: Locator, other: Locator) {
  await expect
    .poll(async () => {
      const [box, otherBox] = [await element.boundingBox(), await other.boundingBox()]
      return box && otherBox && box.y >= 0 && box.y + box.height <= otherBox.y
    })
    .toBe(true)
}

async function storedCell({ db }: AppContext, { userId }: { userId: number }) {
  const row = await db.selectFrom('profiles').select('cell').where('userId', '=', userId).executeTakeFirstOrThrow()
  return row.cell
}

/** Reports a keyboard of 300 pixels, and returns by how much the page makes space for it. */
function coverByKeyboard() {
  const viewport = window.visualViewport
  if (!viewport) throw new Error('the browser has no visual viewport')
  Object.defineProperty(viewport, 'height', { configurable: true, get: () => window.innerHeight - 300 })
  viewport.dispatchEvent(new Event('resize'))
  return document.documentElement.style.getPropertyValue('--keyboard-height')
}
