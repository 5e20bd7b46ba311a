import { markRead } from '#contract/chat/calls.ts'
import { likeProfile } from '#contract/likes/calls.ts'
import { FREE_CONVERSATIONS, HTTP_RETRIES, MESSAGES_PAGE_SIZE } from '#contract/limits.ts'
import { blockProfile } from '#contract/moderation/calls.ts'
import { composer, expectCredits, feed, sendButton, shownOf, tick, write, writeTo } from '../support/chat-steps.ts'
import { expectStored } from '../support/device.ts'
import { countRenders } from '../support/renders.ts'
import { containing, pressIn, visit, visitConnected } from '../support/screen.ts'
import { barLink } from '../support/steps.ts'
import { balanceOf } from '#tests/support/balance.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import { expect, test } from '../support/test.ts'

test(
  'messages arrive at once both ways, with typing, ticks, badges and their price',
  { tag: '@phone' },
  async ({ open, build, t, testSite }) => {
    const ada = await build({ name: 'Ada', credits: 20 })
    const ben = await build({ name: 'Ben', gender: 'male', credits: 20 })
    const [adaPage, benPage] = [await open(ada), await open(ben)]
    await visit(benPage, '/chats')
    await expect(benPage.getByText(t('chat.empty.title'))).toBeVisible()
    // Members to write to are below the empty list, or beside it.
    const people = benPage.getByRole('region', { name: t('games.discovery.today') })
    await expect(people.getByRole('link').first()).toBeVisible()

    await visit(adaPage, `/members/${ben.profileId}/chat`)
    await expect(adaPage.getByText(t('chat.first.title', { name: 'Ben' }))).toBeVisible()
    await write(adaPage, t, { name: 'Ben', text: 'Hello Ben, is it you with the boat?' })
    await expect(feed(adaPage)).toContainText('with the boat?')
    // Ben's page is open, so the mark of a message that was only sent does not stay.
    await expect(tick(adaPage, t, 'delivered')).toBeVisible()
    await expectCredits(adaPage, t, 18)

    // Unread: counted in the bar, the title and the list.
    await expect(benPage).toHaveTitle(/^\(1\) /)
    await expect(barLink(benPage, t, 'messages')).toContainText(t('shell.nav.unread', { count: 1 }))
    const row = benPage.getByRole('list', { name: t('chat.title') }).getByRole('link', { name: /Ada/ })
    await expect(row).toContainText(t('chat.unreadCount', { count: 1 }))
    await row.click()
    await expect(benPage).toHaveURL(/\/chats\/.+/)
    await expect(feed(benPage)).toContainText('with the boat?')
    await expect(benPage).toHaveTitle(/^Ada/)
    await expect(tick(adaPage, t, 'read')).toBeVisible()

    await composer(benPage, t, 'Ada').pressSequentially('It is')
    await expect(adaPage.getByText(t('chat.typing', { name: 'Ben' }))).toBeAttached()
    await composer(benPage, t, 'Ada').fill('It is. Come and see it.')
    await sendButton(benPage, t).click()
    await expect(feed(adaPage)).toContainText('Come and see it.')
    await expect(adaPage.getByText(t('chat.typing', { name: 'Ben' }))).not.toBeAttached()
    await expect(tick(benPage, t, 'read')).toBeVisible()
    await expectCredits(benPage, t, 18)

    await write(adaPage, t, { name: 'Ben', text: 'On Sunday?' })
    for (const page of [adaPage, benPage]) await expect(feed(page)).toContainText('On Sunday?')
    await expectCredits(adaPage, t, 16)
    const messages = ['Hello Ben, is it you with the boat?', 'It is. Come and see it.', 'On Sunday?']
    for (const page of [adaPage, benPage]) expect(await shownOf(page, messages)).toEqual(messages)
    expect(await balanceOf(testSite, ada.userId)).toMatchObject({ credits: 16 })
    expect(await balanceOf(testSite, ben.userId)).toMatchObject({ credits: 18 })
  },
)

