import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { TOTP_PERIOD_MS } from '#contract/limits.ts'
import type { Translate } from '#tests/support/fakes/translator.ts'
import { addAuthenticator } from '../support/authenticator.ts'
import { expectAccessible, visit, visitConnected, waitForHydration } from '../support/screen.ts'
import { logIn } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

const field = (page: Page, t: Translate, name: 'old' | 'new' | 'repeat' | 'password' | 'code' | 'name') =>
  page.getByRole('dialog').getByLabel(t(`security.fields.${name}`), { exact: true })

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Presses the main button of the open dialog. */
const submit = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

test('a member changes the password, and the other device is logged out', async ({ page, open, build, t, watch }) => {
  watch.expectError(422, '/api/password')
  // The other device may be asking for something at that moment.
  watch.acceptError(403, '/api/')
  const member = await build()
  const other = await open(member)
  await visitConnected(other, '/members')
  await visit(page, '/login')
  await logIn(page, t, member)
  await expect(page).toHaveURL('/members')
  await visit(page, '/notifications/account#security')

  await press(page, t('security.password.change'))
  await field(page, t, 'old').fill('not the password')
  await field(page, t, 'new').fill('mauve-tractor-lanterns')
  await field(page, t, 'repeat').fill('mauve-tractor-lantern')
  await submit(page, t('security.password.change'))
  await expect(field(page, t, 'repeat')).toHaveAccessibleDescription(t('errors.accounts.passwords_differ'))
  await field(page, t, 'repeat').fill('mauve-tractor-lanterns')
  await submit(page, t('security.password.change'))
  await expect(field(page, t, 'old')).toHaveAccessibleDescription(t('errors.accounts.old_password_wrong'))
  await field(page, t, 'old').fill(member.password)
  await submit(page, t('security.password.change'))
  await expect(page.getByText(t('security.password.changed', { count: 1 }))).toBeVisible()

  // Its socket closes, and it becomes a visitor's.
  await expect(other).toHaveURL('/')
  await visit(other, '/login')
  await logIn(other, t, { email: member.email, password: 'mauve-tractor-lanterns' })
  await expect(other).toHaveURL('/members')
})

test('a member logs another device out in the list', { tag: '@phone' }, async ({ page, open, build, t, watch }) => {
  watch.acceptError(403, '/api/')
  const member = await build()
  const other = await open(member)
  await visitConnected(other, '/members')
  await visit(page, '/login')
  await logIn(page, t, member)
  await expect(page).toHaveURL('/members')
  await visit(page, '/notifications/account')
  const list = page.getByRole('list', { name: t('security.sessions.title') })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByText(t('security.sessions.this'))).toHaveCount(1)
  await list.getByRole('button').click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list).toBeFocused()
  await expect(other).toHaveURL('/')
})

