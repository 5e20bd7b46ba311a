import type { Page } from '@playwright/test'
import type { AppContext } from '#server/context.ts'
import { openSite } from './support/own-site.ts'
import { containing, expectAccessible, visit } from './support/screen.ts'
import { newPerson, press, signUpAs } from './support/signup-steps.ts'
import { expect, test } from './support/test.ts'

/** A public key of web push, as an operator makes it. */
const push_public_key = 'BPhnVX0m1m4-mAcDUZoKkm0jaCR0MGXZ8yKGYSBTQ4NTVxeGpmL0RKq1Jf1M0nDN6Q4cGv7wEoY4V4xKq8cUTnM'

test.describe('push messages', () => {
  test(
    'are asked for first, once, and turned off in the settings',
    { tag: '@phone' },
    async ({ open, t, testSite, origin, language }) => {
      const page = await open()
      const site = await openSite(page, { testSite, origin, language, settings: { push_public_key } })
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
      expect(endpoint).toContain('https://push.example.com/')
      const answered = await page.evaluate(() => localStorage.getItem('dismissals'))
      expect(answered).toMatch(/"push":"20\d\d-/)
      await press(page, t('signup.back'))
      await expect(page.getByText(t('push.states.subscribed'))).toBeVisible()

      await visit(page, `${site}/complete-signup`)
      await expect(page.getByRole('heading', { level: 2 })).toHaveText(t('signup.complete.steps.photo'))

      await visit(page, `${site}/notifications`)
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
    const site = await openSite(page, { testSite, origin, language, settings: { push_public_key } })
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
    expect(await stored.execute()).toEqual([{ endpoint: expect.stringContaining('https://push.example.com/') }])
    expect(await page.evaluate(() => localStorage.getItem('dismissals'))).toMatch(/"push":"20\d\d-/)

    // The next member of this browser did not ask for them.
    const next = await build()
    await page.context().addCookies([{ name, value: next.cookie.split('=')[1] ?? '', url: site }])
    await visit(page, `${site}/notifications`)
    await expect(page.getByText(t('push.states.unsubscribed'))).toBeVisible()
    expect(await stored.execute()).toHaveLength(1)
  })

  test('that the browser does not allow are explained, and the sign-up goes on', async ({
    open,
    t,
    testSite,
    origin,
    language,
  }) => {
    const page = await open()
    const site = await openSite(page, { testSite, origin, language, settings: { push_public_key } })
    await page.context().grantPermissions([], { origin: site })
    await visit(page, `${site}/signup`)
    await signUpAs(page, t, newPerson())
    await expect(page.getByText(t('push.states.denied'))).toBeVisible()
    await expectAccessible(page)
    await press(page, t('signup.complete.toEnd'))
    await expect(page).toHaveURL(/step=photo/)
    expect(await workers(page)).toBe(0)
    await visit(page, `${site}/notifications`)
    await expect(page.getByRole('switch', { name: containing(t('push.thisBrowser')) })).toBeDisabled()
  })
})

/**
 * Replaces the vendor's push service, which tests cannot reach, and the permission, which a Chromium without
 * windows reports as denied even where it is granted. The service worker is the real one.
 */
async function usePushService(page: Page) {
  await page.addInitScript(() => {
    const stored = () => localStorage.getItem('test-push')
    Object.defineProperty(Notification, 'permission', {
      get: () => localStorage.getItem('test-permission') ?? 'default',
    })
    Notification.requestPermission = async () => {
      localStorage.setItem('test-permission', 'granted')
      return 'granted'
    }
    const subscription = (endpoint: string) => ({
      endpoint,
      toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) } }),
      unsubscribe: async () => {
        localStorage.removeItem('test-push')
        return true
      },
    })
    Object.assign(PushManager.prototype, {
      async subscribe() {
        localStorage.setItem('test-push', `https://push.example.com/${crypto.randomUUID()}`)
        return subscription(stored() ?? '')
      },
      getSubscription: async () => (stored() ? subscription(stored() ?? '') : null),
    })
  })
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