test(
  'Enter sends with a keyboard, and breaks the line on a phone',
  { tag: '@phone' },
  async ({ open, build, t, isMobile }) => {
    const ada = await build({ name: 'Ada', credits: 20 })
    const ben = await build({ name: 'Ben', gender: 'male' })
    const page = await open(ada)
    await visit(page, `/members/${ben.profileId}/chat`)
    const field = composer(page, t, 'Ben')
    await field.fill('One line')
    await field.press('Enter')
    if (isMobile) {
      await field.pressSequentially('and another')
      await expect(field).toHaveValue('One line\nand another')
      await sendButton(page, t).click()
    }
    await expect(feed(page)).toContainText('One line')
    await expect(field).toHaveValue('')
  },
)

test('the field is as high as its text in browsers without field-sizing, too', async ({ open, build, t }) => {
  const ada = await build({ name: 'Ada', credits: 20 })
  const ben = await build({ name: 'Ben', gender: 'male' })
  const page = await open(ada)
  await page.addInitScript(() => {
    const { supports } = CSS
    CSS.supports = (...args: string[]) => !args.includes('field-sizing') && Reflect.apply(supports, CSS, args)
    document.addEventListener('DOMContentLoaded', () => {
      const style = new CSSStyleSheet()
      style.replaceSync('textarea { field-sizing: fixed !important }')
      document.adoptedStyleSheets = [style]
    })
  })
  await visit(page, `/members/${ben.profileId}/chat`)
  const field = composer(page, t, 'Ben')
  const height = async () => (await field.boundingBox())?.height ?? 0
  const oneLine = await height()
  await field.fill('One\ntwo\nthree\nfour')
  await expect.poll(height).toBeGreaterThan(oneLine * 1.5)
  const fourLines = await height()
  await expectStored(page, { database: 'chat', store: 'values', text: 'four' })
  await visit(page, '/members')
  await visit(page, `/members/${ben.profileId}/chat`)
  await expect(field).toHaveValue(/four/)
  await expect.poll(height).toBe(fourLines)
  await sendButton(page, t).click()
  await expect(field).toHaveValue('')
  await expect.poll(height).toBe(oneLine)
})

test('older messages that could not be fetched are asked for again by a press alone', async ({
  open,
  build,
  origin,
  t,
  watch,
}) => {
  const ada = await build({ name: 'Ada' })
  const ben = await build({ name: 'Ben', gender: 'male', credits: 200 })
  for (let number = 0; number <= MESSAGES_PAGE_SIZE; number += 1)
    await writeTo(origin, { from: ben, to: ada, body: `Question ${number}.` })
  const page = await open(ada)
  watch.expectError(500, '/api/conversations/')
  let requests = 0
  await page.route(/\/messages\?before=/, (route) => {
    requests += 1
    return route.fulfill({ status: 500, json: { error: { code: 'request.failed' } } })
  })
  await visit(page, `/members/${ben.profileId}/chat`)
  const older = page.getByRole('button', { name: t('chat.older') })
  await older.evaluate((button) => button.scrollIntoView())
  await expect(feed(page).getByText(t('errors.request.failed'))).toBeVisible()
  await feed(page).evaluate(async (box) => {
    for (let step = 1; step <= 10; step += 1) {
      box.scrollBy(0, step % 2 === 0 ? -40 : 40)
      await new Promise(requestAnimationFrame)
    }
  })
  expect(requests).toBe(1 + HTTP_RETRIES)
  await page.unroute(/\/messages\?before=/)
  await older.click()
  await expect(feed(page)).toContainText('Question 0.')
})

test('a small change renders few messages of a long conversation again', async ({ open, build, origin, t }) => {
  const ada = await build({ name: 'Ada', credits: 100 })
  const ben = await build({ name: 'Ben', gender: 'male', credits: 100 })
  for (let number = 0; number < 15; number += 1) {
    await writeTo(origin, { from: ada, to: ben, body: `Question ${number}` })
    await writeTo(origin, { from: ben, to: ada, body: `Answer ${number}` })
  }
  const { message } = await writeTo(origin, { from: ben, to: ada, body: 'And you?' })
  // Ben's page would read part after part, and each would render ticks again.
  const { conversationId, seq } = message
  await callsTo(origin, ben)(markRead, { params: { conversationId }, body: { seq } })
  const [page, benPage] = [await open(ada), await open(ben)]
  const renders = await countRenders(page, '[data-seq], [id^="message-"]')
  // 'is typing' goes by both sockets, and not later.
  await visitConnected(page, `/members/${ben.profileId}/chat`)
  await expect(feed(page)).toContainText('And you?')
  const row = page.getByRole('list', { name: t('chat.title') }).getByRole('link', { name: /Ben/ })
  await expect(row).toHaveAttribute('aria-current', 'page')
  await visitConnected(benPage, `/members/${ada.profileId}/chat`)
  await expect(tick(page, t, 'read')).toBeVisible()

  const typing = await renders.during(async () => {
    await composer(benPage, t, 'Ada').pressSequentially('I')
    await expect(page.getByText(t('chat.typing', { name: 'Ben' }))).toBeAttached()
  })
  expect(typing).toBe(0)
  const oneMessage = await renders.during(async () => {
    await composer(benPage, t, 'Ada').fill('I do.')
    await composer(benPage, t, 'Ada').press('Enter')
    await expect(feed(page)).toContainText('I do.')
  })
  // Its own parts, and those of the message before it, which leaves the tab order to it.
  expect(oneMessage).toBeGreaterThan(0)
  expect(oneMessage).toBeLessThan(100)
})

