import { expect, type Page, type Route } from '@playwright/test'
import type { Translate } from '#tests/support/fakes/translator.ts'
import { visit } from './screen.ts'

/** Fills in the log-in page and sends it. */
export async function logIn(page: Page, t: Translate, { email, password }: { email: string; password: string }) {
  await page.getByLabel(t('accounts.fields.email'), { exact: true }).fill(email)
  await page.getByLabel(t('accounts.fields.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('accounts.login.submit'), exact: true }).click()
}

/** Opens the account menu: at the end of the top bar, on a phone of the bottom bar. */
export async function openAccountMenu(page: Page, t: Translate) {
  const inTopBar = page.getByRole('button', { name: t('shell.account.label'), exact: true })
  const inBottomBar = page.getByRole('button', { name: t('shell.nav.me'), exact: true })
  await inTopBar.or(inBottomBar).click()
  return page.getByRole('menu', { name: t('shell.account.label') })
}

/** Returns the link to a member's page in the bar that this size shows. */
export function barLink(page: Page, t: Translate, place: 'members' | 'messages' | 'likes') {
  const short = place === 'members' ? t('shell.nav.membersShort') : t(`shell.nav.${place}`)
  const bar = page.getByRole('navigation', { name: t('shell.nav.label') })
  return bar.getByRole('link', { name: new RegExp(`${t(`shell.nav.${place}`)}|${short}`) })
}

/**
 * Handles the first request for an address in place of the site. Playwright's `times` stops the interception
 * while other requests of the page are under way.
 */
export async function handleOnce(page: Page, address: string, handle: (route: Route) => Promise<void>) {
  let isHandled = false
  await page.route(address, (route) => {
    if (isHandled) return route.fallback()
    isHandled = true
    return handle(route)
  })
}

/** Opens the settings and waits for what they fetch, which moves the sections below it. */
export async function visitSettings(page: Page, t: Translate) {
  await visit(page, '/notifications#data')
  await expect(page.getByRole('switch', { name: t('privacy.invisible') })).toBeVisible()
  await expect(page.getByRole('button', { name: t('exports.request'), exact: true })).toBeVisible()
}
