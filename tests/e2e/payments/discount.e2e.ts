import { createOffer } from '#server/features/credits/offers.ts'
import { containing, expectAccessible, visit } from '../support/screen.ts'
import { openAccountMenu, visitSettings } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

test(
  'a member who stays gets the discount of the company, pays less once, and the code is used up',
  { tag: '@phone' },
  async ({ open, build, t, watch, testSite }) => {
    const ada = await build({ name: 'Ada', country: 'NL' })
    const page = await open(ada)
    await visitSettings(page, t)
    await page.getByRole('button', { name: t('deletion.delete.action'), exact: true }).click()
    await expect(page.getByRole('form', { name: t('deletion.delete.title') })).toBeFocused()
    await expect(page.getByText(t('payments.stay.title', { rate: 0.25 }))).toHaveCount(0)
    await page.getByLabel(t('deletion.delete.reasons.price')).check()
    await expect(page.getByText(t('payments.stay.title', { rate: 0.25 }))).toBeVisible()
    await page.getByRole('button', { name: t('payments.stay.take') }).click()
    await expect(page.getByText(t('payments.stay.taken', { code: 'STAY', rate: 0.25 }))).toBeVisible()
    await expectAccessible(page)

    await visit(page, '/credits/p1')
    const applied = page.getByText(t('payments.discount.applied', { code: 'STAY', rate: 0.25 }))
    const pay = page.getByRole('button', { name: new RegExp(`^${t('payments.pay', { price: '' }).trim()}`) })
    await expect(applied).toBeVisible()
    await expect(pay).toContainText(/26[.,]24/)
    await expectAccessible(page)

    // Without it the price is the full one; typing the code brings it back, a wrong one says so.
    await page.getByRole('button', { name: t('payments.discount.remove', { code: 'STAY' }) }).click()
    await expect(pay).toContainText(/34[.,]99/)
    const opener = page.getByRole('button', { name: t('payments.discount.open') })
    await expect(opener).toBeFocused()
    await opener.click()
    const field = page.getByLabel(t('payments.discount.label'))
    await expect(field).toBeFocused()
    watch.expectError(404, '/api/discountcode')
    await field.fill('FREE100')
    await field.press('Enter')
    await expect(field).toHaveAccessibleDescription(t('errors.credits.code_not_found'))
    await expectAccessible(page)
    // A link can bring the code along, through the list of bundles.
    await visit(page, '/credits?code=stay')
    await page.getByRole('radio', { name: containing(t('payments.credits', { count: 60 })) }).check()
    await page.getByRole('link', { name: new RegExp(`^${t('payments.continue', { price: '' }).trim()}`) }).click()
    await expect(applied).toBeVisible()
    await expect(pay).toContainText(/26[.,]24/)

    await pay.click()
    await expect(page).toHaveURL(/\/sandbox\/checkout\/.+/)
    await page.getByRole('button', { name: new RegExp(`^${t('payments.sandbox.pay', { amount: '' }).trim()}`) }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('payments.result.completed.title'))
    await expect(page.getByText(t('payments.receipt.discount'), { exact: true })).toBeVisible()
    await expect(applied).toBeVisible()
    const { amountMinor } = await testSite.db
      .selectFrom('orders')
      .select('amountMinor')
      .where('userId', '=', ada.userId)
      .executeTakeFirstOrThrow()
    expect(amountMinor).toBe(2624)

    await visit(page, '/credits/p1')
    await expect(pay).toContainText(/34[.,]99/)
    watch.expectError(409, '/api/discountcode')
    await opener.click()
    await field.fill('STAY')
    await field.press('Enter')
    await expect(field).toHaveAccessibleDescription(t('errors.credits.code_used'))

    // A code of the operator that is for larger orders says so, beside the price that it does not lower.
    // Its name is of this run: the same site also serves the run on a phone.
    const code = `LARGE${ada.userId}`
    const terms = { country: null, email: null, maxUses: 1, startsAt: null, expiresAt: null }
    await createOffer(testSite, { code, percentage: 20, minimumMinor: 5000, ...terms })
    await field.fill(code.toLowerCase())
    await field.press('Enter')
    await expect(page.getByText(t('payments.discount.applied', { code, rate: 0.2 }))).toBeFocused()
    await expect(page.getByText(/50[.,]00/)).toBeVisible()
    await expect(pay).toContainText(/34[.,]99/)
  },
)

