import type { Page } from '@playwright/test'
import type { Context } from '#server/platform/context.ts'
import type { Member } from '../../support/builders.ts'
import { balanceOf } from '#tests/support/balance.ts'
import type { Translate } from '#tests/support/fakes/translator.ts'
import { uploadPhotos } from '../support/photos.ts'
import { containing, expectAccessible, visit, visitConnected, waitForHydration } from '../support/screen.ts'
import { barLink } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

test(
  'a paid order gives credits and premium once, and unlocks photos',
  { tag: '@phone' },
  async ({ open, build, origin, t, testSite }) => {
    const odile = await build({ name: 'Odile' })
    await uploadPhotos(origin, { member: odile, visibilities: ['public', 'private'] })
    const buyer = await build({ gender: 'male', credits: 4 })
    const page = await open(buyer)
    const profile = await page.context().newPage()
    await visitConnected(profile, `/members/${odile.profileId}`)
    const lock = profile.getByRole('img', { name: t('profiles.tile.lockedPhotoOf', { name: 'Odile' }) })
    await expect(lock).toHaveCount(1)

    await visit(page, '/credits')
    await expect(page.getByText(t('payments.balance', { count: 4 }))).toBeVisible()
    await expect(page.getByText(t('payments.premiumLead'))).toBeVisible()
    // The middle one is chosen.
    await expect(page.getByRole('radio', { name: containing(t('payments.credits', { count: 60 })) })).toBeChecked()
    await page.getByRole('link', { name: startOf(t('payments.continue', { price: '' })) }).click()
    await expect(page).toHaveURL('/credits/p1')
    await page.getByRole('radio', { name: t('payments.methods.paypal') }).check()
    await goToCheckout(page, t)
    const checkout = page.url()
    await expect(page.getByText(t('payments.sandbox.notice'))).toBeVisible()
    await expect(page.getByText(t('payments.methods.paypal'))).toBeVisible()
    await page.getByRole('button', { name: startOf(t('payments.sandbox.pay', { amount: '' })) }).click()

    await expect(page).toHaveURL(/\/transactions\/.+/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('payments.result.completed.title'))
    await expect(page.getByRole('main').getByText(t('payments.credits', { count: 64 }))).toBeVisible()
    // The first purchase makes a premium member, which is celebrated with what it opens.
    await expect(page.getByText(t('payments.isPremium'))).toBeVisible()
    await expect(page.getByRole('main').getByText(t('pricing.compare.private'))).toBeVisible()
    await expectAccessible(page)
    expect(await balanceOf(testSite, buyer.userId)).toEqual({ credits: 64, isPremium: true })

    // The profile in the other tab is updated by the socket.
    await expect(lock).toHaveCount(0)

    await page.goto(checkout)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('payments.sandbox.completedTitle'))
    await expect(page.getByRole('button', { name: startOf(t('payments.sandbox.pay', { amount: '' })) })).toHaveCount(0)
    expect(await purchases(testSite, buyer)).toEqual([60])
    await visit(page, '/credits')
    await expect(page.getByRole('heading', { name: t('payments.orders') })).toBeVisible()
    await expect(page.getByText(t('payments.status.completed'))).toBeVisible()
  },
)

test('an order that is answered late does not lead away from the page that was opened meanwhile', async ({
  open,
  build,
  t,
}) => {
  const page = await open(await build())
  const { promise: release, resolve: answer } = Promise.withResolvers<void>()
  await page.route('/api/orders', async (route) => {
    if (route.request().method() === 'POST') await release
    await route.continue()
  })
  const checkouts: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/sandbox/checkout')) checkouts.push(request.url())
  })
  await visit(page, '/credits/p0')
  await page.getByRole('radio', { name: t('payments.methods.paypal') }).check()
  await page.getByRole('button', { name: startOf(t('payments.pay', { price: '' })) }).click()
  await barLink(page, t, 'likes').click()
  await expect(page).toHaveURL('/likes')
  const answered = page.waitForResponse(
    (reply) => reply.request().method() === 'POST' && reply.url().endsWith('/orders'),
  )
  answer()
  await (await answered).finished()
  await barLink(page, t, 'members').click()
  await expect(page).toHaveURL('/members')
  expect(checkouts).toEqual([])
})

