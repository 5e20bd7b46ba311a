import {
  composer,
  expectCredits,
  expectStoredConversation,
  feed,
  shownOf,
  tick,
  write,
  writeTo,
} from '../support/chat-steps.ts'
import { expectStored } from '../support/device.ts'
import { visit, visitConnected } from '../support/screen.ts'
import { barLink, handleOnce } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

test('a draft survives a reload and switching to another conversation', async ({ open, build, t }) => {
  const ada = await build({ name: 'Ada', credits: 20 })
  const ben = await build({ name: 'Ben', gender: 'male' })
  const carl = await build({ name: 'Carl', gender: 'male' })
  const page = await open(ada)
  await visit(page, `/members/${ben.profileId}/chat`)
  await composer(page, t, 'Ben').fill('Dear Ben')
  await expectStored(page, { database: 'chat', store: 'values', text: 'Dear Ben' })
  await visit(page, `/members/${carl.profileId}/chat`)
  await expect(composer(page, t, 'Carl')).toHaveValue('')
  await page.getByRole('list').getByRole('button').first().click()
  await expect(composer(page, t, 'Carl')).not.toHaveValue('')
  await visit(page, `/members/${ben.profileId}/chat`)
  await expect(composer(page, t, 'Ben')).toHaveValue('Dear Ben')
  const otherTab = await page.context().newPage()
  await visit(otherTab, `/members/${ben.profileId}/chat`)
  await expect(composer(otherTab, t, 'Ben')).toHaveValue('Dear Ben')
  await composer(page, t, 'Ben').press('Enter')
  await expect(tick(page, t, 'sent')).toBeVisible()
  // Nothing is left that could be sent twice.
  await expect(composer(otherTab, t, 'Ben')).toHaveValue('')
  await page.reload()
  await expect(feed(page)).toContainText('Dear Ben')
  await expect(composer(page, t, 'Ben')).toHaveValue('')
})

test('a message written without a connection arrives once after the connection is back', async ({
  open,
  build,
  t,
  watch,
}) => {
  const ada = await build({ name: 'Ada', credits: 20 })
  const ben = await build({ name: 'Ben', gender: 'male', credits: 20 })
  const [adaPage, benPage] = [await open(ada), await open(ben)]
  watch.expectCuts()
  await visit(adaPage, `/members/${ben.profileId}/chat`)
  await write(adaPage, t, { name: 'Ben', text: 'Before the tunnel.' })
  await expect(tick(adaPage, t, 'sent')).toBeVisible()
  await visit(benPage, `/members/${ada.profileId}/chat`)
  await expect(feed(benPage)).toContainText('Before the tunnel.')

  await adaPage.context().setOffline(true)
  await write(adaPage, t, { name: 'Ben', text: 'In the tunnel.' })
  await expect(tick(adaPage, t, 'sending')).toBeVisible()
  await write(benPage, t, { name: 'Ada', text: 'Where are you?' })
  await expectCredits(benPage, t, 18)
  await adaPage.context().setOffline(false)
  await expect(feed(benPage)).toContainText('In the tunnel.')
  await expect(feed(adaPage)).toContainText('Where are you?')
  await expect(tick(adaPage, t, 'sending')).toHaveCount(0)
  const messages = ['Before the tunnel.', 'Where are you?', 'In the tunnel.']
  for (const page of [adaPage, benPage]) {
    await page.reload()
    await expect.poll(() => shownOf(page, messages)).toEqual(messages)
  }
  await expectCredits(adaPage, t, 16)
})

test(
  'unsent messages survive a reload and go out once and in order',
  { tag: '@phone' },
  async ({ open, build, t, watch }) => {
    const ada = await build({ name: 'Ada', credits: 20 })
    const ben = await build({ name: 'Ben', gender: 'male', credits: 20 })
    const page = await open(ada)
    watch.expectCuts()
    const sending = /\/api\/members\/\w+\/messages$/
    await page.route(sending, (route) => route.abort('internetdisconnected'))
    await visit(page, `/members/${ben.profileId}/chat`)
    const texts = ['First of all', 'and second', 'and third']
    for (const text of texts) await write(page, t, { name: 'Ben', text })
    await expect.poll(() => shownOf(page, texts)).toEqual(texts)
    await page.reload()
    await expect.poll(() => shownOf(page, texts)).toEqual(texts)
    await expect(tick(page, t, 'sending')).toBeVisible()

    // The members page knows as well that something waits.
    await page.unroute(sending)
    await visit(page, '/members')
    const benPage = await open(ben)
    await visit(benPage, '/chats')
    await benPage
      .getByRole('list', { name: t('chat.title') })
      .getByRole('link', { name: /Ada/ })
      .click()
    await expect.poll(() => shownOf(benPage, texts)).toEqual(texts)
    const listCode = page.waitForResponse(/\/assets\/(?:\w\w\/)?chats-(?!layout)[\w-]+\.js$/)
    await visit(page, `/members/${ben.profileId}/chat`)
    await expectCredits(page, t, 14)
    await expect.poll(() => shownOf(page, texts)).toEqual(texts)

    // The way back to the list needs no connection.
    await (await listCode).finished()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.context().setOffline(true)
    await page.getByRole('link', { name: t('chat.back') }).click()
    await expect(page).toHaveURL('/chats')
    await expect(page.getByRole('list', { name: t('chat.title') }).getByRole('link', { name: /Ben/ })).toBeVisible()
  },
)

