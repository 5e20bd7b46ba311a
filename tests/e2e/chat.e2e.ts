import type { Page } from '@playwright/test'
import { balanceOf } from '#server/features/credits/service.ts'
import { expectAccessible, visit } from './support/screen.ts'
import { barLink } from './support/steps.ts'
import { expect, test } from './support/test.ts'
import type { Translate } from '#tests/support/translator.ts'

const noCredits = {
  en: 'You do not have enough credits to send this message to Ben.',
  fr: 'Vous n’avez pas assez de crédits pour envoyer ce message à Ben.',
}

test('messages arrive at once both ways, with typing, ticks, badges and their price', async ({
  open,
  build,
  t,
  testSite,
}) => {
  const ada = await build({ name: 'Ada', credits: 20 })
  const ben = await build({ name: 'Ben', gender: 'male', credits: 20 })
  const [hers, his] = [await open(ada), await open(ben)]
  await visit(his, '/chats')
  await expect(his.getByText(t('chat.empty.title'))).toBeVisible()
  await expectAccessible(his)

  await visit(hers, `/members/${ben.profileId}/chat`)
  await expect(hers.getByText(t('chat.first.title', { name: 'Ben' }))).toBeVisible()
  await expectAccessible(hers)
  await write(hers, t, 'Ben', 'Hello Ben, is it you with the boat?')
  await expect(feed(hers)).toContainText('with the boat?')
  await expect(tick(hers, t, 'sent')).toBeVisible()
  await expectCredits(hers, t, 18)

  // He has not looked yet: counted in the bar, the title and the list.
  await expect(his).toHaveTitle(/^\(1\) /)
  await expect(barLink(his, t, 'messages')).toContainText(t('shell.nav.unread', { count: 1 }))
  const row = his.getByRole('link', { name: /Ada/ })
  await expect(row).toContainText(t('chat.unreadCount', { count: 1 }))
  await expectAccessible(his)
  await row.click()
  await expect(his).toHaveURL(/\/chats\/.+/)
  await expect(feed(his)).toContainText('with the boat?')
  await expect(his).toHaveTitle(/^Ada/)
  await expect(tick(hers, t, 'read')).toBeVisible()

  await composer(his, t, 'Ada').pressSequentially('It is')
  await expect(hers.getByText(t('chat.typing', { name: 'Ben' }))).toBeAttached()
  await expectAccessible(hers)
  await composer(his, t, 'Ada').fill('It is. Come and see it.')
  await composer(his, t, 'Ada').press('Enter')
  await expect(feed(hers)).toContainText('Come and see it.')
  await expect(hers.getByText(t('chat.typing', { name: 'Ben' }))).not.toBeAttached()
  await expect(tick(his, t, 'read')).toBeVisible()
  await expectCredits(his, t, 18)

  await write(hers, t, 'Ben', 'On Sunday?')
  await expect(feed(his)).toContainText('On Sunday?')
  await expectCredits(hers, t, 16)
  await expectAccessible(hers)
  await expectAccessible(his)
  const talk = ['Hello Ben, is it you with the boat?', 'It is. Come and see it.', 'On Sunday?']
  for (const page of [hers, his]) expect(await said(page, talk)).toEqual(talk)
  expect(await balanceOf(testSite, ada.userId)).toMatchObject({ credits: 16 })
  expect(await balanceOf(testSite, ben.userId)).toMatchObject({ credits: 18 })
})

test('without credits nothing is sent, and the way to some is shown', async ({
  open,
  build,
  t,
  testSite,
  watch,
  language,
}) => {
  const ben = await build({ name: 'Ben', gender: 'male' })
  const ada = await build({ name: 'Ada', credits: 2 })
  const page = await open(ada)
  await visit(page, `/members/${ben.profileId}/chat`)
  await write(page, t, 'Ben', 'My last credits for you.')
  await expect(tick(page, t, 'sent')).toBeVisible()
  await expectCredits(page, t, 0)
  await expect(page.getByText(noCredits[language])).toBeVisible()
  await expectAccessible(page)

  watch.expectError(402, '/api/members')
  await write(page, t, 'Ben', 'And one more.')
  await expect(page.getByRole('button', { name: t('chat.retry') })).toBeVisible()
  await expect(page.getByText(noCredits[language])).toBeVisible()
  await expectAccessible(page)
  const { count } = await testSite.db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('messages.senderId', '=', ada.userId)
    .executeTakeFirstOrThrow()
  expect(count).toBe(1)

  await page.getByRole('link', { name: t('chat.getCredits') }).click()
  await expect(page).toHaveURL('/credits')
})

