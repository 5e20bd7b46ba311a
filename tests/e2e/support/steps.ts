import { expect, type Page, type Route } from '@playwright/test'
import type { Translate } from '#tests/support/fakes/translator.ts'
import type { ProfileGroupName } from '#web/features/profiles/form/group-of-field.ts'
import { visit } from './screen.ts'

/** Fills in the log-in page and sends it. */
export async function logIn(page: Page, t: Translate, { email, password }: { email: string; password: string }) {
  await page.getByLabel(t('accounts.fields.email'), { exact: true }).fill(email)
  await page.getByLabel(t('accounts.fields.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('accounts.login.submit'), exact: true }).click()
}

/** Opens the account menu at the end of a wide screen's top bar. A phone has a page: `pressAccountEntry`. */
export async function openAccountMenu(page: Page, t: Translate) {
  await page.getByRole('button', { name: t('shell.account.label'), exact: true }).click()
  return page.getByRole('menu', { name: t('shell.account.label') })
}

/** Presses what the account menu has, on a phone the page 'Me'. */
export async function pressAccountEntry(page: Page, t: Translate, entry: 'profile' | 'logout') {
  const me = barLink(page, t, 'me')
  await page
    .getByRole('button', { name: t('shell.account.label'), exact: true })
    .or(me)
    .click()
  const inMenu = page.getByRole('menuitem', { name: t(`shell.account.${entry}`) })
  const main = page.getByRole('main')
  const onPage =
    entry === 'profile'
      ? main.getByRole('link', { name: t('me.edit'), exact: true })
      : main.getByRole('button', { name: t('shell.account.logout'), exact: true })
  await inMenu.or(onPage).click()
}

/** Returns the link to a member's page in the bar that this size shows. */
export function barLink(page: Page, t: Translate, place: 'members' | 'messages' | 'likes' | 'me') {
  const short = place === 'members' ? t('shell.nav.membersShort') : t(`shell.nav.${place}`)
  const bar = page.getByRole('navigation', { name: t('shell.nav.label') })
  if (place === 'me') return bar.getByRole('link', { name: short, exact: true })
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

/**
 * Lets the site handle the first request for an address, and gives the page an error in place of the reply,
 * one after which no request is repeated.
 */
export function loseReplyOnce(page: Page, address: string) {
  return handleOnce(page, address, async (route) => {
    await route.fetch()
    await route.fulfill({ status: 403, json: { error: { code: 'request.failed', requestId: 'one' } } })
  })
}

/** Opens the settings of data, pause and deletion, and waits for what they fetch, which moves the rest. */
export async function visitSettings(page: Page, t: Translate) {
  await visit(page, '/notifications/data')
  await expect(page.getByRole('button', { name: t('exports.request'), exact: true })).toBeVisible()
}

const groupTitles = {
  'looking-for': 'profiles.own.lookingFor',
  answers: 'profiles.own.answers.title',
  about: 'profiles.own.sections.about',
  basics: 'profiles.own.sections.basics',
  interests: 'profiles.interests',
  details: 'profiles.own.sections.details',
} as const satisfies Record<ProfileGroupName, unknown>

/** Opens a closed group of fields of the own profile, which only a phone closes (PRO-39). */
export async function openGroup(page: Page, t: Translate, name: ProfileGroupName) {
  if ((page.viewportSize()?.width ?? 0) >= 768) return
  const group = page.getByRole('button', { name: t(groupTitles[name]), exact: true })
  await group.click()
  await expect(group).toHaveAttribute('aria-expanded', 'true')
}
