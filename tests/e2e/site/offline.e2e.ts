import type { Page } from '@playwright/test'
import { likeProfile } from '#contract/likes/calls.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import type { Translate } from '#tests/support/fakes/translator.ts'
import { expectStoredConversation, feed, shownOf, tick, write } from '../support/chat-steps.ts'
import { expectStored } from '../support/device.ts'
import { expectAccessible, visit, visitConnected, waitForHydration } from '../support/screen.ts'
import { barLink, pressAccountEntry } from '../support/steps.ts'
import { expect, test, type Fixtures } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

/** Waits until the service worker has stored the offline page, which is the last of what it stores. */
function expectOfflinePage(page: Page) {
  return expect
    .poll(() => page.evaluate(async () => (await caches.match('/offline', { cacheName: 'offline' })) !== undefined), {
      timeout: 45_000,
    })
    .toBe(true)
}

/** What the browser has stored for the site, beside what belongs to the device. */
function leftOn(page: Page) {
  return page.evaluate(async () => ({
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    values: [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(
      (key) => !['dismissals', 'session-ended', 'theme', 'discreet', 'react-router-scroll-positions'].includes(key),
    ),
  }))
}

/** Waits until the app says that there is no connection: the document does before the app starts. */
async function expectMissingPage(page: Page, t: Translate) {
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: t('offline.title') })).toBeVisible()
}

const nothing = { caches: [], databases: [], values: [] }

/** Whether something that was closed for good is still known to be closed. */
function isDismissed(page: Page, name: string) {
  return page.evaluate((each) => (localStorage.getItem('dismissals') ?? '').includes(`"${each}"`), name)
}

/** Opens a chat of a new member and sends a message, until all that the browser stores of it is stored. */
async function openStoredChat({ open, build, t, watch }: Pick<Fixtures, 'open' | 'build' | 't' | 'watch'>) {
  const ada = await build({ name: 'Ada', credits: 20 })
  const ben = await build({ name: 'Ben', gender: 'male' })
  const page = await open(ada)
  watch.expectCuts()
  await visitConnected(page, `/members/${ben.profileId}/chat`)
  await write(page, t, { name: 'Ben', text: 'Between us' })
  await expect(tick(page, t, 'sent')).toBeVisible()
  await expectStoredConversation(page, ben)
  await expectStored(page, { database: 'chat', store: 'values', text: '"totals"' })
  await expectOfflinePage(page)
  return { ada, page }
}

