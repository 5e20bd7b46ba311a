import type { Page } from '@playwright/test'
import { sendMessage } from '#contract/chat/calls.ts'
import { DEFAULT_PHOTO_CREDITS } from '#contract/limits.ts'
import type { Member } from '#tests/support/builders.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import type { Translate } from '#tests/support/fakes/translator.ts'
import { expectStored } from './device.ts'
import { expect } from './test.ts'

export function feed(page: Page) {
  return page.getByRole('log')
}

export function composer(page: Page, t: Translate, name: string) {
  return page.getByLabel(t('chat.composer.label', { name }), { exact: true })
}

export function sendButton(page: Page, t: Translate) {
  return page.getByRole('button', { name: t('chat.composer.send', { count: 2 }), exact: true })
}

/** Writes a text and sends it. */
export async function write(page: Page, t: Translate, { name, text }: { name: string; text: string }) {
  await composer(page, t, name).fill(text)
  await sendButton(page, t).click()
}

/** Sends a text without a page. */
export function writeTo(origin: string, { from, to, body }: { from: Member; to: Member; body: string }) {
  return callsTo(origin, from)(sendMessage, {
    params: { profileId: to.profileId },
    body: { kind: 'text', clientId: crypto.randomUUID(), body },
  })
}

/** Expects this balance in the conversation's header. */
export function expectCredits(page: Page, t: Translate, count: number) {
  return expect(
    page.getByRole('main').getByRole('link', { name: t('chat.coins', { count }), exact: true }),
  ).toBeVisible()
}

/** The newest mark of this state: messages of different minutes have one each. */
export function tick(page: Page, t: Translate, state: 'sending' | 'sent' | 'delivered' | 'read') {
  return feed(page)
    .getByRole('img', { name: t(`chat.state.${state}`) })
    .last()
}

/** Waits until the device has stored a conversation that has begun: then it opens without a connection. */
export function expectStoredConversation(page: Page, { profileId }: Pick<Member, 'profileId'>) {
  // The list of those that are stored is written last. Texts of messages are in other values, too.
  return expectStored(page, { database: 'chat', store: 'values', text: `"${profileId}":{"conversationId":"` })
}

/** Returns those of the texts that the feed shows, from top to bottom, as often as they are shown. */
export async function shownOf(page: Page, texts: string[]) {
  const lines = (await feed(page).innerText()).split('\n')
  return lines.filter((line) => texts.includes(line))
}

/** Opens the menu of the message with this number, by keyboard: with a finger it takes a long press. */
export async function openMessageMenu(page: Page, t: Translate, seq: number) {
  await page
    .locator(`#message-${seq}`)
    .getByRole('button', { name: t('chat-conversation.menu.label') })
    .press('Enter')
  return page.getByRole('menu', { name: t('chat-conversation.menu.label') })
}

/** Opens the menu of what can be sent beside a text. */
export async function openAttachMenu(page: Page, t: Translate) {
  const name = t('chat-conversation.composer.more')
  await page.getByRole('button', { name }).click()
  return page.getByRole('menu', { name })
}

interface Point {
  x: number
  y: number
}

/** Moves a finger over the page. */
export async function drag(page: Page, from: Point, to: Point) {
  const session = await page.context().newCDPSession(page)
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  for (const part of [0.25, 0.5, 0.75, 1]) {
    const point = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}

/** Opens the choice of a photo: a dialog, or on a phone its own chooser. */
export async function choosePhoto(page: Page, t: Translate) {
  const name = t('chat-conversation.composer.photo', { count: DEFAULT_PHOTO_CREDITS })
  await (await openAttachMenu(page, t)).getByRole('menuitem', { name }).click()
}