test('a discount that is taken after the prices were shown lowers them', async ({ open, build, t }) => {
  const page = await open(await build({ country: 'NL' }))
  await visit(page, '/credits')
  await expect(page.getByRole('link', { name: /34[.,]99/ })).toBeVisible()
  // Without a reload in between, so that what the page knows of discounts is still there.
  await (await openAccountMenu(page, t)).getByRole('menuitem', { name: t('shell.account.settings') }).click()
  await page.getByRole('link', { name: t('settings.sections.data') }).click()
  // What this page fetches moves the rest, perhaps during a press.
  await expect(page.getByRole('button', { name: t('exports.request'), exact: true })).toBeVisible()
  await page.getByRole('button', { name: t('deletion.delete.action'), exact: true }).click()
  await expect(page.getByRole('form', { name: t('deletion.delete.title') })).toBeFocused()
  await page.getByLabel(t('deletion.delete.reasons.price')).check()
  await page.getByRole('button', { name: t('payments.stay.take') }).click()
  await page.getByRole('link', { name: t('payments.stay.use'), exact: true }).click()
  await expect(page).toHaveURL('/credits')
  await expect(page.getByRole('link', { name: /26[.,]24/ })).toBeVisible()
})

test('a code that is entered at the checkout comes along to the bank details, and back', async ({
  open,
  build,
  t,
  testSite,
}) => {
  const ada = await build({ country: 'NL' })
  // One waits and would apply by itself; the other one is entered.
  for (const [index, code] of ['FIRST', 'SECOND'].entries()) {
    const discount = { code, percentage: 10 * (index + 1), createdAt: new Date() }
    await testSite.db
      .insertInto('discountCodes')
      .values({ id: ada.userId + index, userId: ada.userId, ...discount })
      .execute()
  }
  const page = await open(ada)
  await visit(page, '/credits/p1')
  const applied = page.getByText(t('payments.discount.applied', { code: 'SECOND', rate: 0.2 }))
  await page.getByRole('button', { name: t('payments.discount.remove', { code: 'FIRST' }) }).click()
  await page.getByRole('button', { name: t('payments.discount.open') }).click()
  await page.getByLabel(t('payments.discount.label')).fill('second')
  await page.getByLabel(t('payments.discount.label')).press('Enter')
  await expect(applied).toBeVisible()
  await page.getByRole('radio', { name: t('payments.methods.sdd') }).check()
  await page.getByRole('link', { name: t('payments.toBankDetails') }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('debits.title'))
  await expect(applied).toBeVisible()
  const submit = page.getByRole('button', { name: new RegExp(`^${t('debits.submit', { price: '' }).trim()}`) })
  await expect(submit).toContainText(/27[.,]99/)
  await page.getByRole('link', { name: t('debits.otherMethod') }).click()
  await expect(page).toHaveURL('/credits/p1?code=SECOND')
  await expect(applied).toBeVisible()
})

test('nothing is bought at the full price while the server is asked for a code', async ({
  open,
  build,
  t,
  testSite,
}) => {
  const ada = await build({ country: 'NL' })
  const discount = { code: 'SLOW', percentage: 20, minimumMinor: 2000, createdAt: new Date() }
  await testSite.db
    .insertInto('discountCodes')
    .values({ id: ada.userId, userId: ada.userId, ...discount })
    .execute()
  const page = await open(ada)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route(/\/api\/discountcode\?.*code=/, async (route) => {
    await answered
    await route.continue()
  })
  await visit(page, '/credits/p1?code=slow')
  const pay = page.getByRole('button', { name: new RegExp(`^${t('payments.pay', { price: '' }).trim()}`) })
  await expect(pay).toHaveAttribute('aria-busy', 'true')
  await pay.click({ force: true })
  // The link to another page of the payment brings the code along all the same.
  await page.getByRole('radio', { name: t('payments.methods.sdd') }).check()
  await expect(page.getByRole('link', { name: t('payments.toBankDetails') })).toHaveAttribute('href', /code=slow/i)
  await page.getByRole('radio', { name: t('payments.methods.ideal') }).check()
  // A member who changes the code does not wait for its answer.
  const field = page.getByLabel(t('payments.discount.label'))
  await field.fill('slo')
  await expect(pay).not.toHaveAttribute('aria-busy')
  await field.fill('slow')
  await field.press('Enter')
  await expect(pay).toHaveAttribute('aria-busy', 'true')
  await pay.click({ force: true })
  expect(await testSite.db.selectFrom('orders').select('id').where('userId', '=', ada.userId).execute()).toEqual([])
  answer()
  await expect(pay).not.toHaveAttribute('aria-busy')
  await expect(pay).toContainText(/27[.,]99/)
})