test('the checkout on a phone has no bars, and an arrow that leads back to the packages', async ({
  open,
  build,
  t,
}) => {
  const page = await open(await build())
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/credits/p0')
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation', { name: t('shell.nav.label') })).toBeHidden()
  await page.getByRole('link', { name: t('payments.otherBundle') }).click()
  await expect(page).toHaveURL('/credits')
  await expect(page.getByRole('banner')).toBeVisible()
  // The button of the packages is at the lower edge.
  await expect(page.getByRole('navigation', { name: t('shell.nav.label') })).toBeHidden()
})

test('a pending payment is shown as such, and as completed once the provider reports it', async ({
  open,
  build,
  t,
  testSite,
}) => {
  const buyer = await build()
  const page = await open(buyer)
  await visit(page, '/credits/p0')
  await goToCheckout(page, t)
  const checkout = page.url()
  await page.getByRole('button', { name: t('payments.sandbox.leavePending') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('payments.result.pending.title'))
  expect(await balanceOf(testSite, buyer.userId)).toEqual({ credits: 0, isPremium: false })

  const provider = await page.context().newPage()
  await provider.goto(checkout)
  await provider.getByRole('button', { name: startOf(t('payments.sandbox.pay', { amount: '' })) }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('payments.result.completed.title'))
  await visit(page, '/transactions')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('payments.result.completed.title'))
  expect(await balanceOf(testSite, buyer.userId)).toEqual({ credits: 20, isPremium: true })
  expect(await purchases(testSite, buyer)).toEqual([20])
})

test(
  'a member withdraws from a purchase in two steps, and gets a receipt',
  { tag: '@phone' },
  async ({ open, build, t, testSite }) => {
    const buyer = await build()
    const page = await open(buyer)
    await visit(page, '/credits/p0')
    await goToCheckout(page, t)
    await page.getByRole('button', { name: startOf(t('payments.sandbox.pay', { amount: '' })) }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('payments.result.completed.title'))

    // The purchases do not push the text down when they arrive.
    const document = await page.goto('/return-policy')
    expect(await document?.text()).toContain(t('payments.withdrawal.begin'))
    await waitForHydration(page)
    const begin = page.getByRole('button', { name: t('payments.withdrawal.begin') })
    await begin.click()
    await page.getByRole('button', { name: t('payments.withdrawal.keep') }).click()
    await expect(begin).toBeFocused()
    await begin.click()
    await expect(page.getByText(buyer.email)).toBeVisible()
    expect((await balanceOf(testSite, buyer.userId)).credits).toBe(20)
    await page.getByRole('button', { name: t('payments.withdrawal.confirm') }).click()
    await expect(page.getByText(t('payments.withdrawal.done.title'))).toBeVisible()
    await expect(begin).toHaveCount(0)
    await expect(page.getByRole('heading', { name: t('payments.withdrawal.title'), exact: true })).toBeFocused()
    expect(await balanceOf(testSite, buyer.userId)).toEqual({ credits: 0, isPremium: false })
    await visit(page, '/transactions')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('payments.result.refunded.title'))
  },
)

test(
  'a stored card buys again in one step, and a declined one offers a retry or PayPal',
  { tag: '@phone' },
  async ({ open, build, t, testSite }) => {
    const buyer = await build({ country: 'NL' })
    const page = await open(buyer)
    // Without a purchase there is nothing to repeat.
    await visit(page, '/credits/repeat-order')
    await expect(page).toHaveURL('/credits')

    await visit(page, '/credits/p0/visa')
    await expect(page.getByRole('radio', { name: t('payments.methods.creditcard') })).toBeChecked()
    await page.getByRole('checkbox', { name: t('payments.store.label') }).check()
    await goToCheckout(page, t)
    await page.getByRole('checkbox', { name: t('payments.sandbox.declined') }).check()
    await page.getByRole('button', { name: startOf(t('payments.sandbox.pay', { amount: '' })) }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('payments.result.completed.title'))

    await expect.poll(() => storedToken(testSite, buyer)).toBeTruthy()
    await visit(page, '/credits/repeat-order')
    await expect(page.getByText('Visa •••• 4242')).toBeVisible()
    await repeatButton(page, t).dblclick()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('payments.result.cardFailed.title'))
    expect(await purchases(testSite, buyer)).toEqual([20])
    await page.getByRole('link', { name: t('payments.withPaypal') }).click()
    await expect(page).toHaveURL('/credits/p0/paypal')
    await expect(page.getByRole('radio', { name: t('payments.methods.paypal') })).toBeChecked()

    // The next card is accepted.
    const declined = await storedToken(testSite, buyer)
    await testSite.db
      .updateTable('sandboxMethods')
      .set({ isDeclined: false })
      .where('token', '=', declined ?? '')
      .execute()
    await visit(page, '/credits/repeat-order')
    await repeatButton(page, t).dblclick()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('payments.result.completed.title'))
    expect(await purchases(testSite, buyer)).toEqual([20, 20])

    await visit(page, '/credits/repeat-order')
    await page.getByRole('button', { name: t('payments.repeat.remove') }).click()
    await expect(page.getByText(t('payments.repeat.notStored'))).toBeVisible()
    expect(await storedToken(testSite, buyer)).toBeUndefined()
  },
)

