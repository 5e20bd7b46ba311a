import type { Page } from '@playwright/test'
import { writeTo } from '../support/chat-steps.ts'
import { expectAccessible, visitConnected } from '../support/screen.ts'
import { openScreen, screensByArea, type Screen } from '../support/screens.ts'
import { test } from '../support/test.ts'

/** Of the project in which a page shows its screen in both. */
const DESKTOP = { colorScheme: 'light', size: { width: 1280, height: 800 } } as const
const PHONE = { colorScheme: 'dark', size: { width: 390, height: 844 } } as const

/** A screen that is led to its state, or that expects errors of its own, has a page for itself. */
const isAlone = ({ setUp, errors }: Screen) => setUp !== undefined || errors !== undefined

for (const [area, screens] of Object.entries(screensByArea)) {
  const scannable = screens.filter(({ blocksScripts }) => !blocksScripts)
  const visited = Map.groupBy(
    scannable.filter((screen) => !isAlone(screen)),
    ({ openedBy }) => openedBy,
  )
  for (const [openedBy, group] of visited)
    // In one page: each new one starts a process of the browser, which loads and compiles all code again.
    test(`${area}, ${openedBy}: no screen violates an accessibility rule`, async ({
      open,
      origin,
      personas,
      t,
      testSite,
    }) => {
      const page = await open(openedBy === 'visitor' ? undefined : personas[openedBy])
      for (const screen of group)
        await test.step(screen.name, async () => {
          await show(page, DESKTOP)
          await openScreen(screen, { page, t, personas, origin, testSite })
          await expectAccessible(page)
          await show(page, PHONE)
          await expectAccessible(page)
        })
    })

  for (const screen of scannable.filter(isAlone)) {
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
          await show(page, PHONE)
          await expectAccessible(page)
        }
        await screen.cleanUp?.(context)
      },
    )
  }
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

async function show(page: Page, { colorScheme, size }: typeof DESKTOP | typeof PHONE) {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize(size)
}
