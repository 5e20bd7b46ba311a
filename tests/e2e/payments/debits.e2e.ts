import type { Page } from '@playwright/test'
import { balanceOf } from '#tests/support/balance.ts'
import { debitForm } from '#tests/support/debit-form.ts'
import type { Translate } from '#tests/support/fakes/translator.ts'
import { openMailbox } from '../support/mailbox.ts'
import { visit } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

test(
  'a member pays by direct debit, gets the mandate by mail and downloads the receipt',
  { tag: '@phone' },
  async ({ open, build, t, testSite, watch }) => {
    const buyer = await build()
    const page = await open(buyer)
    // An address without a package has the one that is chosen in advance.
    await visit(page, '/directdebit')
    await expect(page).toHaveURL('/directdebit?bundle=p1')
    await visit(page, '/credits/p0')
    await page.getByRole('radio', { name: t('payments.methods.sdd') }).check()
    await page.getByRole('link', { name: t('payments.toBankDetails') }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('debits.title'))

    // A phone number of its own, because few codes are sent to one number.
    const phone = `0612${String(buyer.userId).slice(-6)}`
    await fill(page, t, phone)
    await page.getByRole('button', { name: t('debits.sendCode') }).click()
    await expect(page.getByRole('button', { name: t('debits.sendAgain') })).toBeVisible()
    const code = await codeFor(page, phone)
    watch.expectError(422, '/api/direct-debit')
    const field = page.getByLabel(t('debits.fields.smsCode'))
    const pay = page.getByRole('button', { name: new RegExp(`^${t('debits.submit', { price: '' }).trim()}`) })
    await field.fill(code === '000000' ? '000001' : '000000')
    await pay.click()
    await expect(page.getByText(t('errors.debits.code_invalid'))).toBeVisible()
    expect(await testSite.db.selectFrom('orders').select('id').where('userId', '=', buyer.userId).execute()).toEqual([])

    await field.fill(code)
    await pay.click()
    await expect(page).toHaveURL(/\/sandbox\/checkout\/.+/)
    await page.getByRole('button', { name: new RegExp(`^${t('payments.sandbox.pay', { amount: '' }).trim()}`) }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('payments.result.completed.title'))
    expect(await balanceOf(testSite, buyer.userId)).toEqual({ credits: 20, isPremium: true })

    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: new RegExp('R-\\d{4}-\\d{6}') }).click()
    expect((await download).suggestedFilename()).toMatch(/^R-\d{4}-\d{6}\.pdf$/)
    const subject = t('emails.debitNotice.subject', { site: 'Rendezvous' })
    const notice = page.getByRole('link', { name: buyer.email }).filter({ hasText: subject }).first()
    await openMailbox(page, notice)
    await notice.click()
    await expect(page.frameLocator('iframe').getByText('NL91 •••• 4300')).toBeVisible()
  },
)

test('a member limits the own spending, and the checkout says so', async ({ open, build, t, watch }) => {
  const page = await open(await build())
  await visit(page, '/credits')
  const section = page.getByRole('region', { name: t('payments.limit.title') })
  await section.getByRole('textbox').fill('20')
  await section.getByRole('button', { name: t('payments.limit.save') }).click()
  await expect(section.getByRole('button', { name: t('payments.limit.remove') })).toBeVisible()
  await visit(page, '/credits/p1')
  await expect(page.locator('a[href="/credits#spending-limit"]')).toBeVisible()
  watch.expectError(403, '/api/orders')
  await page.getByRole('button', { name: new RegExp(`^${t('payments.pay', { price: '' }).trim()}`) }).click()
  // The toast is there twice, once for screen readers.
  await expect(page.getByText(t('errors.payments.spending_limit')).first()).toBeVisible()
  await expect(page).toHaveURL('/credits/p1')
})

async function fill(page: Page, t: Translate, phone: string) {
  const { authorization: _checked, ...fields } = { ...debitForm, phone }
  for (const [name, value] of Object.entries(fields))
    // The keys of the form are those of its labels.
    await page.getByLabel(t(`debits.fields.${name as keyof typeof fields}`), { exact: true }).fill(value)
  await page.getByRole('checkbox').check()
}

/** Reads the code of the latest text message to a number in the demo's mailbox. */
async function codeFor(page: Page, phone: string) {
  const mailbox = await page.context().newPage()
  await mailbox.goto('/dev/mailbox')
  await mailbox.getByRole('link', { name: `+31${phone.slice(1)}` }).click()
  const body = mailbox.frameLocator('iframe').locator('body')
  await expect(body).toHaveText(/\d{6}/)
  const text = await body.textContent()
  await mailbox.close()
  return /\d{6}/.exec(text ?? '')?.[0] ?? ''
}
