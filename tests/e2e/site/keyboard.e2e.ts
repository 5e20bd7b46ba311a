import type { Locator, Page } from '@playwright/test'
import { visit } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

test('the keyboard alone suffices to log in, open the menu, like and write', async ({ page, t, build }) => {
  const ben = await build({ name: 'Ben', gender: 'male' })
  const ada = await build({ name: 'Ada', credits: 20 })

  await visit(page, '/login')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: t('shell.skip') })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel(t('accounts.fields.email'), { exact: true }))
  await page.keyboard.type(ada.email)
  await tabTo(page, page.getByLabel(t('accounts.fields.password'), { exact: true }))
  await page.keyboard.type(ada.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/members')
  await expect(page.getByRole('main')).toBeFocused()
  await expectFocusBelowBar(page)

  const account = page.getByRole('button', { name: t('shell.account.label'), exact: true })
  await tabTo(page, account, 'Shift+Tab')
  await page.keyboard.press('Enter')
  const profile = page.getByRole('menuitem', { name: t('shell.account.profile') })
  await expect(profile).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: t('shell.nav.creditsLeft', { count: 20 }) })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(account).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(profile).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/profile')

  await visit(page, `/members/${ben.profileId}`)
  await tabTo(page, page.getByRole('button', { name: t('likes.like'), exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: t('likes.liked'), exact: true })).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: t('profiles.message'), exact: true }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/members/${ben.profileId}/chat`)
  // The new page takes the focus after its address has changed.
  await expect(page.getByRole('main')).toBeFocused()
  await tabTo(page, page.getByLabel(t('chat.composer.label', { name: 'Ben' }), { exact: true }))
  await page.keyboard.type('First line')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('and second')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log')).toContainText('First line\nand second')
  // What arrives is announced elsewhere: a log would be read as a whole when older messages are loaded.
  await expect(page.getByRole('log')).toHaveAttribute('aria-live', 'off')
  await expect(page.getByRole('log').getByRole('img', { name: t('chat.state.sent') })).toBeVisible()
})

test('on a phone the focus is not under the actions of a profile', async ({ open, build, t }) => {
  const ben = await build({ name: 'Ben', gender: 'male' })
  const page = await open(await build())
  await page.setViewportSize({ width: 390, height: 600 })
  await visit(page, `/members/${ben.profileId}`)
  const menu = page.getByRole('main').getByRole('button', { name: t('common.more'), exact: true })
  const like = page.getByRole('button', { name: t('likes.like'), exact: true })
  const edge = () => like.evaluate((element) => element.getBoundingClientRect().top)
  // Its lower half is under the actions.
  await menu.evaluate(
    (element, top) => {
      const { y, height } = element.getBoundingClientRect()
      scrollTo(0, scrollY + y + height / 2 - top)
      element.focus()
    },
    await edge(),
  )
  await expect(menu).toBeFocused()
  await expect
    .poll(async () => (await menu.evaluate((element) => element.getBoundingClientRect().bottom)) - (await edge()))
    .toBeLessThanOrEqual(0)
})

/** Presses Tab, or back, until the target has the focus, within a reasonable number of presses. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

/** Focuses a tile that lies under the top bar, and expects it to come out. */
async function expectFocusBelowBar(page: Page) {
  const tile = page.getByRole('article').first().getByRole('link').first()
  await tile.evaluate((element) => {
    scrollTo(0, element.getBoundingClientRect().top + scrollY - 8)
    element.focus()
  })
  const bar = await page.getByRole('banner').evaluate((element) => element.getBoundingClientRect().bottom)
  // The rows above the list may come now, and their first tile would be the first of the page.
  const focused = page.locator(':focus')
  await expect
    .poll(() => focused.evaluate((element) => element.getBoundingClientRect().top))
    .toBeGreaterThanOrEqual(bar)
  await page.getByRole('main').focus()
}