test('messages that wait on the device do not lead away from the unread ones', async ({
  open,
  build,
  origin,
  t,
  watch,
}) => {
  const ada = await build({ name: 'Ada', credits: 20 })
  const ben = await build({ name: 'Ben', gender: 'male', credits: 100 })
  await writeTo(origin, { from: ada, to: ben, body: 'Tell me more' })
  const page = await open(ada)
  watch.expectCuts()
  await page.route(/\/api\/members\/\w+\/messages$/, (route) => route.abort('internetdisconnected'))
  await visit(page, `/members/${ben.profileId}/chat`)
  await write(page, t, { name: 'Ben', text: 'Are you there?' })
  await expect(tick(page, t, 'sending')).toBeVisible()
  await visit(page, '/members')
  for (let number = 0; number < 20; number += 1) {
    await writeTo(origin, { from: ben, to: ada, body: `Part ${number}\nof a long\nstory` })
  }
  await visit(page, `/members/${ben.profileId}/chat`)
  await expect(feed(page)).toContainText('Are you there?')
  await expect(page.getByText(t('chat.unread'), { exact: true })).toBeInViewport()
  // What is written now is shown.
  await write(page, t, { name: 'Ben', text: 'A good one' })
  await expect(feed(page).getByText('A good one')).toBeInViewport()
})

