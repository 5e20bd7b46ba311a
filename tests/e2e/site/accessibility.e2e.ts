import { writeTo } from '../support/chat-steps.ts'
import { expectAccessible, visitConnected } from '../support/screen.ts'
import { openScreen, screens } from '../support/screens.ts'
import { test } from '../support/test.ts'

const PHONE = { width: 390, height: 844 }

for (const screen of screens.filter(({ blocksScripts }) => !blocksScripts)) {
  // A state that was led to may differ on a phone: it is repeated there. Others only change size and theme.
  const isOpenedTwice = screen.setUp !== undefined
  test(
    `${screen.name} violates no accessibility rule`,
    { tag: isOpenedTwice ? '@phone' : [] },
    async ({ open, origin, personas, t, testSite, watch }) => {
      for (const [status, path] of screen.errors ?? []) watch.expectError(status, path)
      const page = await open(screen.openedBy === 'visitor' ? undefined : personas[screen.openedBy])
      const context = { page, t, personas, origin, testSite }
      await openScreen(screen, context)
      await expectAccessible(page)
      if (!isOpenedTwice) {
        await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
        await page.setViewportSize(PHONE)
        await expectAccessible(page)
      }
      await screen.cleanUp?.(context)
    },
  )
}

test(
  'a conversation whose other member is typing violates no accessibility rule',
  { tag: '@phone' },
  async ({ open, build, origin, t }) => {
    const ada = await build({ name: 'Ada', credits: 20 })
    const ben = await build({ name: 'Ben', gender: 'male', credits: 20 })
    await writeTo(origin, { from: ada, to: ben, body: 'Hello Ben' })
    await writeTo(origin, { from: ben, to: ada, body: 'Hello Ada' })
    const [page, otherPage] = [await open(ada), await open(ben)]
    await visitConnected(page, `/members/${ben.profileId}/chat`)
    await visitConnected(otherPage, `/members/${ada.profileId}/chat`)
    await otherPage.getByLabel(t('chat.composer.label', { name: 'Ada' }), { exact: true }).pressSequentially('And')
    await page.getByText(t('chat.typing', { name: 'Ben' })).waitFor({ state: 'attached' })
    await expectAccessible(page)
  },
)
