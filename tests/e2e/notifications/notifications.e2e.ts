import type { Page } from '@playwright/test'
import { emailKinds, type EmailKind } from '#contract/accounts/notification-kinds.ts'
import { preferencesToken } from '#server/features/notifications/mails/signed-ids.ts'
import type { Translate } from '#tests/support/fakes/translator.ts'
import { expectAccessible, pressInOneTask, visit, waitForHydration } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

/** The switch of a kind in the column of the mails. */
function mailSwitch(page: Page, t: Translate, kind: EmailKind) {
  const name = t('notifications.table.byEmail', { kind: t(`notifications.kinds.${kind}`) })
  return page.getByRole('switch', { name, exact: true })
}

test('notifications are switched off and stay so', { tag: '@phone' }, async ({ open, build, t }) => {
  const page = await open(await build())
  await visit(page, '/notifications/notifications')
  const likes = mailSwitch(page, t, 'like')
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
  await expect(page.locator(':focus')).toContainText(t('notifications.lead'))
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
  const likes = mailSwitch(page, t, 'like')
  const weekly = mailSwitch(page, t, 'weekly_updates')
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
  await expect.poll(stored).toEqual(['like', 'news', 'promotions', 'weekly_updates'])
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
  const likes = mailSwitch(page, t, 'like')
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
  const likes = mailSwitch(page, t, 'like')
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

test('quiet hours and details are chosen, and stay', { tag: '@phone' }, async ({ open, build, t }) => {
  const page = await open(await build())
  await visit(page, '/notifications/notifications')
  const details = page.getByRole('switch', { name: t('notifications.detailed.title'), exact: true })
  const quiet = page.getByRole('switch', { name: t('notifications.quiet.title'), exact: true })
  // Each choice is stored before the next one: a reload would cut off what is on its way.
  const store = async (choose: () => Promise<unknown>) => {
    const stored = page.waitForResponse(
      (response) => response.url().endsWith('/api/notification-settings') && response.request().method() === 'PATCH',
    )
    await choose()
    expect((await stored).status()).toBe(200)
  }
  await store(() => details.click())
  await store(() => quiet.click())
  const from = page
    .getByRole('combobox')
    .filter({ has: page.locator('option[value="1320"]') })
    .first()
  await store(() => from.selectOption('1260'))
  await page.reload()
  await waitForHydration(page)
  await expect(details).toBeChecked()
  await expect(quiet).toBeChecked()
  await expect(from).toHaveValue('1260')
  await expectAccessible(page)
})

test('a damaged link of a mail says so, and leads to the settings', async ({ page, build, t, testSite, watch }) => {
  const token = preferencesToken(testSite.config, await build())
  watch.expectError(404, '/api/mail-preferences')
  watch.expectError(400, '/api/mail-preferences')
  for (const query of [`?token=${token.slice(0, -2)}`, `?token=${token}=3D`, '']) {
    await visit(page, `/mail-preferences${query}`)
    await expect(page.getByText(t('errors.notifications.link_invalid'))).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: t('mail-preferences.login') })).toBeVisible()
  }
})

test('a choice of mails that cannot be loaded can be loaded again', async ({ page, build, t, testSite, watch }) => {
  const token = preferencesToken(testSite.config, await build())
  watch.expectError(429, '/api/mail-preferences')
  await page.route('**/api/mail-preferences?*', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '60' }, json: { error: { code: 'request.too_many' } } }),
  )
  await visit(page, `/mail-preferences?token=${token}`)
  const retry = page.getByRole('main').getByRole('button', { name: t('common.retry'), exact: true })
  await expect(retry).toBeVisible()
  await page.unroute('**/api/mail-preferences?*')
  await retry.click()
  await expect(page.getByRole('switch', { name: t('notifications.kinds.weekly_updates'), exact: true })).toBeVisible()
})

test('the link of a mail chooses mails without a log-in', { tag: '@phone' }, async ({ page, build, t, testSite }) => {
  const member = await build()
  const token = preferencesToken(testSite.config, member)
  await visit(page, `/mail-preferences?token=${token}`)
  const weekly = page.getByRole('switch', { name: t('notifications.kinds.weekly_updates'), exact: true })
  await expect(weekly).toBeChecked()
  await expectAccessible(page)
  await weekly.click()
  await page.getByRole('button', { name: t('mail-preferences.save'), exact: true }).click()
  await expect(page.getByText(t('mail-preferences.saved'))).toBeVisible()
  await page.reload()
  await waitForHydration(page)
  await expect(weekly).not.toBeChecked()
  await page.getByRole('button', { name: t('mail-preferences.none'), exact: true }).click()
  await expect(page.getByText(t('mail-preferences.saved'))).toBeVisible()
  const { notificationsDisabled } = await testSite.db
    .selectFrom('users')
    .select('notificationsDisabled')
    .where('id', '=', member.userId)
    .executeTakeFirstOrThrow()
  expect(notificationsDisabled).toHaveLength(emailKinds.length)
})
