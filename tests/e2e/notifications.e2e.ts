import { expectAccessible, pressInOneTask, visit, waitForHydration } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('notifications are switched off and stay so', { tag: '@phone' }, async ({ open, build, t }) => {
  const page = await open(await build())
  await visit(page, '/notifications/notifications')
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
  await expect(page.getByRole('main')).toBeFocused()
  await page.reload()
  await waitForHydration(page)
  await expect(page.getByText(t('notifications.stopped.title'))).toBeHidden()

  await visit(page, '/notifications/notifications')
  await page.getByRole('button', { name: t('notifications.stopped.resume'), exact: true }).click()
  await expect(page.getByText(t('notifications.stopped.resumed'))).toBeVisible()
  await expect(page.getByText(t('notifications.stopped.title'))).toBeHidden()
  await expect(page.locator(':focus')).toContainText(t('notifications.today'))
})

test('two quick changes are both stored, also when the member is fetched in between', async ({
  open,
  build,
  t,
  testSite,
}) => {
  const member = await build()
  const page = await open(member)
  await visit(page, '/notifications/notifications')
  const emails = page.getByRole('group', { name: t('notifications.email'), exact: true })
  const likes = emails.getByRole('switch', { name: t('notifications.kinds.like'), exact: true })
  const weekly = emails.getByRole('switch', { name: t('notifications.kinds.weekly_updates'), exact: true })
  let release = () => {}
  const isHeld = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('/api/notifications', async (route) => {
    await isHeld
    await route.continue()
  })
  await likes.click()
  await weekly.click()
  // As when the browser shows the page again.
  const fetched = page.waitForResponse('/api/user')
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await (await fetched).finished()
  await expect(likes).not.toBeChecked()
  release()
  const stored = async () => {
    const row = await testSite.db
      .selectFrom('users')
      .select('notificationsDisabled')
      .where('id', '=', member.userId)
      .executeTakeFirstOrThrow()
    return row.notificationsDisabled.toSorted()
  }
  await expect.poll(stored).toEqual(['like', 'weekly_updates'])
  await expect(weekly).not.toBeChecked()
})

test('a switch that could not be stored is on again, also where the member cannot be fetched', async ({
  open,
  build,
  t,
  watch,
}) => {
  const page = await open(await build())
  await visit(page, '/notifications/notifications')
  const likes = page
    .getByRole('group', { name: t('notifications.email'), exact: true })
    .getByRole('switch', { name: t('notifications.kinds.like'), exact: true })
  const failure = { status: 500, json: { error: { code: 'request.failed' } } }
  for (const path of ['/api/notifications', '/api/user']) {
    watch.expectError(500, path)
    await page.route(path, (route) => route.fulfill(failure))
  }
  const asked = page.waitForResponse('/api/user')
  expect(await pressInOneTask(likes)).toBe(false)
  await asked
  await expect(page.getByText(t('errors.request.failed')).first()).toBeVisible()
  await expect(likes).toBeChecked()
})

test('in forced colours a switch shows its state', async ({ open, build, t }) => {
  const page = await open(await build())
  await page.emulateMedia({ forcedColors: 'active' })
  await visit(page, '/notifications/notifications')
  const likes = page
    .getByRole('group', { name: t('notifications.email'), exact: true })
    .getByRole('switch', { name: t('notifications.kinds.like'), exact: true })
  const colours = () =>
    likes.evaluate((input) =>
      [input, input.nextElementSibling].map((part) => part && getComputedStyle(part).backgroundColor),
    )
  const on = await colours()
  await likes.click()
  await expect(likes).not.toBeChecked()
  await expect.poll(async () => (await colours())[0]).not.toBe(on[0])
  expect(new Set(await colours()).size).toBe(2)
})
