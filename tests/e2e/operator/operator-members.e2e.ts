import { randomUUID } from 'node:crypto'
import { OPERATOR_CONFIRMATION_MS } from '#contract/limits.ts'
import { buildOperator } from '#tests/support/operators.ts'
import { expectAccessible, visit } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

test(
  'support finds a member, corrects a name, pauses, gives credits after the password, and reads messages for a reason',
  { tag: '@phone' },
  async ({ build, open, t, testSite, watch }) => {
    const operator = await buildOperator(testSite, { role: 'support' })
    await testSite.db
      .updateTable('operatorSessions')
      .set({ confirmedAt: new Date(testSite.clock.now().getTime() - OPERATOR_CONFIRMATION_MS) })
      .where('operatorId', '=', operator.operatorId)
      .execute()
    const name = `Odile ${randomUUID().slice(0, 6)}`
    const member = await build({ name, credits: 10 })
    watch.expectError(422, `/api/operator/members/${member.profileId}`)
    // The password was confirmed long ago.
    watch.expectError(403, `/api/operator/members/${member.profileId}/credits`)
    const page = await open(operator)
    await visit(page, '/operator/members')
    await expectAccessible(page)
    await page.getByLabel(t('operator-members.search.label')).fill(member.email)
    await page.getByRole('button', { name: t('operator.list.filter') }).click()
    await expect(page.getByRole('row')).toHaveCount(2)
    // By keys: the first row, and open it.
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByText(member.email)).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: t('operator-members.acts.correct'), exact: true }).click()
    const correction = page.getByRole('dialog', { name: t('operator-members.acts.correct') })
    const renamed = `Odette ${randomUUID().slice(0, 6)}`
    await correction.getByLabel(t('operator-members.acts.name'), { exact: true }).fill(renamed)
    await correction.getByRole('button', { name: t('operator-members.acts.save') }).click()
    await expect(correction.getByLabel(t('operator.reason.label'))).toHaveAccessibleDescription(
      t('errors.operator.reason_required'),
    )
    await expectAccessible(page)
    await correction.getByLabel(t('operator.reason.label')).fill('Typing mistake')
    await correction.getByRole('button', { name: t('operator-members.acts.save') }).click()
    await expect(page.getByRole('heading', { level: 1, name: renamed })).toBeVisible()

    await page.getByRole('button', { name: t('operator-members.acts.pause'), exact: true }).click()
    await expect(page.getByRole('button', { name: t('operator-members.acts.resume') })).toBeVisible()
    await page.getByRole('button', { name: t('operator-members.acts.resume') }).click()
    await expect(page.getByRole('button', { name: t('operator-members.acts.pause'), exact: true })).toBeVisible()

    await page.getByRole('button', { name: t('operator-members.acts.resend') }).click()
    const resend = page.getByRole('dialog', { name: t('operator-members.acts.resend') })
    await resend.getByLabel(t('operator-members.acts.mail'), { exact: true }).selectOption('password_reset')
    await expectAccessible(page)
    await resend.getByRole('button', { name: t('operator-members.acts.send') }).click()
    await expect(page.getByText(t('operator-members.done.resend'))).toBeVisible()

    await page.getByRole('button', { name: t('operator-members.acts.credits') }).click()
    const credits = page.getByRole('dialog', { name: t('operator-members.acts.credits') })
    await credits.getByLabel(t('operator-members.acts.amount'), { exact: true }).fill('25')
    await credits.getByLabel(t('operator.reason.label')).fill('Goodwill')
    await credits.getByRole('button', { name: t('operator-members.acts.book') }).click()
    const confirmation = page.getByRole('dialog', { name: t('operator.confirm.title') })
    await confirmation.getByLabel(t('operator.confirm.password'), { exact: true }).fill(operator.password)
    await confirmation.getByRole('button', { name: t('operator.confirm.submit') }).click()
    const ledger = page
      .getByRole('region', { name: t('operator-members.ledger.title'), exact: true })
      .getByRole('table')
    await expect(ledger.getByText(t('operator-members.kinds.adjustment'))).toBeVisible()
    await expect(ledger.getByText('+25')).toBeVisible()

    // The dialog of the credits, which closes meanwhile, has such a field, too.
    const read = page.getByRole('button', { name: t('operator-members.messages.read') })
    await page.locator('form').filter({ has: read }).getByLabel(t('operator.reason.label')).fill('Ticket 12')
    await read.click()
    await expect(page.getByText(t('operator-members.messages.none'))).toBeVisible()
    // Support neither deletes accounts nor reads the log.
    await expect(page.getByRole('button', { name: t('operator-members.acts.delete') })).toBeHidden()
    await expect(page.getByRole('link', { name: t('operator-members.openAudit') })).toBeHidden()
    await expectAccessible(page)
  },
)

test('a manager deletes an account for its member, and finds it in the log', async ({ build, open, t, testSite }) => {
  const operator = await buildOperator(testSite, { role: 'manager' })
  const member = await build({ name: 'Prosper' })
  const page = await open(operator)
  await visit(page, `/operator/members/${member.profileId}`)
  await page.getByRole('button', { name: t('operator-members.acts.delete') }).click()
  const dialog = page.getByRole('dialog', { name: t('operator-members.acts.delete') })
  await dialog.getByLabel(t('operator.reason.label')).fill('Asked by letter')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('operator-members.acts.delete') }).click()
  await expect(page.getByText(t('operator-members.states.deleted'), { exact: true }).first()).toBeVisible()
  await page.getByRole('link', { name: t('operator-members.openAudit') }).click()
  await expect(page.getByRole('table').getByText(t('operator-acts.acts.member_deleted'))).toBeVisible()
})

test('a moderator opens a case about what no one reported, and is led to it', async ({
  build,
  open,
  t,
  testSite,
  watch,
}) => {
  const operator = await buildOperator(testSite, { role: 'moderator' })
  const member = await build({ name: 'Rosalie', about: 'Ask me about gold' })
  // The note that is missing at first.
  watch.expectError(422, `/api/operator/members/${member.profileId}/cases`)
  const page = await open(operator)
  await visit(page, `/operator/members/${member.profileId}`)
  await page.getByRole('button', { name: t('operator-members.openCase.title') }).click()
  const dialog = page.getByRole('dialog', { name: t('operator-members.openCase.title') })
  await dialog.getByLabel(t('operator-members.openCase.reason')).selectOption('scam')
  const note = dialog.getByLabel(t('operator-members.openCase.note'))
  const submit = dialog.getByRole('button', { name: t('operator-members.openCase.submit'), exact: true })
  await submit.click()
  await expect(note).toHaveAccessibleDescription(new RegExp(t('errors.moderation.note_required')))
  await expectAccessible(page)
  await note.fill('Sells gold in every chat')
  await submit.click()
  await expect(page).toHaveURL(/\/operator\/cases\/\w{14}$/)
  await expect(page.getByText('Sells gold in every chat')).toBeVisible()
  await expect(page.getByText('Ask me about gold')).toBeVisible()
  await expect(page.getByText(t('operator-cases.kinds.own'), { exact: true })).toBeVisible()
})
