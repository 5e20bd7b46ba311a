import { composer, feed, openMessageMenu, sendButton, tick, write } from '../support/chat-steps.ts'
import { expectAccessible, pressIn, visit } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

test('messages are answered, reacted to, deleted for both and reported', async ({ open, build, t }) => {
  const ada = await build({ name: 'Ada', credits: 20 })
  const ben = await build({ name: 'Ben', gender: 'male', credits: 20 })
  const [adaPage, benPage] = [await open(ada), await open(ben)]
  await visit(adaPage, `/members/${ben.profileId}/chat`)
  await write(adaPage, t, { name: 'Ben', text: 'Call me on +33 6 12 34 56 78' })
  await expect(tick(adaPage, t, 'sent')).toBeVisible()
  await visit(benPage, `/members/${ada.profileId}/chat`)
  await expect(feed(benPage)).toContainText(t('chat-conversation.warnings.phone', { name: 'Ada', gender: 'female' }))
  await expect(tick(adaPage, t, 'read')).toBeVisible()

  const menu = await openMessageMenu(benPage, t, 1)
  await expect(menu).toBeVisible()
  // As everything that lies over a page, it is closed by Back.
  await benPage.goBack()
  await expect(menu).toHaveCount(0)
  await expect(benPage).toHaveURL(`/members/${ada.profileId}/chat`)
  await openMessageMenu(benPage, t, 1)
  await expect(menu).toBeVisible()
  await expectAccessible(benPage)
  await menu.getByRole('menuitemradio', { name: t('chat-conversation.reactions.names.thumb') }).click()
  const reaction = feed(adaPage).getByRole('img', {
    name: t('chat-conversation.reactions.partner', {
      name: 'Ben',
      reaction: t('chat-conversation.reactions.names.thumb'),
    }),
  })
  await expect(reaction).toBeVisible()
  await (
    await openMessageMenu(benPage, t, 1)
  )
    .getByRole('menuitem', { name: t('chat-conversation.menu.unreact') })
    .click()
  await expect(reaction).toHaveCount(0)

  await (
    await openMessageMenu(benPage, t, 1)
  )
    .getByRole('menuitem', { name: t('chat-conversation.menu.reply') })
    .click()
  const target = benPage.getByText(t('chat-conversation.replyTo', { name: 'Ada' }))
  await expect(target).toBeVisible()
  await benPage.getByRole('button', { name: t('chat-conversation.replyCancel') }).click()
  await expect(target).toHaveCount(0)
  await expect(composer(benPage, t, 'Ada')).toBeFocused()
  await (
    await openMessageMenu(benPage, t, 1)
  )
    .getByRole('menuitem', { name: t('chat-conversation.menu.reply') })
    .click()
  await expect(target).toBeVisible()
  await composer(benPage, t, 'Ada').fill('Rather here')
  await sendButton(benPage, t).click()
  await expect(feed(adaPage).locator('#message-2')).toContainText('Call me on')
  await expect(feed(adaPage).locator('#message-2')).toContainText('Rather here')

  await (
    await openMessageMenu(adaPage, t, 1)
  )
    .getByRole('menuitem', { name: t('chat-conversation.menu.delete') })
    .click()
  await adaPage
    .getByRole('alertdialog', { name: t('chat-conversation.deleteMessage.title') })
    .getByRole('button', { name: t('common.delete'), exact: true })
    .click()
  await expect(feed(benPage)).toContainText(t('chat-conversation.deleted'))
  await expect(feed(benPage)).not.toContainText('Call me on')
  await expect(feed(adaPage)).toContainText(t('chat-conversation.deletedOwn', { viewerGender: 'female' }))
  // The menu from which it was deleted is gone.
  await expect(feed(adaPage)).toBeFocused()

  await (
    await openMessageMenu(adaPage, t, 2)
  )
    .getByRole('menuitem', { name: t('chat-conversation.menu.report') })
    .click()
  await expect(adaPage.getByRole('dialog', { name: t('reports.messageTitle', { name: 'Ben' }) })).toBeVisible()
})

test('the arrow keys lead from message to message', async ({ open, build, t }) => {
  const ada = await build({ name: 'Ada', credits: 20 })
  const ben = await build({ name: 'Ben', gender: 'male' })
  const page = await open(ada)
  await visit(page, `/members/${ben.profileId}/chat`)
  for (const [index, text] of ['One', 'Two'].entries()) {
    await write(page, t, { name: 'Ben', text })
    await expect(page.locator(`#message-${index + 1}`)).toContainText(text)
  }
  const menuOf = (seq: number) => page.locator(`#message-${seq}`).getByRole('button')
  await feed(page).focus()
  await page.keyboard.press('Tab')
  await expect(menuOf(2)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(menuOf(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await pressIn(page.getByRole('menu', { name: t('chat-conversation.menu.label') }), 'Escape')
  await expect(menuOf(1)).toBeFocused()
})
