import { expectAccessible, pressInOneTask, visit, waitForHydration } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('notifications are switched off and stay so', { tag: '@phone' }, async ({ open, build, t }) => {
  const page = await open(await build())
  await visit(page, '/notifications')
  const likes = page
    .getByRole('group', { name: t('notifications.email'), exact: true })
    .getByRole('switch', { name: t('notifications.kinds.like'), exact: true })
  await expect(likes).toBeChecked()
  const stored = page.waitForResponse('/api/notifications')
  expect(await pressInOneTask(likes)).toBe(false)
  expect((await stored).status()).toBe(200)
  await page.reload()
  await waitForHydration(page)
  await expect(likes).not.toBeChecked()
  await expectAccessible(page)
})

test('the alert about stopped mails is closed for good, and the settings start the mails again', async ({
  open,
  build,
  t,
  testSite,
}) => {
  const member = await build()
  await testSite.db
    .updateTable('users')
    .set({ notificationsDisabled: ['bounce'] })
    .where('id', '=', member.userId)
    .execute()
  const page = await open(member)
  await visit(page, '/members')
  await expect(page.getByText(t('notifications.stopped.title'))).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: t('notifications.dismiss'), exact: true }).click()
  await expect(page.getByText(t('notifications.stopped.title'))).toBeHidden()
  await page.reload()
  await waitForHydration(page)
  await expect(page.getByText(t('notifications.stopped.title'))).toBeHidden()

  await visit(page, '/notifications')
  await page.getByRole('button', { name: t('notifications.stopped.resume'), exact: true }).click()
  await expect(page.getByText(t('notifications.stopped.resumed'))).toBeVisible()
  await expect(page.getByText(t('notifications.stopped.title'))).toBeHidden()
})
