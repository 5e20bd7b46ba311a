import type { Page } from '@playwright/test'
import type { Words } from '../../support/words.ts'

/** Fills in the log-in page and sends it. */
export async function logIn(page: Page, words: Words, { email, password }: { email: string; password: string }) {
  await page.getByLabel(words('accounts.fields.email'), { exact: true }).fill(email)
  await page.getByLabel(words('accounts.fields.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: words('accounts.login.submit'), exact: true }).click()
}

/** Opens the account menu: at the end of the top bar, on a phone of the bottom bar. */
export async function openAccountMenu(page: Page, words: Words) {
  const inTopBar = page.getByRole('button', { name: words('shell.account.label'), exact: true })
  const inBottomBar = page.getByRole('button', { name: words('shell.nav.me'), exact: true })
  await inTopBar.or(inBottomBar).click()
  return page.getByRole('menu', { name: words('shell.account.label') })
}

/** The bars' link to one of the member's places, whichever bar is shown at this size. */
export function barLink(page: Page, words: Words, place: 'members' | 'messages' | 'likes') {
  const short = place === 'members' ? words('shell.nav.membersShort') : words(`shell.nav.${place}`)
  const bar = page.getByRole('navigation', { name: words('shell.nav.label') })
  return bar.getByRole('link', { name: new RegExp(`${words(`shell.nav.${place}`)}|${short}`) })
}
