import type { Page } from '@playwright/test'
import type { AppContext } from '#server/context.ts'
import { PASSWORD_MIN_LENGTH, RESET_LINK_HOURS } from '#contract/limits.ts'
import { translatorFor, type Translate } from '#tests/support/fakes/translator.ts'
import { openMailLink } from '../support/mailbox.ts'
import { expectAccessible, pressIn, untilHydrated, visit, visitConnected } from '../support/screen.ts'
import { logIn } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

const password = 'seven purple tandems'

test(
  'a member who forgot the password chooses another one from the mail and is logged in, by keyboard alone',
  { tag: '@phone' },
  async ({ page, t, build, open, watch }) => {
    const member = await build()
    const elsewhere = await open(member)
    await visitConnected(elsewhere, '/members')

    await visit(page, '/login')
    await page.getByRole('link', { name: t('accounts.login.forgot') }).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('accounts.reset.heading'))
    const email = page.getByLabel(t('accounts.fields.email'), { exact: true })
    await email.fill('no address')
    await email.press('Enter')
    await expect(email).toHaveAccessibleDescription(t('errors.accounts.email_invalid'))
    watch.expectError(404, '/api/password-reset')
    await email.fill(`unknown-${member.email}`)
    await email.press('Enter')
    await expect(email).toHaveAccessibleDescription(t('errors.accounts.email_not_found'))
    await expect(email).toBeFocused()
    await expectAccessible(page)
    await email.fill(member.email)
    await email.press('Enter')
    const sent = t('accounts.reset.sent', { email: member.email, hours: RESET_LINK_HOURS })
    await expect(page.getByRole('status').filter({ hasText: sent })).toBeVisible()
    await expectAccessible(page)

    await openMailLink(page, t, { to: member.email, template: 'passwordReset' })
    await expect(page).toHaveURL(/\/reset-password\/do\?token=/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('accounts.reset.doTitle'))
    await fillPasswords(page, t, [password, 'seven purple tandem'])
    const repeat = page.getByLabel(t('accounts.reset.repeat'), { exact: true })
    await expect(repeat).toHaveAccessibleDescription(t('errors.accounts.passwords_differ'))
    await expectAccessible(page)
    watch.expectError(422, '/api/password-reset')
    await fillPasswords(page, t, ['short', 'short'])
    const field = newPassword(page, t)
    const tooShort = t('errors.accounts.password_too_short', { min: PASSWORD_MIN_LENGTH })
    await expect(field).toHaveAccessibleDescription(new RegExp(tooShort.replaceAll('.', '\\.')))
    // The browser that is logged out may be asking for something at that moment.
    watch.acceptError(403, '/api/')
    await fillPasswords(page, t, [password, password])
    await expect(page).toHaveURL('/members')

    // The other browser was logged out, and only the new password works.
    await expect(elsewhere).toHaveURL('/')
    const fresh = await open()
    await visit(fresh, '/login')
    await logIn(fresh, t, { email: member.email, password })
    await expect(fresh).toHaveURL('/members')
  },
)

test('a used link for another password leads back to the request, which says why', async ({
  page,
  t,
  build,
  watch,
}) => {
  const member = await build()
  await visit(page, '/reset-password')
  await page.getByLabel(t('accounts.fields.email'), { exact: true }).fill(member.email)
  await page.getByRole('button', { name: t('accounts.reset.send') }).click()
  await expect(page.getByText(t('accounts.reset.sentTitle'))).toBeVisible()
  await openMailLink(page, t, { to: member.email, template: 'passwordReset' })
  await expect(page).toHaveURL(/token=/)
  const used = page.url()
  await fillPasswords(page, t, [password, password])
  await expect(page).toHaveURL('/members')
  await visit(page, used)
  watch.expectError(410, '/api/password-reset')
  await fillPasswords(page, t, [password, password])
  await expect(page).toHaveURL('/reset-password?link=invalid')
  await expect(page.getByText(t('errors.accounts.link_invalid'))).toBeVisible()
})

