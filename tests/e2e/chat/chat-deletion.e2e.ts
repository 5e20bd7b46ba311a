import { HTTP_RETRIES } from '#contract/limits.ts'
import { tick, write } from '../support/chat-steps.ts'
import { expectStored } from '../support/device.ts'
import { pressIn, visit } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

test('a member deletes a conversation after a confirmation', async ({ open, build, t }) => {
  const ben = await build({ name: 'Ben', gender: 'male' })
  const page = await open(await build({ name: 'Ada', credits: 20 }))
  await visit(page, `/members/${ben.profileId}/chat`)
  await write(page, t, { name: 'Ben', text: 'Hello!' })
  await expect(tick(page, t, 'sent')).toBeVisible()
  const more = page.getByRole('main').getByRole('button', { name: t('common.more'), exact: true })
  const question = page.getByRole('alertdialog', { name: t('chat.delete.title') })
  // The second time its code is there at once: the menu that closes must not get the focus back from it.
  for (const time of ['first', 'second']) {
    await more.press('Enter')
    // The first entry, which gets the focus a moment after it is seen.
    await pressIn(page.getByRole('menuitem', { name: t('chat.delete.action') }), 'Enter')
    await pressIn(question, 'Escape')
    await expect(question, time).toBeHidden()
    await expect(more, time).toBeFocused()
  }
  await more.click()
  await page.getByRole('menuitem', { name: t('chat.delete.action') }).click()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: t('common.delete'), exact: true }).click()
  await expect(page).toHaveURL('/chats')
  await expect(page.getByText(t('chat.empty.title'))).toBeVisible()
})

test('a conversation that the server does not delete comes back, and the copy on the device stays', async ({
  open,
  build,
  t,
  watch,
}) => {
  const ben = await build({ name: 'Ben', gender: 'male' })
  const page = await open(await build({ name: 'Ada', credits: 20 }))
  await visit(page, `/members/${ben.profileId}/chat`)
  await write(page, t, { name: 'Ben', text: 'Do not go' })
  await expect(tick(page, t, 'sent')).toBeVisible()
  await expectStored(page, { database: 'chat', store: 'values', text: 'Do not go' })
  let calls = 0
  // Answered once the list without the conversation was seen: the calls may fail sooner than that.
  const { promise: isSeen, resolve: answer } = Promise.withResolvers<void>()
  await page.route(/\/api\/chat$/, async (route) => {
    calls += 1
    await isSeen
    await route.fulfill({ status: 500, json: { error: { code: 'request.failed' } } })
  })
  watch.acceptError(500, '/api/chat')
  await page
    .getByRole('main')
    .getByRole('button', { name: t('common.more'), exact: true })
    .click()
  await page.getByRole('menuitem', { name: t('chat.delete.action') }).click()
  const question = page.getByRole('alertdialog', { name: t('chat.delete.title') })
  await question.getByRole('button', { name: t('common.delete'), exact: true }).click()
  // At once from the list, and back after the last of the repeated calls has failed.
  await expect(page).toHaveURL('/chats')
  const row = page.getByRole('list', { name: t('chat.title') }).getByRole('link', { name: /Ben/ })
  await expect(row).toBeHidden()
  answer()
  await expect(page.getByRole('alert').getByText(t('errors.request.failed'))).toBeVisible()
  await expect(row).toBeVisible()
  expect(calls).toBe(1 + HTTP_RETRIES)
  await expectStored(page, { database: 'chat', store: 'values', text: 'Do not go' })
})
