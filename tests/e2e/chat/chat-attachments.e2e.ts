import type { Locator, Page } from '@playwright/test'
import { sendMessage } from '#contract/chat/calls.ts'
import { DEFAULT_PHOTO_CREDITS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import type { Translate } from '#tests/support/fakes/translator.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { choosePhoto, composer, drag, expectCredits, feed, openAttachMenu } from '../support/chat-steps.ts'
import { containing, expectAccessible, pressIn, visit, visitConnected } from '../support/screen.ts'
import { handleOnce } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

test(
  'a date is suggested for the price of a text, and the other one accepts with one press',
  { tag: '@phone' },
  async ({ open, build, t }) => {
    const ada = await build({ name: 'Ada', credits: 4 })
    const ben = await build({ name: 'Ben', gender: 'male' })
    const [adaPage, benPage] = [await open(ada), await open(ben)]
    await visitConnected(adaPage, `/members/${ben.profileId}/chat`)
    await visitConnected(benPage, `/members/${ada.profileId}/chat`)
    await (
      await openAttachMenu(adaPage, t)
    )
      .getByRole('menuitem', { name: t('chat-conversation.composer.date') })
      .click()
    // Its suggestions have the same name.
    const field = (form: Locator, part: 'day' | 'time' | 'place') =>
      form.getByRole('textbox', { name: t(`chat-conversation.date.${part}`), exact: true })
    const dialog = adaPage.getByRole('dialog', { name: t('chat-conversation.date.title', { name: 'Ben' }) })
    const send = dialog.getByRole('button', { name: containing(t('chat-conversation.date.send')) })
    // Suggestions first: the field for another day is behind them.
    await expect(field(dialog, 'day')).toHaveCount(0)
    await dialog.getByRole('button', { name: t('chat-conversation.date.another') }).click()
    await expect(field(dialog, 'day')).toBeFocused()
    await expect(field(dialog, 'time')).toHaveCount(0)
    await send.click()
    await expect(dialog.getByText(t('chat-conversation.date.required'))).toHaveCount(3)
    await expectAccessible(adaPage)
    await expect(dialog.getByText(t('chat-conversation.date.free', { count: 2 }))).toBeVisible()
    const day = new Date(Date.now() + 7 * DAY).toISOString().slice(0, 10)
    await field(dialog, 'day').fill(day)
    await field(dialog, 'time').fill('19:30')
    // A suggested place fills in the field, and can be changed.
    const place = field(dialog, 'place')
    const cafe = dialog.getByRole('button', { name: t('chat-conversation.date.places.cafe'), exact: true })
    await cafe.click()
    await expect(cafe).toHaveAttribute('aria-pressed', 'true')
    await expect(place).toHaveValue(t('chat-conversation.date.places.cafe'))
    await place.fill('Café Luna')
    // They do not replace the member's own words.
    await expect(cafe).toHaveCount(0)
    await send.click()
    await expect(dialog).toHaveCount(0)
    await expect(feed(adaPage).getByText(t('chat-conversation.date.of.none', { name: 'Ben' }))).toBeVisible()
    await expectCredits(adaPage, t, 2)

    await expect(feed(benPage).getByText('Café Luna')).toBeVisible()
    const accept = feed(benPage).getByRole('button', { name: t('chat-conversation.date.accepted') })
    expect((await accept.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await accept.click()
    await expect(feed(benPage).getByText(t('chat-conversation.date.agreed'))).toBeVisible()
    await expect(feed(benPage).getByText(t('chat-conversation.date.accepted'))).toBeVisible()
    await expect(accept).toHaveCount(0)
    await expectAccessible(benPage)
    await expect(feed(adaPage).getByText(t('chat-conversation.date.agreed'))).toBeVisible()
    await expect(feed(adaPage).getByText(t('chat-conversation.date.of.accepted', { name: 'Ben' }))).toBeVisible()
    await expectAccessible(adaPage)

    // One can change one's mind, and does not lose the place on the page.
    const change = feed(benPage).getByRole('button', { name: t('chat-conversation.date.change') })
    await expect(change).toBeFocused()
    await change.click()
    await expect(accept).toHaveAttribute('aria-pressed', 'true')
    await expect(accept).toBeFocused()
    // Another day begins with the same time and place.
    await feed(benPage)
      .getByRole('button', { name: t('chat-conversation.date.another') })
      .click()
    const other = benPage.getByRole('dialog', { name: t('chat-conversation.date.title', { name: 'Ada' }) })
    await expect(field(other, 'place')).toHaveValue('Café Luna')
    await expect(other.getByRole('button', { pressed: true })).toHaveText(/7:30|19:30/)
    await expect(field(other, 'day')).toHaveCount(0)
  },
)

test(
  'a date that waits is shown whole on the smallest phone, above the sentence about credits',
  { tag: '@phone' },
  async ({ open, build, origin, t }) => {
    const ada = await build({ name: 'Ada', credits: 40 })
    const ben = await build({ name: 'Ben', gender: 'male' })
    const day = new Date(Date.now() + 7 * DAY).toISOString().slice(0, 10)
    await callsTo(origin, ada)(sendMessage, {
      params: { profileId: ben.profileId },
      body: { kind: 'date', clientId: crypto.randomUUID(), when: `${day}T19:30`, place: 'Café Luna' },
    })
    const page = await open(ben)
    await page.setViewportSize({ width: 320, height: 640 })
    await visit(page, `/members/${ada.profileId}/chat`)
    await expect(page.getByText(t('chat.short', { name: 'Ada', state: 'free' }))).toBeInViewport({ ratio: 1 })
    await expect(feed(page).getByText(t('chat-conversation.date.card'))).toBeInViewport({ ratio: 1 })
    await expect(feed(page).getByRole('button', { name: t('chat-conversation.date.another') })).toBeInViewport({
      ratio: 1,
    })
  },
)

test(
  'photos and gifts arrive with their prices, and photos open large',
  { tag: '@phone' },
  async ({ open, build, t, watch }) => {
    const ada = await build({ name: 'Ada', credits: 40 })
    const ben = await build({ name: 'Ben', gender: 'male', credits: 40 })
    const [adaPage, benPage] = [await open(ada), await open(ben)]
    await visit(adaPage, `/members/${ben.profileId}/chat`)
    await visit(benPage, `/members/${ada.profileId}/chat`)

    const photoDialog = adaPage.getByRole('dialog', { name: t('chat-conversation.photo.title', { name: 'Ben' }) })
    const photo = { name: 'beach.jpg', mimeType: 'image/jpeg', buffer: await sampleImage() }
    // A phone opens its own chooser at once, other devices a dialog where a file can be dropped.
    const isTouch = await adaPage.evaluate(() => matchMedia('(pointer: coarse)').matches)
    if (isTouch) {
      const chooser = adaPage.waitForEvent('filechooser')
      await choosePhoto(adaPage, t)
      await (await chooser).setFiles(photo)
    } else {
      await choosePhoto(adaPage, t)
      await expect(photoDialog).toBeVisible()
      await expectAccessible(adaPage)
      await photoDialog.locator('input[type=file][accept*=webp]').setInputFiles(photo)
    }
    const sendPhoto = photoDialog.getByRole('button', { name: containing(t('chat-conversation.photo.send')) })
    await expect(sendPhoto).toBeVisible()
    // The control that chose it is gone, the focus is still in the dialog.
    await pressIn(photoDialog, 'Tab')
    await expect(sendPhoto).toBeFocused()
    await sendPhoto.click()
    await expect(feed(adaPage).getByRole('button', { name: t('chat-conversation.photo.openOwn') })).toBeVisible()
    await expectCredits(adaPage, t, 40 - DEFAULT_PHOTO_CREDITS)

    // A photo that comes before the viewer wrote anything is covered.
    await expectAccessible(benPage)
    // One that cannot be loaded is loaded again by a press, and not left out until the next visit.
    watch.expectError(503, '/chat-photos/')
    await handleOnce(benPage, '**/chat-photos/*/medium', (route) => route.fulfill({ status: 503 }))
    await feed(benPage)
      .getByRole('button', { name: t('chat-conversation.photo.show', { name: 'Ada' }) })
      .click()
    await feed(benPage)
      .getByRole('button', { name: t('chat-conversation.photo.failed') })
      .click()
    const large = benPage.getByRole('dialog', { name: t('chat-conversation.photo.of', { name: 'Ada' }) })
    await expect(large.getByRole('img', { name: t('chat-conversation.photo.of', { name: 'Ada' }) })).toBeVisible()
    await pressIn(large, 'Escape')
    await expect(large).toBeHidden()
    await expect(
      feed(benPage).getByRole('button', { name: t('chat-conversation.photo.openOf', { name: 'Ada' }) }),
    ).toBeVisible()

    await (
      await openAttachMenu(benPage, t)
    )
      .getByRole('menuitem', { name: t('chat-conversation.composer.gift') })
      .click()
    const giftDialog = benPage.getByRole('dialog', { name: t('chat-conversation.gift.title', { name: 'Ada' }) })
    await giftDialog.getByText(t('chat-conversation.gifts.bouquet')).click()
    await giftDialog.getByLabel(containing(t('chat-conversation.gift.text'))).fill('For the photo')
    await expectAccessible(benPage)
    await giftDialog
      .getByRole('button', {
        name: containing(t('chat-conversation.gift.send', { gift: t('chat-conversation.gifts.bouquet') })),
      })
      .click()
    await expect(feed(adaPage)).toContainText(t('chat-conversation.gifts.bouquet'))
    await expect(feed(adaPage)).toContainText('For the photo')
    if (isTouch) await answerBySwipe(adaPage, { t, name: 'Ben' })
    await expectCredits(benPage, t, 32)
    await expectAccessible(adaPage)
  },
)

test('a gift that is too dear waits, with its words, until the credits are bought', async ({ open, build, t }) => {
  const ben = await build({ name: 'Ben', gender: 'male' })
  const page = await open(await build({ name: 'Ada', credits: 4 }))
  await visit(page, `/members/${ben.profileId}/chat?gift`)
  const dialog = page.getByRole('dialog', { name: t('chat-conversation.gift.title', { name: 'Ben' }) })
  await expect(dialog.getByText(t('chat.coins', { count: 4 }))).toBeVisible()
  const gift = (name: 'rose' | 'cake') =>
    dialog.getByRole('radio', { name: containing(t(`chat-conversation.gifts.${name}`)) })
  await expect(gift('rose')).toHaveAccessibleDescription('')
  await expect(gift('cake')).toHaveAccessibleDescription(t('chat-conversation.gift.dear'))
  await dialog.getByText(t('chat-conversation.gifts.cake')).click()
  await dialog.getByLabel(containing(t('chat-conversation.gift.text'))).fill('Well done')
  await expect(dialog.getByText(t('chat.noCredits', { name: 'Ben' }))).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('link', { name: t('chat-conversation.help.credits') }).click()

  await expect(page).toHaveURL('/credits')
  const summary = t('chat-conversation.summary.gift', { gift: t('chat-conversation.gifts.cake') })
  await expect(page.getByText(summary)).toBeVisible()
  await page.getByRole('link', { name: containing(t('payments.continue', { price: '' }).trim()) }).click()
  await page.getByRole('button', { name: containing(t('payments.pay', { price: '' }).trim()) }).click()
  await page.getByRole('button', { name: containing(t('payments.sandbox.pay', { amount: '' }).trim()) }).click()
  await expect(page.getByText(summary)).toBeVisible()
  // Other links follow what became possible.
  const last = page.getByRole('main').getByRole('link').last()
  await expect(last).toHaveText(t('payments.toChats'))
  await page.getByRole('link', { name: t('payments.backTo', { name: 'Ben' }) }).click()

  await expect(gift('cake')).toBeChecked()
  await expect(dialog.getByLabel(containing(t('chat-conversation.gift.text')))).toHaveValue('Well done')
  await dialog
    .getByRole('button', {
      name: containing(t('chat-conversation.gift.send', { gift: t('chat-conversation.gifts.cake') })),
    })
    .click()
  await expect(feed(page)).toContainText('Well done')
  await expectCredits(page, t, 52)
})

test('a photo that is taken back while it is prepared is neither sent nor paid', async ({ open, build, t }) => {
  const ada = await build({ name: 'Ada', credits: 40 })
  const ben = await build({ name: 'Ben', gender: 'male' })
  const page = await open(ada)
  const uploads: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/chat-photos')) uploads.push(request.url())
  })
  await visit(page, `/members/${ben.profileId}/chat`)
  const dialog = page.getByRole('dialog', { name: t('chat-conversation.photo.title', { name: 'Ben' }) })
  const send = dialog.getByRole('button', { name: containing(t('chat-conversation.photo.send')) })
  async function choose() {
    await dialog
      .locator('input[type=file][accept*=webp]')
      .setInputFiles({ name: 'beach.jpg', mimeType: 'image/jpeg', buffer: await sampleImage() })
    await expect(send).toBeVisible()
  }

  // Large photos take seconds on a slow phone: here until the test lets them go on.
  async function startSlowly() {
    await choose()
    await page.evaluate(delayImages)
    await send.click()
    await expect(send).toHaveAttribute('aria-busy', 'true')
  }
  await choosePhoto(page, t)
  await startSlowly()
  await dialog.getByRole('button', { name: t('chat-conversation.photo.another') }).click()
  await page.evaluate(releaseImages)
  await startSlowly()
  await pressIn(dialog, 'Escape')
  await expect(dialog).toBeHidden()
  await page.evaluate(releaseImages)

  await choosePhoto(page, t)
  await choose()
  await send.click()
  await expect(feed(page).getByRole('button', { name: t('chat-conversation.photo.openOwn') })).toHaveCount(1)
  await expectCredits(page, t, 40 - DEFAULT_PHOTO_CREDITS)
  expect(uploads).toHaveLength(1)
})

/** A finger that moves down scrolls; one that moves along a message answers it, as its menu does. */
async function answerBySwipe(page: Page, { t, name }: { t: Translate; name: string }) {
  const target = page.getByText(t('chat-conversation.replyTo', { name }))
  const message = page.locator('#message-2').getByText('For the photo')
  const box = await message.boundingBox()
  if (!box) throw new Error('the message is not shown')
  const start = { x: box.x + 10, y: box.y + box.height / 2 }
  await drag(page, start, { x: start.x, y: start.y - 60 })
  await expect(target).toHaveCount(0)
  const moved = (await message.boundingBox()) ?? box
  const again = { x: moved.x + 10, y: moved.y + moved.height / 2 }
  await drag(page, again, { x: again.x + 60, y: again.y })
  await expect(target).toBeVisible()
  await expect(composer(page, t, name)).toBeFocused()
}

type Held = typeof globalThis & { held?: { create: typeof createImageBitmap; release: () => void } }

/** Runs in the page: images are read only after `releaseImages`. */
function delayImages() {
  const page: Held = globalThis
  const create = page.createImageBitmap
  const { promise, resolve } = Promise.withResolvers<void>()
  page.held = { create, release: resolve }
  page.createImageBitmap = async (...args: unknown[]) => {
    await promise
    // Passes on whatever it was called with.
    return Reflect.apply(create, page, args)
  }
}

/** Runs in the page: reads the images that were held back. */
function releaseImages() {
  const page: Held = globalThis
  if (!page.held) return
  page.createImageBitmap = page.held.create
  page.held.release()
}
