import { randomUUID } from 'node:crypto'
import { addChatPhoto, sendMessage } from '#contract/chat/calls.ts'
import type { Member } from '#tests/support/builders.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { expectCredits, feed, tick } from '../support/chat-steps.ts'
import { uploadPhotos } from '../support/photos.ts'
import { containing, expectAccessible, pressIn, untilHydrated, visit } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

test(
  'a gift opens with the first press and stays open; nothing of it is hidden where motion is reduced',
  { tag: '@phone' },
  async ({ open, build, origin, t }) => {
    const ada = await build({ name: 'Ada' })
    const ben = await build({ name: 'Ben', gender: 'male', credits: 40 })
    await send(origin, { from: ben, to: ada, message: { kind: 'gift', gift: 'cake', body: 'Well done' } })
    const page = await open(ada)
    await visit(page, `/members/${ben.profileId}/chat`)
    const wrapped = feed(page).getByRole('button', { name: t('chat-conversation.gift.open') })
    const opened = feed(page).getByRole('button', { name: t('chat-conversation.gifts.cake'), exact: true })
    await expect(feed(page)).toContainText(t('chat-conversation.gifts.cake'))
    await expect(wrapped).toHaveCount(0)

    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect(wrapped).toBeVisible()
    await expect(feed(page)).toContainText('Well done')
    await expect(feed(page)).not.toContainText(t('chat-conversation.gifts.cake'))
    await expectAccessible(page)
    await wrapped.press('Enter')
    await expect(opened).toBeFocused()
    await expectAccessible(page)
    await page.reload()
    await expect(opened).toBeVisible()
    await expect(wrapped).toHaveCount(0)
  },
)

test('a second press of Enter while the dialog of a gift closes sends no second gift', async ({ open, build, t }) => {
  const ben = await build({ name: 'Ben', gender: 'male' })
  const page = await open(await build({ name: 'Ada', credits: 40 }))
  await visit(page, `/members/${ben.profileId}/chat?gift`)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const dialog = page.getByRole('dialog', { name: t('chat-conversation.gift.title', { name: 'Ben' }) })
  await dialog.getByText(t('chat-conversation.gifts.rose'), { exact: true }).click()
  await dialog.getByLabel(containing(t('chat-conversation.gift.text'))).fill('For you')
  await dialog.getByLabel(containing(t('chat-conversation.gift.text'))).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(feed(page)).toContainText('For you')
  await expect(tick(page, t, 'sent')).toBeVisible()
  await expect(feed(page).getByText(t('chat-conversation.gifts.rose'), { exact: true })).toHaveCount(1)
  await expectCredits(page, t, 36)
})

test(
  'a photo unfolds, and on a phone the photo of a row moves to the conversation, unless motion is reduced',
  { tag: '@phone' },
  async ({ open, build, origin, t, isMobile }) => {
    const ada = await build({ name: 'Ada' })
    const ben = await build({ name: 'Ben', gender: 'male', credits: 40 })
    await uploadPhotos(origin, { member: ben, visibilities: ['public'] })
    const { photo } = await callsTo(origin, ben)(
      addChatPhoto,
      { params: { profileId: ada.profileId }, body: { clientId: randomUUID() } },
      { file: new File([await sampleImage()], 'beach.jpg', { type: 'image/jpeg' }) },
    )
    await send(origin, { from: ben, to: ada, message: { kind: 'photo', photoId: photo.id } })
    const page = await open(ada)
    await visit(page, '/chats')
    await page.evaluate(recordTransitions)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const row = page.getByRole('list', { name: t('chat.title') }).getByRole('link', { name: /Ben/ })
    const partner = page.getByRole('heading', { level: 1, name: /Ben/ })
    await row.click()
    await expect(partner).toBeVisible()
    const ofRow = isMobile ? ['partner-photo'] : []
    expect(await page.evaluate(movedIn)).toEqual(ofRow)

    await feed(page)
      .getByRole('button', { name: t('chat-conversation.photo.show', { name: 'Ben' }) })
      .click()
    const thumbnail = feed(page).getByRole('button', { name: t('chat-conversation.photo.openOf', { name: 'Ben' }) })
    const large = page.getByRole('dialog', { name: t('chat-conversation.photo.of', { name: 'Ben' }) })
    await thumbnail.click()
    await expect(large.getByRole('img')).toBeVisible()
    expect(await page.evaluate(movedIn)).toEqual([...ofRow, 'chat-photo'])
    await expectAccessible(page)
    await pressIn(large, 'Escape')
    await expect(large).toHaveCount(0)
    await expect(thumbnail).toBeFocused()

    await page.emulateMedia({ reducedMotion: 'reduce' })
    await thumbnail.click()
    await expect(large.getByRole('img')).toBeVisible()
    await pressIn(large, 'Escape')
    await expect(large).toHaveCount(0)
    if (isMobile) {
      await page.getByRole('link', { name: t('chat.back') }).click()
      await row.click()
      await expect(partner).toBeVisible()
    }
    expect(await page.evaluate(movedIn)).toEqual([...ofRow, 'chat-photo'])

    // The photo of a profile moves there too.
    await visit(page, `/members/${ben.profileId}`)
    await page.evaluate(recordTransitions)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const message = page.getByRole('link', { name: t('profiles.message'), exact: true })
    await untilHydrated(message)
    await message.click()
    // Both pages have the same heading.
    await expect(feed(page)).toBeVisible()
    await expect.poll(() => page.evaluate(movedIn)).toEqual(ofRow)
  },
)

type Content = { kind: 'gift'; gift: 'cake'; body: string } | { kind: 'photo'; photoId: string }

function send(origin: string, { from, to, message }: { from: Member; to: Member; message: Content }) {
  return callsTo(origin, from)(sendMessage, {
    params: { profileId: to.profileId },
    body: { clientId: randomUUID(), ...message },
  })
}

type Recording = typeof globalThis & { moved?: string[] }

/** Runs in the page: records the names that elements have got for each view transition. */
function recordTransitions() {
  const page: Recording = globalThis
  const moved: string[] = []
  page.moved = moved
  const start = document.startViewTransition.bind(document)
  document.startViewTransition = (update) => {
    // The row that was pressed has its name until another one is.
    const elements = [...document.querySelectorAll<HTMLElement>('[style*="view-transition-name"]')]
    const visible = elements.filter((element) => element.checkVisibility())
    moved.push(visible.map(({ style }) => style.viewTransitionName).join(' '))
    return start(update)
  }
}

/** Runs in the page. */
function movedIn() {
  const page: Recording = globalThis
  return page.moved ?? []
}