test('the payment country changes the methods, and an unknown method is a clear state', async ({ open, build, t }) => {
  const page = await open(await build({ country: 'NL' }))
  await visit(page, '/credits/p1/eps')
  await expect(page.getByText(t('payments.methodUnknown'))).toBeVisible()
  const method = (name: string) => page.getByRole('radio', { name, exact: true })
  await expect(method(t('payments.methods.ideal'))).toBeChecked()
  await page.getByRole('combobox', { name: t('payments.paymentCountry') }).selectOption('AT')
  await expect(method(t('payments.methods.eps'))).toBeChecked()
  await expect(page.getByText(t('payments.methodUnknown'))).toHaveCount(0)
  await expect(method(t('payments.methods.ideal'))).toHaveCount(0)
  // Prices stay those of the member's own country.
  await expect(page.getByRole('button', { name: startOf(t('payments.pay', { price: '' })) })).toContainText('34')
  await goToCheckout(page, t)
  await expect(page.getByText(t('payments.methods.eps'))).toBeVisible()
})

for (const end of ['fail', 'cancel'] as const) {
  test(`a payment that ends with "${end}" gives nothing and leads back to the checkout`, async ({
    open,
    build,
    t,
    testSite,
  }) => {
    const buyer = await build()
    const page = await open(buyer)
    await visit(page, '/credits/p2')
    await goToCheckout(page, t)
    await page.getByRole('button', { name: t(`payments.sandbox.${end}`), exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      t(`payments.result.${end === 'fail' ? 'failed' : 'cancelled'}.title`),
    )
    expect(await balanceOf(testSite, buyer.userId)).toEqual({ credits: 0, isPremium: false })
    expect(await purchases(testSite, buyer)).toEqual([])
    await page.getByRole('link', { name: t('payments.again'), exact: true }).click()
    await expect(page).toHaveURL(/\/credits\/p2\/\w+/)
    await expect(page.getByRole('button', { name: startOf(t('payments.pay', { price: '' })) })).toBeEnabled()
  })
}

async function goToCheckout(page: Page, t: Translate) {
  await page.getByRole('button', { name: startOf(t('payments.pay', { price: '' })) }).click()
  await expect(page).toHaveURL(/\/sandbox\/checkout\/.+/)
}

/** The button that buys again, whatever the price. */
function repeatButton(page: Page, t: Translate) {
  const [start, end] = t('payments.repeat.pay', { price: '|' }).split('|')
  return page.getByRole('button', { name: new RegExp(`^${start}.+${end}$`) })
}

/** For a button that ends with an amount. */
function startOf(text: string) {
  return new RegExp(`^${text.trim()}`)
}

async function storedToken({ db }: Context, { userId }: Member) {
  const row = await db.selectFrom('storedMethods').select('token').where('userId', '=', userId).executeTakeFirst()
  return row?.token
}

/** Returns the credits of each purchase in the ledger. */
async function purchases({ db }: Context, { userId }: Member) {
  const entries = await db
    .selectFrom('creditLedger')
    .select('amount')
    .where('userId', '=', userId)
    .where('kind', '=', 'purchase')
    .execute()
  return entries.map(({ amount }) => amount)
}
