import { DAY } from '#contract/time.ts'
import { balanceOf } from '#server/features/credits/service.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import { expect, test } from '../support/test.ts'

test('without scripts a button opens the link of a mail', async ({ browser, t, testSite, build, origin }) => {
  const member = await build({ isConfirmed: false })
  const [token, createdAt] = [newToken(), new Date()]
  const expiresAt = new Date(createdAt.getTime() + DAY)
  const link = { tokenHash: hashToken(token), userId: member.userId, purpose: 'activation', createdAt, expiresAt }
  await testSite.db.insertInto('oneTimeLinks').values(link).execute()
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: origin })
  const page = await context.newPage()
  await page.goto(`/${token}`)
  await page.getByRole('button', { name: t('accounts.openLink.submit') }).click()
  await expect(page).toHaveURL('/activate/done')
  expect(await balanceOf(testSite, member.userId)).toMatchObject({ credits: 6 })
  await context.close()
})

test('an unknown link does nothing, and its page names the ways to a new one', async ({ page, t }) => {
  await page.goto(`/${'x'.repeat(43)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('errors.accounts.link_invalid'))
  await expect(page.getByRole('link', { name: t('accounts.openLink.newPassword') })).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: t('accounts.openLink.login') })
    .click()
  await expect(page).toHaveURL('/login')
})
