import { buildPaidOrder } from '#tests/support/operator-orders.ts'
import { buildOperator } from '#tests/support/operators.ts'
import { expectAccessible, visit } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

test(
  'a manager finds an order, refunds a part, closes an incident, and sees the sums of the day',
  { tag: '@phone' },
  async ({ build, open, t, testSite, watch }) => {
    const operator = await buildOperator(testSite, { role: 'manager' })
    const member = await build({ name: 'Quentin' })
    const orderId = await buildPaidOrder(testSite, member)
    watch.expectError(422, `/api/operator/orders/${orderId}/refunds`)
    const page = await open(operator)
    await visit(page, `/operator/money?member=${member.profileId}`)
    await expectAccessible(page)
    await page.getByRole('link', { name: orderId }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(orderId)
    await expectAccessible(page)

    await page.getByRole('button', { name: t('operator-money.refund.label'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: t('operator-money.refund.label') })
    const amount = dialog.getByLabel(t('operator-money.refund.amount', { currency: 'EUR' }))
    await amount.fill('35')
    await dialog.getByLabel(t('operator.reason.label')).fill('Complaint')
    await dialog.getByRole('button', { name: t('operator-money.refund.label') }).click()
    await expect(amount).toHaveAccessibleDescription(t('errors.payments.refund_amount'))
    await expectAccessible(page)
    await amount.fill('5')
    await dialog.getByLabel(t('operator-money.refund.credits')).fill('10')
    await dialog.getByRole('button', { name: t('operator-money.refund.label') }).click()
    const refunds = page
      .getByRole('region', { name: t('operator-money.order.refunds'), exact: true })
      .getByRole('table')
    await expect(refunds.getByText(t('operator-money.causes.operator'))).toBeVisible()
    // Its button has the same name as the one of the page.
    await expect(dialog).toBeHidden()
    // The rest, which the form proposes.
    const refund = page.getByRole('button', { name: t('operator-money.refund.label'), exact: true })
    await refund.click()
    await expect(amount).toHaveValue('29.99')
    await expect(dialog.getByLabel(t('operator-money.refund.credits'))).toHaveValue('50')
    await dialog.getByLabel(t('operator.reason.label')).fill('Complaint')
    await dialog.getByRole('button', { name: t('operator-money.refund.label') }).click()
    await expect(refunds.getByText(t('operator-money.causes.operator'))).toHaveCount(2)
    await expect(dialog).toBeHidden()
    await expect(refund).toBeHidden()

    // Messages of the refunds have a button of the same name.
    const incidents = page.getByRole('region', { name: t('operator-money.order.incidents'), exact: true }).first()
    await incidents.getByRole('button', { name: t('operator-money.incidents.close'), exact: true }).click()
    const closing = page.getByRole('dialog', { name: t('operator-money.incidents.close') })
    await closing.getByLabel(t('operator.reason.label')).fill('Looked at it')
    await closing.getByRole('button', { name: t('operator-money.incidents.close') }).click()
    await expect(page.getByRole('cell', { name: 'Looked at it' })).toBeVisible()

    await visit(page, '/operator/money/incidents?state=closed')
    await expect(page.getByRole('link', { name: orderId })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: t('operator-money.tabs.books') }).click()
    await expect(page.getByRole('region', { name: t('operator-money.books.days'), exact: true }).first()).toBeVisible()
    await expectAccessible(page)
  },
)

test(
  'the start of the console shows health and numbers to a manager, and leads support to the members',
  { tag: '@phone' },
  async ({ open, t, testSite }) => {
    const page = await open(await buildOperator(testSite, { role: 'manager' }))
    await visit(page, '/operator')
    await expect(page.getByRole('heading', { name: t('operator-overview.health.title') })).toBeVisible()
    await expect(page.locator('figure svg').first()).toBeVisible()
    await expect(page.getByRole('table')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel(t('operator-overview.numbers.days')).selectOption('7')
    await page.getByRole('button', { name: t('operator.list.filter') }).click()
    await expect(page.getByRole('row')).toHaveCount(8)
    await page.getByRole('link', { name: t('operator-overview.tabs.campaigns') }).click()
    await expect(page.getByText(t('operator-overview.campaigns.note'))).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: t('operator-overview.tabs.cohorts') }).click()
    await expect(page.getByRole('heading', { name: t('operator-overview.cohorts.buyers') })).toBeVisible()
    await expectAccessible(page)

    const support = await open(await buildOperator(testSite, { role: 'support' }))
    await visit(support, '/operator')
    await expect(support).toHaveURL('/operator/members')
  },
)
