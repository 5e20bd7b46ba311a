import { chromium, type Page } from '@playwright/test'
import { LANGUAGE_COOKIE } from '#contract/limits.ts'
import { deleteAccount } from '#contract/deletion.ts'
import type { AppContext } from '#server/context.ts'
import { cellOf } from '#server/features/profiles/rules.ts'
import { chromiumOptions } from '#tests/support/chromium.ts'
import { callsTo } from '#tests/support/site-calls.ts'
import { addSite } from './support/own-site.ts'
import { containing, expectAccessible, visit } from './support/screen.ts'
import { fillEmail, newPerson, press, signUpAs } from './support/signup-steps.ts'
import { expect, test } from './support/test.ts'

/** A public key of web push, as an operator makes it. */
const push_public_key = 'BPhnVX0m1m4-mAcDUZoKkm0jaCR0MGXZ8yKGYSBTQ4NTVxeGpmL0RKq1Jf1M0nDN6Q4cGv7wEoY4V4xKq8cUTnM'

test.describe('push messages', () => {
  test(
    'are asked for first, once, and turned off in the settings',
    { tag: '@phone' },
    async ({ open, t, testSite, origin, language }) => {
      const page = await open()
      const site = await openSite(page, { testSite, origin, language })
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

  test('that the browser does not allow are explained, and the sign-up goes on', async ({
    open,
    t,
    testSite,
    origin,
    language,
  }) => {
    const page = await open()
    const site = await openSite(page, { testSite, origin, language })
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

test.describe('the position', () => {
  const lyon = { latitude: 45.764, longitude: 4.8357 }

  test('fills in the town, and the area is stored with it', { tag: '@phone' }, async ({ open, build, t, testSite }) => {
    const member = await build({ country: 'FR', region: 'Bretagne', city: '' })
    const page = await open(member)
    await page.context().grantPermissions(['geolocation'])
    await page.context().setGeolocation(lyon)
    await visit(page, '/complete-signup?step=location')
    await press(page, t('signup.complete.position.use'))
    await expect(page.getByLabel(t('profiles.own.city'))).toHaveValue('Lyon')
    await press(page, t('signup.complete.save'))
    await expect(page).toHaveURL(/step=personal/)
    expect(await storedCell(testSite, member)).toBe(cellOf(lyon))
  })

  test('is not stored when another town is chosen after all', async ({ open, build, t, testSite }) => {
    const member = await build({ country: 'FR', region: 'Bretagne', city: '' })
    const page = await open(member)
    await page.context().grantPermissions(['geolocation'])
    await page.context().setGeolocation(lyon)
    await visit(page, '/complete-signup?step=location')
    await press(page, t('signup.complete.position.use'))
    await expect(page.getByLabel(t('profiles.own.city'))).toHaveValue('Lyon')
    await page.getByLabel(t('profiles.own.city')).fill('Grenoble')
    await press(page, t('signup.complete.save'))
    await expect(page).toHaveURL(/step=personal/)
    expect(await storedCell(testSite, member)).not.toBe(cellOf(lyon))
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
    await expect(page.getByLabel(t('profiles.own.city'))).toHaveValue('Lyon')
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
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(t('accounts.activation.title'))).toBeVisible()
  // Neither another page nor a reload opens it again.
  await page.goBack()
  await expect(page).toHaveURL('/signup-matches')
  await page.goForward()
  await expect(page.getByText(t('accounts.activation.title'))).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('a site that hides which addresses have an account answers by mail alone', async ({
  open,
  build,
  t,
  testSite,
  origin,
  language,
}) => {
  const { email: taken } = await build()
  for (const person of [newPerson(), newPerson({ email: taken })]) {
    const page = await open()
    const site = await openSite(page, { testSite, origin, language, settings: { hide_account_existence: true } })
    await visit(page, `${site}/signup`)
    await signUpAs(page, t, person)
    await expect(page).toHaveURL(`${site}/login?signup=mailed`)
    await expect(page.getByText(t('accounts.login.mailed'))).toBeVisible()
    await expectAccessible(page)
    await visit(page, `${site}/chats`)
    await expect(page).toHaveURL(`${site}/login?to=%2Fchats`)
  }
})

test('the address of a deleted account leads to the log-in, which mails the link that restores it', async ({
  page,
  t,
  build,
  origin,
  watch,
}) => {
  const member = await build()
  await callsTo(origin, member)(deleteAccount, { body: { reason: 'other', remarks: '', password: member.password } })
  watch.expectError(409, '/api/signup/check')
  await visit(page, '/signup')
  await fillEmail(page, t, { email: member.email })
  await expect(page.getByLabel(t('accounts.fields.email'), { exact: true })).toHaveAccessibleDescription(
    containing(t('errors.accounts.email_pending_deletion')),
  )
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel(t('accounts.fields.email'), { exact: true })).toHaveValue(member.email)
  watch.expectError(403, '/api/user')
  await page.getByLabel(t('accounts.fields.password'), { exact: true }).fill(member.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(t('errors.accounts.pending_deletion'))
})

interface SiteInput {
  testSite: AppContext
  origin: string
  language: string
  settings?: Parameters<typeof addSite>[1]['settings']
}

/** Adds a site for this test, on which the browser has chosen the language. */
async function openSite(page: Page, { testSite, origin, language, settings = { push_public_key } }: SiteInput) {
  const site = await addSite(testSite, { origin, settings })
  await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: language, url: site }])
  // The running site has the new settings a moment later.
  await expect(async () => {
    const answer = await page.request.get(`${origin}/api/settings`, { headers: { host: new URL(site).host } })
    const reply = (await answer.json()) as { settings: object }
    expect(reply.settings).toMatchObject(settings)
  }).toPass()
  return site
}

/**
 * Replaces the push service of the browser's vendor, which tests cannot reach, and the permission, which a Chromium without
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

async function storedCell({ db }: AppContext, { userId }: { userId: number }) {
  const row = await db.selectFrom('profiles').select('cell').where('userId', '=', userId).executeTakeFirstOrThrow()
  return row.cell
}