test('without credits nothing is sent; after buying some, the member is back with the text', async ({
  open,
  build,
  t,
  testSite,
}) => {
  const ben = await build({ name: 'Ben', gender: 'male' })
  const ada = await build({ name: 'Ada', credits: 2 })
  const page = await open(ada)
  await visit(page, `/members/${ben.profileId}/chat`)
  // A free message has no price.
  await composer(page, t, 'Ben').fill('My last free one for you.')
  await expect(page.getByText(t('chat.composer.free', { count: 1 }), { exact: true })).toBeVisible()
  await page.getByRole('button', { name: t('chat.composer.sendFree'), exact: true }).click()
  await expect(tick(page, t, 'sent')).toBeVisible()
  await expectCredits(page, t, 0)
  // The sentence about a message waits until there is one.
  const noCredits = page.getByText(t('chat.noCredits', { name: 'Ben' }))
  await expect(page.getByText(t('chat.short', { name: 'Ben', state: 'free' }))).toBeVisible()
  await expect(noCredits).toHaveCount(0)

  await composer(page, t, 'Ben').fill('And one more.')
  await expect(noCredits).toBeVisible()
  await expect(sendButton(page, t)).toBeDisabled()
  await composer(page, t, 'Ben').press('Enter')
  await page.getByRole('link', { name: t('chat-conversation.help.credits') }).click()
  await expect(page).toHaveURL('/credits')
  // The message waits above the packages, and at the payment.
  const waiting = page.getByText(t('payments.waiting.message', { name: 'Ben' }))
  await expect(waiting).toBeVisible()
  await expect(page.getByText('And one more.')).toBeVisible()
  await page.getByRole('radio', { name: containing(t('payments.credits', { count: 60 })) }).check()
  await page.getByRole('link', { name: containing(t('payments.continue', { price: '' }).trim()) }).click()
  await expect(page).toHaveURL('/credits/p1')
  await expect(waiting).toBeVisible()
  await page.getByRole('button', { name: containing(t('payments.pay', { price: '' }).trim()) }).click()
  await page.getByRole('button', { name: containing(t('payments.sandbox.pay', { amount: '' }).trim()) }).click()
  await page.getByRole('link', { name: t('payments.backTo', { name: 'Ben' }) }).click()

  await expect(page).toHaveURL(`/members/${ben.profileId}/chat`)
  await expect(composer(page, t, 'Ben')).toHaveValue('And one more.')
  await sendButton(page, t).click()
  await expectCredits(page, t, 58)
  await expect(feed(page)).toContainText('And one more.')
  // It was sent: no later purchase is for it.
  await page.getByRole('link', { name: t('chat.coins', { count: 58 }) }).click()
  await expect(page.getByText(t('payments.waiting.conversation', { name: 'Ben' }))).toBeVisible()
  await expect(waiting).toBeHidden()
  const { count } = await testSite.db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('messages.senderId', '=', ada.userId)
    .executeTakeFirstOrThrow()
  expect(count).toBe(2)
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

test('a free member who has started all conversations can like, which opens this one if it makes a match', async ({
  open,
  build,
  origin,
  t,
}) => {
  const ada = await build({ name: 'Ada', credits: 20 })
  for (let number = 0; number < FREE_CONVERSATIONS; number += 1) {
    const man = await build({ name: `Man ${number}`, gender: 'male' })
    await writeTo(origin, { from: ada, to: man, body: 'Hello' })
  }
  const dan = await build({ name: 'Dan', gender: 'male' })
  const page = await open(ada)
  await visit(page, `/members/${dan.profileId}/chat`)
  const conversation = page.getByRole('region', { name: t('chat.with', { name: 'Dan' }) })
  await expect(conversation.getByText(t('chat-conversation.help.match', { name: 'Dan' }))).toBeVisible()
  await expect(conversation.getByRole('link', { name: t('chat-conversation.help.premium') })).toBeVisible()
  await expect(
    conversation.getByRole('link', { name: t('chat.back') }).filter({ hasText: t('chat.back') }),
  ).toHaveAttribute('href', '/chats')
  const like = page.waitForResponse(`/api/likes/${dan.profileId}`)
  await conversation.getByRole('button', { name: t('likes.like'), exact: true }).click()
  await like
  await expect(conversation.getByRole('button', { name: t('likes.liked'), exact: true })).toBeFocused()

  await callsTo(origin, dan)(likeProfile, { params: { profileId: ada.profileId } })
  await expect(composer(page, t, 'Dan')).toBeVisible()
})

test('a block is lifted in the chat, and a blocked member reads so on the blocker’s profile', async ({
  open,
  build,
  origin,
  t,
  watch,
}) => {
  const ada = await build({ name: 'Ada', credits: 20 })
  const ben = await build({ name: 'Ben', gender: 'male', credits: 20 })
  const adaPage = await open(ada)
  await visit(adaPage, `/members/${ben.profileId}`)
  await adaPage
    .getByRole('main')
    .getByRole('button', { name: t('common.more'), exact: true })
    .click()
  await adaPage.getByRole('menuitem', { name: t('moderation.block', { name: 'Ben' }) }).click()
  await adaPage
    .getByRole('alertdialog')
    .getByRole('button', { name: t('moderation.ask.confirm'), exact: true })
    .click()
  await expect(adaPage).toHaveURL('/members')

  // The button that lifts the block goes away; the field that takes its place gets the focus.
  await visit(adaPage, `/members/${ben.profileId}/chat`)
  await expect(adaPage.getByText(t('chat.first.title', { name: 'Ben' }))).toHaveCount(0)
  const unblock = adaPage.getByRole('button', { name: t('chat-conversation.help.unblock', { name: 'Ben' }) })
  await unblock.press('Enter')
  await expect(unblock).toHaveCount(0)
  await expect(composer(adaPage, t, 'Ben')).toBeFocused()
  await callsTo(origin, ada)(blockProfile, { params: { profileId: ben.profileId } })

  watch.expectError(403, `/members/${ada.profileId}`)
  const benPage = await open(ben)
  await visit(benPage, `/members/${ada.profileId}`)
  await expect(benPage.getByRole('heading', { level: 1 })).toHaveText(t('errors.moderation.blocked', { name: 'Ada' }))
})
