import type { Page } from '@playwright/test'
import { balanceOf } from '#server/features/credits/service.ts'
import type { Context } from '#server/platform/context.ts'
import type { Member } from '../support/builders.ts'
import type { Translate } from '#tests/support/translator.ts'
import { uploadPhotos } from './support/photos.ts'
import { containing, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test(
  'a paid order gives credits and premium once, and unlocks photos',
  { tag: '@phone' },
  async ({ open, build, origin, t, testSite }) => {
    const odile = await build({ name: 'Odile' })
    await uploadPhotos(origin, { member: odile, visibilities: ['public', 'private'] })
    const buyer = await build({ gender: 'male', credits: 4 })
    const page = await open(buyer)
    const profile = await page.context().newPage()
    await visit(profile, `/members/${odile.profileId}`)
    const lock = profile.getByRole('img', { name: t('profiles.lockedPhotoOf', { name: 'Odile' }) })
    await expect(lock).toHaveCount(1)

    await visit(page, '/credits')
    await expect(page.getByText(t('payments.balance', { count: 4 }))).toBeVisible()
    await page.getByRole('link', { name: containing(t('payments.credits', { count: 60 })) }).click()
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
    expect(await balanceOf(testSite, buyer.userId)).toEqual({ credits: 64, isPremium: true })

    // The profile in the other tab is updated by the socket.
    await expect(lock).toHaveCount(0)

    await page.goto(checkout)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('payments.sandbox.completedTitle'))
    await expect(page.getByRole('button')).toHaveCount(0)
    expect(await purchases(testSite, buyer)).toEqual([60])
    await visit(page, '/credits')
    await expect(page.getByRole('heading', { name: t('payments.orders') })).toBeVisible()
    await expect(page.getByText(t('payments.status.completed'))).toBeVisible()
  },
)

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

/** For a button that ends with an amount. */
function startOf(text: string) {
  return new RegExp(`^${text.trim()}`)
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