test.describe('without a connection', () => {
  test(
    'the chat opens from nothing, and what is written then goes out once',
    { tag: '@phone' },
    async ({ open, build, t, watch, testSite }) => {
      const ada = await build({ name: 'Ada', credits: 20 })
      const ben = await build({ name: 'Ben', gender: 'male' })
      const carl = await build({ name: 'Carl', gender: 'male' })
      const first = await open(ada)
      const context = first.context()
      watch.expectCuts()
      await visit(first, `/members/${ben.profileId}/chat`)
      await write(first, t, { name: 'Ben', text: 'Hello Ben' })
      await expect(tick(first, t, 'sent')).toBeVisible()
      await expectStoredConversation(first, ben)
      await visit(first, `/members/${carl.profileId}/chat`)
      await write(first, t, { name: 'Carl', text: 'Hello Carl' })
      await expect(tick(first, t, 'sent')).toBeVisible()
      await expectStoredConversation(first, carl)
      for (const text of ['Hello Ben', 'Hello Carl', '"num_unread_messages":0'])
        await expectStored(first, { database: 'chat', store: 'values', text })
      await visit(first, '/chats')
      await pressAccountEntry(first, t, 'profile')
      await expect(first.getByRole('heading', { level: 1, name: t('profiles.own.title') })).toBeVisible()
      await expectStored(first, { database: 'chat', store: 'values', text: '"/api/profile"' })
      await visit(first, `/members/${carl.profileId}/chat`)
      await expectOfflinePage(first)
      await context.setOffline(true)
      await first.reload()
      await waitForHydration(first)
      await expect(feed(first)).toContainText('Hello Carl')
      await first.close()

      const page = await context.newPage()
      await page.goto('/chats')
      await waitForHydration(page)
      await expect(page.getByText(t('chat-conversation.offline'))).toBeVisible()
      await expectAccessible(page)
      await expect(page.getByRole('list', { name: t('chat.title') }).getByRole('link', { name: /Carl/ })).toBeVisible()
      await page
        .getByRole('list', { name: t('chat.title') })
        .getByRole('link', { name: /Ben/ })
        .click()
      await expect(feed(page)).toContainText('Hello Ben')
      await page.reload()
      await waitForHydration(page)
      const texts = ['Written offline', 'and after it']
      for (const text of texts) await write(page, t, { name: 'Ben', text })
      await expect.poll(() => shownOf(page, texts)).toEqual(texts)
      await expect(tick(page, t, 'sending')).toBeVisible()
      await expectStored(page, { database: 'chat', store: 'values', text: texts.at(-1) ?? '' })
      await page.close()

      const again = await context.newPage()
      await again.goto('/me')
      await waitForHydration(again)
      await expect(again.getByRole('heading', { level: 1, name: 'Ada' })).toBeVisible()
      await expect(again.getByRole('main').getByText(t('errors.request.unreachable'))).toBeVisible()
      await expectAccessible(again)
      await again.goto(`/members/${ben.profileId}/chat`)
      await waitForHydration(again)
      await expect.poll(() => shownOf(again, texts)).toEqual(texts)
      await context.setOffline(false)
      await expect(tick(again, t, 'sending')).toHaveCount(0)
      await expect(again.getByText(t('chat-conversation.offline'))).toHaveCount(0)
      await expect.poll(() => shownOf(again, texts)).toEqual(texts)
      const sent = testSite.db
        .selectFrom('messages')
        .select('body')
        .where('senderId', '=', ada.userId)
        .where('body', 'in', texts)
        .orderBy('seq')
      expect((await sent.execute()).map(({ body }) => body)).toEqual(texts)
    },
  )

  test(
    'an installed app opens the pages of a member from nothing, with what they showed last',
    { tag: '@phone' },
    async ({ open, build, t, watch, origin }) => {
      const ada = await build({ name: 'Ada' })
      const ben = await build({ name: 'Ben', gender: 'male' })
      await callsTo(origin, ben)(likeProfile, { params: { profileId: ada.profileId } })
      const first = await open(ada)
      const context = first.context()
      watch.expectCuts()
      await context.addInitScript(() => {
        const { matchMedia } = window
        window.matchMedia = (query) =>
          Object.defineProperty(matchMedia.call(window, query), 'matches', {
            value: query === '(display-mode: standalone)' || matchMedia.call(window, query).matches,
          })
      })
      for (const [path, text] of Object.entries({
        '/likes': '"likes pages"',
        '/members': '"/api/members"',
      })) {
        await visit(first, path)
        await expectStored(first, { database: 'chat', store: 'values', text })
      }
      await expectOfflinePage(first)
      await context.setOffline(true)
      await first.close()

      const page = await context.newPage()
      const main = page.getByRole('main')
      const expectStoredPage = async (title: string) => {
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeAttached()
        await waitForHydration(page)
        await expect(main.getByText(t('offline.title'))).toBeVisible()
        await expect(page.getByRole('banner')).toBeVisible()
      }
      await page.goto('/members')
      await expectStoredPage(t('search.title'))
      await page.goto('/likes')
      await expectStoredPage(t('likes.title'))
      await main.getByRole('link', { name: t('likes.tabs.sent') }).click()
      await expect(main.getByText(t('offline.missing.likes'))).toBeVisible()
      await expectMissingPage(page, t)
      await barLink(page, t, 'members').click()
      await expectStoredPage(t('search.title'))
      await barLink(page, t, 'likes').click()
      await expectStoredPage(t('likes.title'))
      await expect(main.getByRole('link', { name: /Ben/ }).first()).toBeVisible()
      await expectAccessible(page)
      await context.setOffline(false)
      await expect(main.getByText(t('offline.title'))).toHaveCount(0)
      await expect(main.getByRole('link', { name: /Ben/ }).first()).toBeVisible()

      await context.setOffline(true)
      await page.goto('/credits')
      await expectMissingPage(page, t)
      await expect(main.getByText(t('offline.missing.credits'))).toBeVisible()
      await expectAccessible(page)
      await context.setOffline(false)
      await expect(page.getByRole('heading', { level: 1, name: t('payments.creditsHeading') })).toBeVisible()
    },
  )

  test('any other page says so and opens by itself later', { tag: '@phone' }, async ({ open, build, t, watch }) => {
    const ada = await build({ name: 'Ada' })
    const page = await open(ada)
    watch.expectCuts()
    await visit(page, '/chats')
    await expectStored(page, { database: 'chat', store: 'values', text: '"totals"' })
    await expectOfflinePage(page)
    await page.context().setOffline(true)
    let loads = 0
    page.on('load', () => (loads += 1))
    // Its route has no loader.
    await page.goto('/notifications')
    await expectMissingPage(page, t)
    await expectAccessible(page)
    expect(loads).toBe(1)
    await page.goto('/profile')
    await expectMissingPage(page, t)
    // The page that is left has the same heading and links.
    const reloaded = page.waitForEvent('load')
    await page.getByRole('link', { name: t('offline.retry') }).click()
    await reloaded
    await expectMissingPage(page, t)
    // A connection that returns at this moment reopens the page, and must not take the visitor back to it.
    await page.getByRole('link', { name: t('offline.openMessages') }).evaluate((link: HTMLElement) => {
      link.click()
      dispatchEvent(new Event('online'))
    })
    await expect(page).toHaveURL('/chats')
    await waitForHydration(page)
    await expect(page.getByText(t('chat.empty.title'))).toBeVisible()
    await page.goBack()
    await expectMissingPage(page, t)
    await page.context().setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: t('profiles.own.title') })).toBeVisible()
  })

  test('nothing is left of a session that the server has ended', async ({ open, build, t, watch, testSite }) => {
    const { ada, page } = await openStoredChat({ open, build, t, watch })
    await page.context().setOffline(true)
    await page.reload()
    await waitForHydration(page)
    await expect(feed(page)).toContainText('Between us')
    await testSite.db.deleteFrom('sessions').where('userId', '=', ada.userId).execute()
    watch.acceptError(403, '/api/')
    watch.acceptError(401, '/api/')
    await page.context().setOffline(false)
    await expect(page).toHaveURL(/^[^?]*\/(?:login.*)?$/)
    await expect.poll(() => leftOn(page)).toEqual(nothing)
  })

  test('nothing of a member is left after the log-out, and what was closed stays closed', async ({
    open,
    build,
    t,
    watch,
  }) => {
    const { page } = await openStoredChat({ open, build, t, watch })
    const at = new Date().toISOString()
    await page.evaluate((time) => localStorage.setItem('dismissals', JSON.stringify({ 'time-bonus': time })), at)
    await pressAccountEntry(page, t, 'logout')
    await expect(page).toHaveURL('/')
    await expect.poll(() => leftOn(page)).toEqual(nothing)
    expect(await isDismissed(page, 'time-bonus')).toBe(true)
    await page.context().setOffline(true)
    await expect(page.goto('/chats')).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
  })

  test('a log-out removes what is stored while other tabs have it open', async ({ open, build, t, watch }) => {
    const { page } = await openStoredChat({ open, build, t, watch })
    const other = await page.context().newPage()
    await visitConnected(other, '/chats')
    await expect(other.getByRole('list', { name: t('chat.title') }).getByRole('link', { name: /Ben/ })).toBeVisible()
    watch.acceptError(403, '/api/')
    watch.acceptError(401, '/api/')
    await pressAccountEntry(page, t, 'logout')
    await expect(page).toHaveURL('/')
    await expect(other).toHaveURL(/\/(?:login.*)?$/)
    await expect.poll(() => leftOn(page)).toEqual(nothing)
    expect(await leftOn(other)).toEqual(nothing)
  })

  test('a log-out without a connection ends the session once there is one', async ({ open, build, t, watch }) => {
    const { page } = await openStoredChat({ open, build, t, watch })
    watch.expectCuts()
    await page.context().setOffline(true)
    await pressAccountEntry(page, t, 'logout')
    await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).toContain('logged-out')
    // The home page, which cannot be reached, would end the way to another one.
    await expect(page).toHaveURL(/^chrome-error:/)
    await page.context().setOffline(false)
    await page.goto('/profile')
    await expect(page).toHaveURL(/\/login/)
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('session')
  })
})
