import type { Page } from '@playwright/test'
import type { AppContext } from '#server/context.ts'
import { openSite } from '../support/own-site.ts'
import { containing, expectAccessible, visit } from '../support/screen.ts'
import { newPerson, press, signUpAs } from '../support/signup-steps.ts'
import { expect, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

test.describe('push messages', () => {
  test(
    'are asked for first, once, and turned off in the settings',
    { tag: '@phone' },
    async ({ open, t, testSite, origin, language }) => {
      const page = await open()
      const site = await openSite(page, {
        testSite,
        origin,
        language,
        settings: { push_public_key: testSite.push.publicKey },
      })
      await page.context().grantPermissions(['notifications'], { origin: site })
      await usePushService(page)
      await visit(page, `${site}/signup`)
      await signUpAs(page, t, newPerson())
      await expect(page.getByRole('heading', { level: 2 })).toHaveText(t('push.question'))
      await expectAccessible(page)
      expect(await workers(page)).toBe(0)
      expect(await page.evaluate(() => Notification.permission)).toBe('default')

      await press(page, t('push.yes'))
      await expect(page).toHaveURL(/step=photo/)
      expect(await workers(page)).toBe(1)
      const { endpoint } = await latestSubscription(testSite, site)
      expect(endpoint).toContain('https://updates.push.services.mozilla.com/wpush/v2/')
      const answered = await page.evaluate(() => localStorage.getItem('dismissals'))
      expect(answered).toMatch(/"push":"20\d\d-/)
      await press(page, t('signup.back'))
      await expect(page.getByText(t('push.states.subscribed'))).toBeVisible()

      await visit(page, `${site}/complete-signup`)
      await expect(page.getByRole('heading', { level: 2 })).toHaveText(t('signup.complete.steps.photo'))

      await visit(page, `${site}/notifications/notifications`)
      const ours = page.getByRole('switch', { name: containing(t('push.thisBrowser')) })
      await expect(ours).toBeChecked()
      await expectAccessible(page)
      await ours.click()
      await expect(ours).not.toBeChecked()
      expect(await workers(page)).toBe(0)
      expect(await countSubscriptions(testSite, endpoint)).toBe(0)
    },
  )

  test('are offered above the members until they are turned on', async ({
    open,
    build,
    t,
    testSite,
    origin,
    language,
  }) => {
    const member = await build()
    const page = await open()
    const site = await openSite(page, {
      testSite,
      origin,
      language,
      settings: { push_public_key: testSite.push.publicKey },
    })
    const [name = '', value = ''] = member.cookie.split('=')
    await page.context().addCookies([{ name, value, url: site, httpOnly: true, sameSite: 'Lax' }])
    await usePushService(page)
    await visit(page, `${site}/members`)
    await expect(page.getByText(t('push.question'))).toBeVisible()
    await expectAccessible(page)
    expect(await workers(page)).toBe(0)

    await page.getByRole('button', { name: t('push.yes') }).click()
    await expect(page.getByText(t('push.question'))).toBeHidden()
    expect(await workers(page)).toBe(1)
    const stored = testSite.db.selectFrom('pushSubscriptions').select('endpoint').where('userId', '=', member.userId)
    expect(await stored.execute()).toEqual([
      { endpoint: expect.stringContaining('https://updates.push.services.mozilla.com/wpush/v2/') },
    ])
    expect(await page.evaluate(() => localStorage.getItem('dismissals'))).toMatch(/"push":"20\d\d-/)

    // One that arrives while another page is open has it fetch what is new; a press opens its page there.
    const fetched = page.waitForResponse(/\/api\/user$/)
    const message = { title: 'Rendezvous', body: 'New', path: '/likes', tag: 'a', badge: 2 }
    const output = await deliver(page, site, message)
    await fetched
    expect(output).toEqual([{ title: 'Rendezvous', body: 'New', tag: 'a' }, { badge: 2 }])
    await pressNotification(page, message.path)
    await expect(page).toHaveURL(`${site}/likes`)
    await visit(page, `${site}/notifications/notifications`)
    await expect(page.getByText(containing(t('push.states.subscribed')))).toContainText(/\d\d[:h]\d\d|\d\d:\d\d/)

    // The next member of this browser did not ask for them.
    const next = await build()
    // The page before it may still be sending its subscription, which must not go out with the next cookie.
    await page.goto('about:blank')
    await page.context().addCookies([{ name, value: next.cookie.split('=')[1] ?? '', url: site }])
    await visit(page, `${site}/notifications/notifications`)
    await expect(page.getByText(t('push.states.unsubscribed'))).toBeVisible()
    expect(await stored.execute()).toHaveLength(1)
  })

  test('that the browser does not allow are no step of the sign-up, and explained in the settings', async ({
    open,
    t,
    testSite,
    origin,
    language,
  }) => {
    const page = await open()
    const site = await openSite(page, {
      testSite,
      origin,
      language,
      settings: { push_public_key: testSite.push.publicKey },
    })
    await page.context().grantPermissions([], { origin: site })
    await visit(page, `${site}/signup`)
    await signUpAs(page, t, newPerson())
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(t('signup.complete.steps.photo'))
    expect(await workers(page)).toBe(0)
    await visit(page, `${site}/notifications/notifications`)
    const ours = page.getByRole('switch', { name: containing(t('push.thisBrowser')) })
    await expect(ours).toBeDisabled()
    await expect(ours).toHaveAccessibleDescription(containing(t('push.states.denied')))
  })
})

/**
 * Replaces the vendor's push service, which tests cannot reach, and the permission, which a Chromium without
 * windows reports as denied even where it is granted. The service worker is the real one.
 */
async function usePushService(page: Page) {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', {
      get: () => localStorage.getItem('test-permission') ?? 'default',
    })
    Notification.requestPermission = async () => {
      localStorage.setItem('test-permission', 'granted')
      return 'granted'
    }
    interface Stored {
      endpoint: string
      p256dh: string
      key: string
    }
    const bytesOf = (key: string) =>
      Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.codePointAt(0) ?? 0)
    const subscription = ({ endpoint, p256dh, key }: Stored) => ({
      endpoint,
      options: { applicationServerKey: bytesOf(key).buffer },
      toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh, auth: 'a'.repeat(22) } }),
      unsubscribe: async () => {
        localStorage.removeItem('test-push')
        return true
      },
    })
    const stored = () => {
      const text = localStorage.getItem('test-push')
      return text === null ? null : subscription(JSON.parse(text) as Stored)
    }
    Object.assign(PushManager.prototype, {
      async subscribe({ applicationServerKey: key }: { applicationServerKey: string }) {
        const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
        const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
        const bytes = [x, y].map((part) => atob(part.replaceAll('-', '+').replaceAll('_', '/'))).join('')
        const p256dh = btoa(`\u{4}${bytes}`).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
        const endpoint = `https://updates.push.services.mozilla.com/wpush/v2/${crypto.randomUUID()}`
        localStorage.setItem('test-push', JSON.stringify({ endpoint, p256dh, key }))
        return stored()
      },
      getSubscription: async () => stored(),
    })
  })
}