test('without a connection the page says so, and a conversation read before opens', async ({
  open,
  build,
  t,
  watch,
}) => {
  const ada = await build({ name: 'Ada', credits: 20 })
  const ben = await build({ name: 'Ben', gender: 'male', credits: 20 })
  const page = await open(ada)
  watch.expectCuts()
  await visit(page, `/members/${ben.profileId}/chat`)
  await write(page, t, { name: 'Ben', text: 'Good evening' })
  await expect(tick(page, t, 'sent')).toBeVisible()
  await visit(page, '/chats')
  const row = page.getByRole('list', { name: t('chat.title') }).getByRole('link', { name: /Ben/ })
  // Read before, in another document: the code is in the browser's cache, and the conversation on the device.
  await row.click()
  await expect(feed(page)).toContainText('Good evening')
  await expectStoredConversation(page, ben)
  // Everything that the page itself needs is there by then.
  await visitConnected(page, '/chats')
  await page.context().setOffline(true)
  await row.click()
  await expect(feed(page)).toContainText('Good evening')
  await expect(page.getByText(t('chat-conversation.offline'))).toBeVisible()
  await write(page, t, { name: 'Ben', text: 'Are you there?' })
  await expect(tick(page, t, 'sending')).toBeVisible()
  await page.context().setOffline(false)
  await expect(tick(page, t, 'sending')).toHaveCount(0)
  await expect(page.getByText(t('chat-conversation.offline'))).toHaveCount(0)
})

test('a conversation that was opened and left without a connection counts what comes after as unread', async ({
  open,
  build,
  origin,
  t,
  watch,
}) => {
  const ada = await build({ name: 'Ada', credits: 20 })
  const ben = await build({ name: 'Ben', gender: 'male', credits: 20 })
  await writeTo(origin, { from: ben, to: ada, body: 'Good evening' })
  const page = await open(ada)
  watch.expectCuts()
  const opened: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/opened')) opened.push(request.method())
  })
  const isOpened = /\/opened$/
  const counted = page.waitForResponse(isOpened)
  await visit(page, '/chats')
  const row = page.getByRole('list', { name: t('chat.title') }).getByRole('link', { name: /Ben/ })
  await row.click()
  await expect(feed(page)).toContainText('Good evening')
  await expectStoredConversation(page, ben)
  // A call that the next page cancels would leave the message unread.
  await counted
  await visitConnected(page, '/chats')
  await page.context().setOffline(true)
  await row.click()
  await expect(feed(page)).toContainText('Good evening')
  await barLink(page, t, 'messages').click()
  await expect(page).toHaveURL('/chats')
  await writeTo(origin, { from: ben, to: ada, body: 'Are you there?' })
  await page.context().setOffline(false)
  await expect(row).toContainText('Are you there?')
  await expect(row.getByText(t('chat.unreadCount', { count: 1 }))).toBeVisible()
  expect(opened).toHaveLength(1)

  // Where the connection ends during the call, the count ends once it is back.
  await handleOnce(page, '**/opened', async (route) => {
    await page.context().setOffline(true)
    await route.abort('internetdisconnected')
  })
  const cut = page.waitForEvent('requestfailed', (request) => isOpened.test(request.url()))
  await row.click()
  await cut
  await expect(page.getByText(t('chat-conversation.offline'))).toBeVisible()
  const again = page.waitForResponse(isOpened)
  await page.context().setOffline(false)
  await again
})

test('a log-out leaves nothing of the conversations on the device', async ({ open, build, t }) => {
  const ada = await build({ name: 'Ada', credits: 20 })
  const ben = await build({ name: 'Ben', gender: 'male' })
  const page = await open(ada)
  await visit(page, `/members/${ben.profileId}/chat`)
  await write(page, t, { name: 'Ben', text: 'Between us' })
  await expect(tick(page, t, 'sent')).toBeVisible()
  await composer(page, t, 'Ben').fill('and this as well')
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await expect.poll(databases).toContain('chat')
  await page.getByRole('button', { name: t('shell.account.label'), exact: true }).click()
  await page.getByRole('menuitem', { name: t('shell.account.logout') }).click()
  await expect(page).toHaveURL('/')
  await expect.poll(databases).not.toContain('chat')
})