test('what is written without a connection arrives once, when it is back', async ({ open, build, t, watch }) => {
  const ada = await build({ name: 'Ada', credits: 20 })
  const ben = await build({ name: 'Ben', gender: 'male', credits: 20 })
  const [hers, his] = [await open(ada), await open(ben)]
  watch.expectCuts()
  await visit(hers, `/members/${ben.profileId}/chat`)
  await write(hers, t, 'Ben', 'Before the tunnel.')
  await expect(tick(hers, t, 'sent')).toBeVisible()
  await visit(his, `/members/${ada.profileId}/chat`)
  await expect(feed(his)).toContainText('Before the tunnel.')

  await hers.context().setOffline(true)
  await write(hers, t, 'Ben', 'In the tunnel.')
  await expect(tick(hers, t, 'sending')).toBeVisible()
  await write(his, t, 'Ada', 'Where are you?')
  await expect(tick(his, t, 'sent')).toBeVisible()
  await hers.context().setOffline(false)
  await expect(feed(his)).toContainText('In the tunnel.')
  await expect(feed(hers)).toContainText('Where are you?')
  await expect(tick(hers, t, 'sending')).toHaveCount(0)
  const talk = ['Before the tunnel.', 'Where are you?', 'In the tunnel.']
  for (const page of [hers, his]) {
    await page.reload()
    await expect.poll(() => said(page, talk)).toEqual(talk)
  }
  await expectCredits(hers, t, 16)
})

test('a conversation can be deleted, after a question', async ({ open, build, t }) => {
  const ben = await build({ name: 'Ben', gender: 'male' })
  const page = await open(await build({ name: 'Ada', credits: 20 }))
  await visit(page, `/members/${ben.profileId}/chat`)
  await write(page, t, 'Ben', 'Hello!')
  await expect(tick(page, t, 'sent')).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('button', { name: t('common.more'), exact: true })
    .click()
  await page.getByRole('menuitem', { name: t('chat.delete.action') }).click()
  const question = page.getByRole('alertdialog', { name: t('chat.delete.title') })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: t('common.delete'), exact: true }).click()
  await expect(page).toHaveURL('/chats')
  await expect(page.getByText(t('chat.empty.title'))).toBeVisible()
})

test('who was blocked is told so and reaches nobody', async ({ open, build, t, watch, language }) => {
  const ada = await build({ name: 'Ada' })
  const ben = await build({ name: 'Ben', gender: 'male', credits: 20 })
  const hers = await open(ada)
  await visit(hers, `/members/${ben.profileId}`)
  await hers
    .getByRole('main')
    .getByRole('button', { name: t('common.more'), exact: true })
    .click()
  await hers.getByRole('menuitem', { name: t('moderation.block', { name: 'Ben' }) }).click()
  await hers
    .getByRole('alertdialog')
    .getByRole('button', { name: t('moderation.ask.confirm'), exact: true })
    .click()
  await expect(hers).toHaveURL('/members')

  watch.expectError(403, `/members/${ada.profileId}`)
  const his = await open(ben)
  await visit(his, `/members/${ada.profileId}`)
  const blocked = {
    en: "You're blocked by Ada. You do not have access to this page.",
    fr: 'Ada vous a bloqué. Vous n’avez pas accès à cette page.',
  }
  await expect(his.getByRole('heading', { level: 1 })).toHaveText(blocked[language])
  await expectAccessible(his)
})

function feed(page: Page) {
  return page.getByRole('log')
}

function composer(page: Page, t: Translate, name: string) {
  return page.getByLabel(t('chat.composer.label', { name }), { exact: true })
}

async function write(page: Page, t: Translate, name: string, text: string) {
  await composer(page, t, name).fill(text)
  await page.getByRole('button', { name: t('chat.composer.send', { count: 2 }), exact: true }).click()
}

/** What the conversation's head shows. */
function expectCredits(page: Page, t: Translate, count: number) {
  return expect(
    page.getByRole('main').getByRole('link', { name: t('chat.coins', { count }), exact: true }),
  ).toBeVisible()
}

function tick(page: Page, t: Translate, state: 'sending' | 'sent' | 'read') {
  return feed(page).getByRole('img', { name: t(`chat.state.${state}`) })
}

/** Which of these texts stand in the feed, from top to bottom, each as often as it does. */
async function said(page: Page, texts: string[]) {
  const lines = (await feed(page).innerText()).split('\n')
  return lines.filter((line) => texts.includes(line))
}