/**
 * Gives a message to the real service worker, as the browser does with one from a push service. Returns what
 * it shows: a Chromium without windows has no notifications, and crashes at a badge of a worker.
 */
async function deliver(page: Page, site: string, message: object) {
  const worker = await workerOf(page)
  await worker.evaluate(`
    self.output = []
    registration.showNotification = async (title, { body, tag }) => void output.push({ title, body, tag })
    navigator.setAppBadge = async (badge) => void output.push({ badge })
  `)
  const cdp = await page.context().newCDPSession(page)
  const registrationId = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL === `${site}/`)
      if (ours) resolve(ours.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  const data = JSON.stringify(message)
  await cdp.send('ServiceWorker.deliverPushMessage', { origin: site, registrationId: await registrationId, data })
  const outputOf = () => worker.evaluate<object[]>('output')
  await expect.poll(outputOf).toHaveLength(2)
  return outputOf()
}

/** Presses the notification of a path. A browser without windows lets no page come to the front. */
async function pressNotification(page: Page, path: string) {
  const worker = await workerOf(page)
  await worker.evaluate(`
    WindowClient.prototype.focus = async function focus() { return this }
    const event = new ExtendableEvent('notificationclick')
    event.notification = { close() {}, data: { path: ${JSON.stringify(path)} } }
    dispatchEvent(event)
  `)
}

/** The service worker, which is known here a moment after the page has registered it. */
async function workerOf(page: Page) {
  const context = page.context()
  await expect.poll(() => context.serviceWorkers().length).toBe(1)
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('the page has no service worker')
  return worker
}

const workers = (page: Page) => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)

async function latestSubscription({ db }: AppContext, site: string) {
  return db
    .selectFrom('pushSubscriptions')
    .innerJoin('users', 'users.id', 'pushSubscriptions.userId')
    .innerJoin('sites', 'sites.id', 'users.siteId')
    .select('endpoint')
    .where('sites.domain', '=', new URL(site).hostname)
    .executeTakeFirstOrThrow()
}

async function countSubscriptions({ db }: AppContext, endpoint: string) {
  return (await db.selectFrom('pushSubscriptions').select('userId').where('endpoint', '=', endpoint).execute()).length
}