test(
  'codes are turned on, asked for at the log-in, and turned off again',
  { tag: '@phone' },
  async ({ open, build, page, t, watch }) => {
    // Each wrong or missing code is an error reply.
    for (const [status, path] of [
      [401, '/api/user'],
      [422, '/api/'],
    ] as const)
      watch.expectError(status, path)
    const member = await build()
    const settings = await open(member)
    await visit(settings, '/notifications/account')
    await press(settings, t('security.codes.turnOn'))
    await field(settings, t, 'password').fill(member.password)
    await submit(settings, t('security.codes.next'))
    await expect(settings.getByText(t('security.codes.scan'))).toBeFocused()
    const secret = (await settings.locator('.select-all').textContent()) ?? ''
    await expectAccessible(settings)
    const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) })
    await field(settings, t, 'code').fill('000000')
    await submit(settings, t('security.codes.turnOn'))
    await expect(field(settings, t, 'code')).toHaveAccessibleDescription(new RegExp(t('errors.accounts.code_wrong')))
    await field(settings, t, 'code').fill(totp.generate())
    await submit(settings, t('security.codes.turnOn'))
    const listed = settings.getByRole('list', { name: t('security.recovery.list') }).getByRole('listitem')
    await expect(listed).toHaveCount(10)
    // They are shown once: only the buttons of the dialog close it.
    await expect(settings.getByRole('heading', { name: t('security.recovery.title') })).toBeFocused()
    await settings.keyboard.press('Escape')
    await settings.mouse.click(4, 4)
    await settings.goBack()
    await expect(settings).toHaveURL('/notifications/account')
    await expect(listed).toHaveCount(10)
    await expectAccessible(settings)
    const codes = await listed.allTextContents()
    await submit(settings, t('security.recovery.done'))
    await expect(settings.getByText(t('security.codes.left', { count: 10 }))).toBeVisible()

    // The code of this period is used up. That of the next is accepted already, and when it has begun.
    await visit(page, '/login')
    await logIn(page, t, member)
    const code = page.getByLabel(t('login.code.label'), { exact: true })
    await expect(code).toBeFocused()
    await expectAccessible(page)
    // The way back keeps the address, and the keyboard goes on at the form.
    await press(page, t('login.code.back'))
    const email = page.getByLabel(t('accounts.fields.email'), { exact: true })
    await expect(email).toHaveValue(member.email)
    await page.keyboard.press('Tab')
    await expect(email).toBeFocused()
    await visitAsVisitor(page, '/chats')
    await visit(page, '/login')
    await logIn(page, t, member)
    await code.fill('111111')
    await press(page, t('login.code.submit'))
    await expect(code).toHaveAccessibleDescription(new RegExp(t('errors.accounts.code_wrong')))
    await code.fill(totp.generate({ timestamp: Date.now() + TOTP_PERIOD_MS }))
    await press(page, t('login.code.submit'))
    await expect(page).toHaveURL('/members')

    const elsewhere = await open()
    await visit(elsewhere, '/login')
    await logIn(elsewhere, t, member)
    await elsewhere.getByLabel(t('login.code.label'), { exact: true }).fill((codes[0] ?? '').toUpperCase())
    await press(elsewhere, t('login.code.submit'))
    await expect(elsewhere).toHaveURL('/members')
    await visit(elsewhere, '/notifications/account')
    await expect(elsewhere.getByText(t('security.codes.left', { count: 9 }))).toBeVisible()

    await press(elsewhere, t('security.codes.turnOff'))
    await field(elsewhere, t, 'password').fill(member.password)
    await field(elsewhere, t, 'code').fill(codes[1] ?? '')
    await submit(elsewhere, t('security.codes.turnOff'))
    await expect(elsewhere.getByText(t('security.codes.isOff'))).toBeVisible()
  },
)

test(
  'a member adds a passkey, logs in with it, renames and removes it',
  { tag: '@phone' },
  async ({ page, build, t, watch }) => {
    watch.expectError(401, '/api/login/passkey')
    const member = await build()
    await addAuthenticator(page)
    await visit(page, '/login')
    await logIn(page, t, member)
    await expect(page).toHaveURL('/members')
    await visit(page, '/notifications/account')
    await press(page, t('security.passkeys.add'))
    // The device is proposed as its name.
    await expect(field(page, t, 'name')).toHaveValue(/Chrome/)
    await field(page, t, 'name').fill('My phone')
    await field(page, t, 'password').fill(member.password)
    await submit(page, t('security.passkeys.create'))
    await expect(page.getByText(t('security.passkeys.saved'))).toBeVisible()
    const list = page.getByRole('list', { name: t('security.passkeys.title') })
    await expect(list).toContainText('My phone')

    await forgetSession(page)
    // Present at once, it answers the offer below the email field, without a press.
    await page.goto('/login')
    await expect(page).toHaveURL('/members')

    await visit(page, '/notifications/account')
    await press(page, t('security.passkeys.rename', { name: 'My phone' }))
    await field(page, t, 'name').fill('My tablet')
    await submit(page, t('common.save'))
    await press(page, t('security.passkeys.remove', { name: 'My tablet' }))
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('security.passkeys.removeConfirm') })
      .click()
    await expect(list).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()

    await forgetSession(page)
    await visit(page, '/login')
    await press(page, t('login.passkey'))
    await expect(page.getByRole('alert')).toHaveText(t('errors.accounts.passkey_failed'))
  },
)

/** Removes the session without a log-out, on no page: a page of a member would notice it and log out. */
async function forgetSession(page: Page) {
  await page.goto('about:blank')
  await page.context().clearCookies({ name: 'session' })
}

/** A page for members sends a browser without a session to the log-in. */
async function visitAsVisitor(page: Page, path: string) {
  await page.goto(path)
  await expect(page).toHaveURL(/\/login(\?|$)/)
  await waitForHydration(page)
}
