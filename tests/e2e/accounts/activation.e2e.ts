import { DAY } from '#contract/time.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import { visit } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'
import { balanceOf } from '#tests/support/balance.ts'

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

test('an unknown link does nothing, and its page names the ways to a new one', async ({ page, t, watch }) => {
  const path = `/${'x'.repeat(43)}`
  watch.expectError(410, path)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('errors.accounts.link_invalid'))
  await expect(page.getByRole('link', { name: t('accounts.openLink.newPassword') })).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: t('accounts.openLink.login') })
    .click()
  await expect(page).toHaveURL('/login')
})

test('a page that reports the result of a link reports none to who opened no link', async ({ open, build, t }) => {
  const member = await open(await build())
  await visit(member, '/account-deleted')
  await expect(member).toHaveURL('/members')
  await visit(member, '/mail-change/do')
  await expect(member).toHaveURL('/notifications/account')
  await visit(member, '/account-deleted?link=invalid')
  await expect(member.getByRole('heading', { level: 1 })).toHaveText(t('errors.accounts.link_invalid'))

  const newcomer = await open(await build({ isConfirmed: false }))
  await visit(newcomer, '/activate/done')
  await expect(newcomer).toHaveURL('/members')
})

test('the page after the confirmation leads to profile, members and premium, without log-in too', async ({
  page,
  t,
}) => {
  await visit(page, '/activate/done')
  const linkOf = (name: string) => page.getByRole('main').getByRole('link', { name })
  await expect(linkOf(t('accounts.activated.profile'))).toHaveAttribute('href', '/login')
  await expect(linkOf(t('accounts.activated.members'))).toHaveAttribute('href', '/members')
  await linkOf(t('accounts.activated.premium')).click()
  await expect(page).toHaveURL('/login?to=%2Fpremium')
})
