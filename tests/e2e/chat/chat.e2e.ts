import { likeProfile } from '#contract/likes/calls.ts'
import { FREE_CONVERSATIONS } from '#contract/limits.ts'
import { blockProfile } from '#contract/moderation/calls.ts'
import { composer, expectCredits, feed, sendButton, shownOf, tick, write, writeTo } from '../support/chat-steps.ts'
import { expectStored } from '../support/device.ts'
import { containing, expectAccessible, pressIn, visit, waitForHydration } from '../support/screen.ts'
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

test('an emoji that the device can show is put where the cursor is, and the price is below the field', async ({
  open,
  build,
  t,
}) => {
  const ada = await build({ name: 'Ada', credits: 20 })
  const ben = await build({ name: 'Ben', gender: 'male' })
  const page = await open(ada)
  await visit(page, `/members/${ben.profileId}/chat`)
  await expect(page.getByText(t('chat.composer.send', { count: 2 }))).toBeVisible()
  const field = composer(page, t, 'Ben')
  const key = page.getByRole('button', { name: t('chat-conversation.emoji.label') })
  const panel = page.getByRole('toolbar', { name: t('chat-conversation.emoji.label') })
  const setFont = (missing: string) =>
    page.evaluate((without) => {
      CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
        if (without === 'all' || text === without) return
        this.fillStyle = '#fc0'
        this.fillRect(x + 2, y - 6, 12, 12)
      }
    }, missing)
  // A device without a font of emoji.
  await setFont('all')
  await key.press('Enter')
  await expect(panel.getByText(t('chat-conversation.emoji.none'))).toBeVisible()
  await expect(panel.getByRole('button')).toHaveCount(0)
  await expectAccessible(page)

  // One that lacks the second.
  await page.reload()
  await waitForHydration(page)
  await setFont('😄')
  await field.fill('Hello Ben')
  await field.press('Home')
  await key.press('Enter')
  await expect(panel.getByRole('button', { name: '😀' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('😂Hello Ben')
  await expectAccessible(page)
  await pressIn(panel, 'Escape')
  await expect(panel).toHaveCount(0)
  await expect(field).toBeFocused()
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
  await expect(noCredits).toContainText(t('chat.draftStays'))
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
