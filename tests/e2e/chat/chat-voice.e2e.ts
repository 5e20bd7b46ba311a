import { chromium } from '@playwright/test'
import { DEFAULT_PHOTO_CREDITS, LANGUAGE_COOKIE } from '#contract/limits.ts'
import { chromiumOptions } from '#tests/support/browser/chromium.ts'
import { expectCredits, feed, openAttachMenu } from '../support/chat-steps.ts'
import { containing, expectAccessible, untilHydrated, visit } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

/** How long a recording is that has begun, however late this is seen. */
const SECONDS = /^0:(?!00)\d\d/

test('a voice message is recorded once the microphone is allowed, sent for its price, and played', async ({
  open,
  origin,
  build,
  t,
  language,
  watch,
}) => {
  const ada = await build({ name: 'Ada', credits: 40 })
  const ben = await build({ name: 'Ben', gender: 'male', credits: 40 })
  const benPage = await open(ben)
  watch.expectCuts()
  const player = /\/assets\/(?:\w\w\/)?voice-player-/
  await benPage.route(player, (route) => route.abort('internetdisconnected'))
  await visit(benPage, `/members/${ada.profileId}/chat`)
  const options = await chromiumOptions()
  const fake = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
  const browser = await chromium.launch({ ...options, args: [...(options.args ?? []), ...fake] })
  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce' })
  watch.follow(context)
  const [name = '', value = ''] = ada.cookie.split('=')
  await context.addCookies([
    { name, value, url: origin, httpOnly: true },
    { name: LANGUAGE_COOKIE, value: language, url: origin },
  ])
  const page = await context.newPage()
  await visit(page, `/members/${ben.profileId}/chat`)
  const entry = t('chat-conversation.composer.voice', { count: DEFAULT_PHOTO_CREDITS })
  await (await openAttachMenu(page, t)).getByRole('menuitem', { name: entry }).click()
  const dialog = page.getByRole('dialog', { name: t('chat-conversation.voice.title', { name: 'Ben' }) })
  const record = dialog.getByRole('button', { name: t('chat-conversation.voice.record'), exact: true })
  await page.evaluate(denyOnce)
  await record.click()
  await expect(dialog).toContainText(t('chat-conversation.voice.denied'))
  await expectAccessible(page)

  await record.click()
  await expect(dialog.getByRole('timer')).toHaveText(SECONDS)
  await dialog.getByRole('button', { name: t('chat-conversation.voice.stop') }).click()
  const send = dialog.getByRole('button', { name: containing(t('chat-conversation.voice.send')) })
  await expect(send).toBeVisible()
  await expectAccessible(page)
  await send.click()
  await expect(dialog).toHaveCount(0)
  await expectCredits(page, t, 40 - DEFAULT_PHOTO_CREDITS)

  const play = feed(benPage).getByRole('button', { name: t('chat-conversation.voice.play') })
  const position = feed(benPage).getByRole('slider', { name: t('chat-conversation.voice.position') })
  // Without the code of the player its place says so, and a press loads the page again.
  const again = feed(benPage).getByRole('button', { name: t('common.retry') })
  await expect(again).toBeVisible()
  await expectAccessible(benPage)
  await benPage.unroute(player)
  await Promise.all([benPage.waitForEvent('load'), again.click()])
  await untilHydrated(play)
  await expect(play).toBeVisible()
  await expectAccessible(benPage)
  const fetched = benPage.waitForResponse((response) => response.url().includes('/chat-voices/'))
  await position.press('End')
  expect((await fetched).status()).toBe(200)
  await expect(position).toHaveAttribute('aria-valuetext', SECONDS)
  await play.click()
  // It is played to its end, and begins again.
  await expect(position).toHaveAttribute('aria-valuetext', '0:00')
  await expect(play).toBeVisible()
  await visit(benPage, '/chats')
  await expect(benPage.getByRole('listitem').filter({ hasText: 'Ada' }).first()).toContainText(
    t('chat-list.last.voice'),
  )
  await browser.close()
})

/** Runs in the page: the next question about the microphone is answered with no. */
function denyOnce() {
  const { mediaDevices } = navigator
  mediaDevices.getUserMedia = async () => {
    Reflect.deleteProperty(mediaDevices, 'getUserMedia')
    throw new DOMException('', 'NotAllowedError')
  }
}
