import { deleteAccount } from '#contract/accounts/calls.ts'
import { PAUSE_DAYS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import { sendButton, tick } from '../support/chat-steps.ts'
import { openMailLink } from '../support/mailbox.ts'
import { containing, expectAccessible, visit } from '../support/screen.ts'
import { fillEmail } from '../support/signup-steps.ts'
import { logIn, visitSettings } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

test(
  'a member deletes the account, is gone elsewhere, and comes back by the mailed link with everything',
  { tag: '@phone' },
  async ({ open, build, t, watch }) => {
    const ada = await build({ name: 'Ada', credits: 20 })
    const ben = await build({ name: 'Ben', gender: 'male', credits: 20 })
    const [page, otherPage] = [await open(ada), await open(ben)]
    await visit(otherPage, `/members/${ada.profileId}/chat`)
    await otherPage.getByLabel(t('chat.composer.label', { name: 'Ada' }), { exact: true }).fill('Hello Ada')
    await sendButton(otherPage, t).click()
    await expect(otherPage.getByRole('log').getByText('Hello Ada')).toBeVisible()
    await expect(tick(otherPage, t, 'sent')).toBeVisible()

    await visitSettings(page, t)
    const action = page.getByRole('button', { name: t('deletion.delete.action'), exact: true })
    await action.click()
    await page.getByRole('button', { name: t('deletion.delete.close'), exact: true }).click()
    await expect(action).toBeFocused()
    await action.press('Enter')
    await page.getByLabel(t('deletion.delete.reasons.time')).check()
    await expect(page.getByText(t('deletion.delete.hints.time'))).toBeVisible()
    await page.getByLabel(t('deletion.delete.remarks')).fill('See you <b>later</b>')
    await expectAccessible(page)

    watch.expectError(422, '/api/account')
    // The settings above have a field of this name too.
    const form = page.getByRole('form', { name: t('deletion.delete.title') })
    const password = form.getByLabel(t('deletion.delete.password'), { exact: true })
    await page.getByRole('button', { name: t('deletion.delete.submit'), exact: true }).click()
    await expect(password).toHaveAccessibleDescription(t('errors.accounts.password_required'))
    await password.fill('not the password')
    await page.getByRole('button', { name: t('deletion.delete.submit'), exact: true }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toHaveAccessibleName(t('deletion.delete.ask'))
    await question.getByRole('button', { name: t('deletion.delete.confirm'), exact: true }).click()
    await expect(password).toHaveAccessibleDescription(t('errors.accounts.password_wrong'))

    await password.fill(ada.password)
    await page.getByRole('button', { name: t('deletion.delete.submit'), exact: true }).click()
    await question.getByRole('button', { name: t('deletion.delete.confirm'), exact: true }).click()
    await expect(page).toHaveURL('/account-deleted')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('deletion.deleted.heading'))
    await expectAccessible(page)

    await visit(otherPage, `/members/${ada.profileId}/chat`)
    await expect(
      otherPage.getByText(t('chat.cannotSend.partner_left', { name: 'Ada', gender: 'female' })),
    ).toBeVisible()
    await expect(otherPage.getByRole('log').getByText('Hello Ada')).toBeVisible()

    watch.expectError(403, '/api/user')
    await visit(page, '/login')
    await logIn(page, t, ada)
    await expect(page.getByRole('alert')).toHaveText(t('errors.accounts.pending_deletion'))

    await openMailLink(page, t, { to: ada.email, template: 'deletion' })
    await expect(page).toHaveURL('/account-deleted?link=opened')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('deletion.restored.heading'))
    await expectAccessible(page)
    await visit(page, `/members/${ben.profileId}/chat`)
    await expect(page.getByRole('log').getByText('Hello Ada')).toBeVisible()
    await visit(otherPage, `/members/${ada.profileId}`)
    await expect(otherPage.getByRole('heading', { level: 1 })).toContainText('Ada')
  },
)

test('a member pauses the account, cannot be seen, and comes back with one press', async ({
  open,
  build,
  t,
  watch,
}) => {
  const ada = await build({ name: 'Ada' })
  const [page, otherPage] = [await open(ada), await open(await build({ gender: 'male' }))]
  await visitSettings(page, t)
  await page.getByRole('button', { name: t('deletion.pause.action'), exact: true }).click()
  const question = page.getByRole('dialog', { name: t('deletion.pause.title') })
  await question.getByRole('radio', { name: t('deletion.pause.lengths.month') }).check()
  await expectAccessible(page)
  const { format } = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/Amsterdam' })
  const earliest = format(Date.now() + PAUSE_DAYS.month * DAY)
  await question.getByRole('button', { name: t('deletion.pause.confirm'), exact: true }).click()
  await expect(page).toHaveURL('/paused')
  // A day may end meanwhile.
  const latest = format(Date.now() + PAUSE_DAYS.month * DAY)
  await expect(page.getByText(new RegExp(`${earliest}|${latest}`))).toBeVisible()
  await expectAccessible(page)
  await visit(page, '/likes')
  await expect(page).toHaveURL('/paused')

  watch.expectError(404, `/members/${ada.profileId}`)
  await otherPage.goto(`/members/${ada.profileId}`)
  await expect(otherPage.getByRole('heading', { level: 1 })).toHaveText(t('errors.profiles.not_found'))

  await page.getByRole('button', { name: t('deletion.pause.resume'), exact: true }).click()
  await expect(page).toHaveURL('/members')
  await expect(page.getByText(t('deletion.pause.resumed'))).toBeVisible()
  await otherPage.goto(`/members/${ada.profileId}`)
  await expect(otherPage.getByRole('heading', { level: 1 })).toContainText('Ada')
})

test('the address of a deleted account leads to the log-in, which mails the link that restores it', async ({
  page,
  t,
  build,
  origin,
  watch,
}) => {
  const member = await build()
  await callsTo(origin, member)(deleteAccount, { body: { reason: 'other', remarks: '', password: member.password } })
  watch.expectError(409, '/api/signup/check')
  await visit(page, '/signup')
  await fillEmail(page, t, { email: member.email })
  await expect(page.getByLabel(t('accounts.fields.email'), { exact: true })).toHaveAccessibleDescription(
    containing(t('errors.accounts.email_pending_deletion')),
  )
  await expectAccessible(page)
  const hint = t.markup('signup.takenPending', { link: (text) => text })
  await page.getByText(hint).getByRole('link').click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel(t('accounts.fields.email'), { exact: true })).toHaveValue(member.email)
  watch.expectError(403, '/api/user')
  await page.getByLabel(t('accounts.fields.password'), { exact: true }).fill(member.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(t('errors.accounts.pending_deletion'))
})
