import { randomUUID } from 'node:crypto'
import { buildOperator } from '#tests/support/operators.ts'
import { addAuthenticator } from '../support/authenticator.ts'
import { expectAccessible, pressIn, visit, waitForHydration } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

test(
  'an owner logs in with a code, invites an operator who logs in too, and finds both in the log',
  { tag: '@phone' },
  async ({ page, open, t, testSite, watch }) => {
    watch.expectError(422, '/api/operator/session/code')
    const owner = await buildOperator(testSite)
    await visit(page, '/operator/audit?act=logged_in')
    await expect(page).toHaveURL(/\/operator\/login\?target=/)
    await expectAccessible(page)
    await page.getByLabel(t('operator.login.email')).fill(owner.email)
    await page.getByLabel(t('operator.login.password'), { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: t('operator.login.submit') }).click()
    const code = page.getByLabel(t('operator.code.label'))
    await code.fill('000000')
    await page.getByRole('button', { name: t('operator.code.submit') }).click()
    await expect(code).toHaveAccessibleDescription(t('errors.accounts.code_wrong'))
    await code.fill(owner.code(new Date()))
    await page.getByRole('button', { name: t('operator.code.submit') }).click()
    // Back to the page that asked.
    await expect(page).toHaveURL('/operator/audit?act=logged_in')
    const entries = page.getByRole('table')
    await expect(entries.getByText(owner.name).first()).toBeVisible()
    await page.getByRole('button', { name: t('operator-acts.chain.check') }).click()
    await expect(page.getByRole('status').getByText(/[0-9a-f]{64}/)).toBeVisible()
    await expectAccessible(page)

    // The key for the list of keys, and the navigation.
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    await pressIn(page.getByRole('dialog', { name: t('operator.keys.title') }), 'Escape')
    await page.getByRole('link', { name: t('operator.areas.operators') }).click()
    const name = `Robin ${randomUUID().slice(0, 8)}`
    await page.getByLabel(t('operator-team.invite.name')).fill(name)
    await page.getByLabel(t('operator-team.invite.email')).fill(`${randomUUID()}@example.com`)
    await expectAccessible(page)
    await page.getByRole('button', { name: t('operator-team.invite.submit'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: t('operator-team.link.title', { name }) })
    const url = await dialog.getByRole('code').textContent()
    await pressIn(dialog, 'Escape')
    await expect(page.getByRole('table').getByText(name)).toBeVisible()

    const invited = await open()
    await visit(invited, new URL(url ?? '').pathname)
    await invited.getByLabel(t('operator.invitation.password'), { exact: true }).fill('mauve-tractor-lanterns')
    await invited.getByRole('button', { name: t('operator.invitation.submit') }).click()
    await expect(invited.getByRole('link', { name: t('operator.code.qr') })).toBeVisible()
    await expectAccessible(invited)
  },
)

test(
  'an operator adds a passkey, logs in with it, and removes it',
  { tag: '@phone' },
  async ({ open, t, testSite, watch }) => {
    watch.expectError(403, '/api/operator/passkeys/')
    const operator = await buildOperator(testSite, { role: 'support' })
    const page = await open(operator)
    await addAuthenticator(page)
    await visit(page, '/operator/members')
    await page.getByRole('link', { name: new RegExp(operator.name) }).click()
    await page.getByRole('textbox', { name: t('operator.passkeys.name') }).fill('My laptop')
    await page.getByRole('button', { name: t('operator.passkeys.add') }).click()
    const row = page.getByRole('row', { name: 'My laptop' })
    await expect(row).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: t('operator.logOut') }).click()
    await expect(page).toHaveURL(/\/operator\/login/)
    await waitForHydration(page)
    await page.getByRole('button', { name: t('operator.passkeys.logIn') }).click()
    await expect(page).toHaveURL('/operator/members')
    await page.getByRole('link', { name: new RegExp(operator.name) }).click()
    await page.getByRole('button', { name: t('operator.passkeys.removeNamed', { name: 'My laptop' }) }).click()
    // With the passkey no password was entered.
    const confirmation = page.getByRole('dialog', { name: t('operator.confirm.title') })
    await confirmation.getByLabel(t('operator.confirm.password'), { exact: true }).fill(operator.password)
    await confirmation.getByRole('button', { name: t('operator.confirm.submit') }).click()
    await expect(page.getByText(t('operator.passkeys.none'))).toBeVisible()
  },
)