test('a new password is confirmed on the page after it, also where that is in another language', async ({
  page,
  build,
}) => {
  const member = await build({ language: 'fr' })
  const [en, fr] = [translatorFor('en'), translatorFor('fr')]
  await page.context().clearCookies()
  await visit(page, '/reset-password')
  await page.getByLabel(en('accounts.fields.email'), { exact: true }).fill(member.email)
  await page.getByRole('button', { name: en('accounts.reset.send') }).click()
  await expect(page.getByText(en('accounts.reset.sentTitle'))).toBeVisible()
  await openMailLink(page, fr, { to: member.email, template: 'passwordReset' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en('accounts.reset.doTitle'))
  await fillPasswords(page, en, [password, password])
  await expect(page).toHaveURL('/members')
  await expect(page.getByText(fr('accounts.reset.done')).first()).toBeVisible()
})

test(
  'a member changes the email address from the settings, and the old address undoes it',
  { tag: '@phone' },
  async ({ build, open, t, watch }) => {
    const [member, other] = [await build(), await build()]
    const page = await open(member)
    const email = `new-${member.email}`
    await visit(page, '/notifications/account')
    const field = page.getByLabel(t('accounts.emailSettings.newEmail'), { exact: true })
    const secret = page.getByLabel(t('accounts.emailSettings.password'), { exact: true })
    await page.getByRole('button', { name: t('accounts.emailSettings.submit') }).click()
    await expect(field).toBeFocused()
    await field.fill('no address')
    await secret.fill(member.password)
    await secret.press('Enter')
    await expect(field).toHaveAccessibleDescription(t('errors.accounts.new_email_invalid'))
    watch.expectError(409, '/api/mail-change')
    await field.fill(other.email)
    await secret.press('Enter')
    await expect(field).toHaveAccessibleDescription(t('errors.accounts.email_taken'))
    watch.expectError(422, '/api/mail-change')
    await field.fill(email)
    await secret.fill('not the password')
    await secret.press('Enter')
    await expect(secret).toHaveAccessibleDescription(t('errors.accounts.password_wrong'))
    await secret.fill(member.password)
    await secret.press('Enter')
    await expect(page.getByText(t('accounts.emailSettings.pendingTitle'))).toBeVisible()
    await expectAccessible(page)

    await openMailLink(page, t, { to: email, template: 'mailChange' })
    await expect(page).toHaveURL('/mail-change/do?link=opened')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('accounts.mailChanged.heading'))
    await expect(page.getByText(t('accounts.mailChanged.done'))).toBeVisible()
    await expectAccessible(page)

    const owner = await open()
    // The browser that the link logs out may be asking for something at that moment.
    watch.acceptError(403, '/api/')
    await openMailLink(owner, t, { to: member.email, template: 'mailChangeNotice' })
    await expect(owner).toHaveURL(/\/reset-password\/do\?token=/)
    await fillPasswords(owner, t, [password, password])
    await expect(owner).toHaveURL('/members')
    // The browser that had changed the address is logged out.
    await expect(page).toHaveURL('/')
    await visit(owner, '/notifications/account')
    await expect(owner.getByText(member.email, { exact: true })).toBeVisible()
  },
)

test(
  'a mistyped address is corrected, and its mail confirms the account in another browser',
  { tag: '@phone' },
  async ({ build, open, t, testSite }) => {
    const member = await build({ isConfirmed: false, signedUpMsAgo: 0 })
    const page = await open(member)
    const email = `right-${member.email}`
    // The first mail came back.
    await testSite.db
      .updateTable('users')
      .set({ notificationsDisabled: ['bounce'] })
      .where('id', '=', member.userId)
      .execute()
    await visit(page, '/members')
    await expect(page.getByText(t('accounts.activation.cameBack', { email: member.email }))).toBeVisible()
    const correct = page.getByRole('button', { name: t('accounts.activation.wrongEmail') })
    await untilHydrated(correct)
    await correct.press('Enter')
    const field = page.getByLabel(t('accounts.emailSettings.newEmail'), { exact: true })
    await expect(field).toBeFocused()
    await expectAccessible(page)
    await field.fill(email)
    await field.press('Enter')
    await expect(page.getByText(t('accounts.activation.text', { email }))).toBeVisible()
    await visit(page, '/notifications/account')
    await expect(page.getByRole('button', { name: t('accounts.activation.resend') })).toHaveCount(0)
    await visitConnected(page, '/credits')
    await expect(page.getByText(t('accounts.activation.text', { email }))).toBeVisible()

    const elsewhere = await open()
    await openMailLink(elsewhere, t, { to: email, template: 'mailChange' })
    await expect(elsewhere).toHaveURL('/mail-change/do?link=opened')
    await expect(page.getByText(t('accounts.activation.text', { email }))).toHaveCount(0)
    expect(await isConfirmed(testSite, email)).toBe(true)
  },
)

test('after a sign-up the reminder is a dialog on a phone, and an alert once it is closed', async ({
  browser,
  t,
  build,
  origin,
}) => {
  const member = await build({ isConfirmed: false })
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: origin })
  const [name = '', value = ''] = member.cookie.split('=')
  await context.addCookies([{ name, value, url: origin }])
  const page = await context.newPage()
  // The dialog does not wait for the code of other parts of the page.
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/discovery-rows-*', async (route) => {
    await isReleased
    await route.continue()
  })
  const rowsLoaded = page.waitForRequest('**/discovery-rows-*').then((request) => request.response())
  await visit(page, '/members?api_signup_complete=1')
  const dialog = page.getByRole('dialog', { name: t('accounts.activation.title') })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL('/members')
  release()
  await rowsLoaded
  await expectAccessible(page)
  await pressIn(dialog, 'Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(t('accounts.activation.text', { email: member.email }))).toBeVisible()
  await context.close()
})

async function fillPasswords(page: Page, t: Translate, [chosen, repeated]: [string, string]) {
  const button = page.getByRole('button', { name: t('accounts.reset.save') })
  await expect(button).toBeEnabled()
  await newPassword(page, t).fill(chosen)
  await page.getByLabel(t('accounts.reset.repeat'), { exact: true }).fill(repeated)
  await page.keyboard.press('Enter')
}

/** The label includes the hint. */
function newPassword(page: Page, t: Translate) {
  return page.getByLabel(new RegExp(`^${t('accounts.reset.newPassword')}`))
}

async function isConfirmed({ db }: Pick<AppContext, 'db'>, email: string) {
  const row = await db.selectFrom('users').select('confirmedAt').where('emailKey', '=', email).executeTakeFirst()
  return Boolean(row?.confirmedAt)
}
