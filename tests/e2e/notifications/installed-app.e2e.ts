import type { Page } from '@playwright/test'
import { sampleImage } from '#tests/support/sample-images.ts'
import { feed, writeTo } from '../support/chat-steps.ts'
import { containing, expectAccessible, visit } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

test('a member with a conversation is offered the installed app once', async ({ open, build, t, origin }) => {
  const [ada, ben] = [await build(), await build({ credits: 20 })]
  const page = await open(ada)
  // A Chromium without windows never asks by itself. The question comes once the page listens to it.
  await page.addInitScript(() => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => {
        localStorage.setItem('test-asked', String(event.defaultPrevented))
        return { outcome: 'accepted' }
      },
    })
    const listen = globalThis.addEventListener
    globalThis.addEventListener = (...args: unknown[]) => {
      Reflect.apply(listen, globalThis, args)
      if (args[0] === event.type) setTimeout(() => dispatchEvent(event))
    }
  })
  const offer = page.getByText(t('install.title', { name: 'Rendezvous' }))
  const members = page.getByRole('heading', { level: 1 })
  await visit(page, '/members')
  await expect(members).toBeVisible()
  await expect(offer).toBeHidden()

  await writeTo(origin, { from: ben, to: ada, body: 'Hello' })
  await visit(page, '/members')
  await expect(offer).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: t('install.install') }).click()
  await expect(offer).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('test-asked'))).toBe('true')

  await visit(page, '/chats')
  await expect(page.getByText('Hello')).toBeVisible()
  await visit(page, '/members')
  await expect(members).toBeVisible()
  await expect(offer).toBeHidden()
})

test(
  'photos shared with the installed app go into a conversation or the profile, and are taken once',
  { tag: '@phone' },
  async ({ open, build, t, origin }) => {
    const [ada, ben] = [await build({ credits: 20 }), await build({ name: 'Ben', credits: 20 })]
    await writeTo(origin, { from: ben, to: ada, body: 'Hello' })
    const page = await open(ada)
    await visit(page, '/share-photo')
    await expect(page.getByText(t('install.share.none'))).toBeVisible()
    await expectAccessible(page)

    await share(page)
    await visit(page, '/share-photo')
    await expect(page.getByRole('img', { name: containing('beach') })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('link', { name: 'Ben' }).click()
    const dialog = page.getByRole('dialog', { name: t('chat-conversation.photo.title', { name: 'Ben' }) })
    await dialog.getByRole('button', { name: containing(t('chat-conversation.photo.send')) }).click()
    await expect(feed(page).getByRole('button', { name: t('chat-conversation.photo.openOwn') })).toBeVisible()

    await visit(page, '/share-photo')
    await expect(page.getByText(t('install.share.none'))).toBeVisible()
    await share(page)
    await visit(page, '/share-photo')
    await page.getByRole('link', { name: t('install.share.toProfile', { count: 1 }) }).click()
    await expect(page).toHaveURL(/\/profile\?shared/)
    await expect(page.getByRole('region', { name: t('photos.title') }).getByText('beach.jpg')).toBeVisible()
  },
)

/** Stores a photo as the service worker does with one that the system sends. */
async function share(page: Page) {
  const bytes = [...(await sampleImage())]
  await page.evaluate(async (numbers) => {
    const cache = await caches.open('shared')
    const headers = { 'content-type': 'image/jpeg', 'x-name': 'beach.jpg' }
    await cache.put('/share-photo/0', new Response(new Uint8Array(numbers), { headers }))
  }, bytes)
}
