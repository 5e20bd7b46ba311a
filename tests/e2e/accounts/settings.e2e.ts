import { LANGUAGE_COOKIE } from '#contract/limits.ts'
import { translatorFor } from '#tests/support/fakes/translator.ts'
import { visit } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

const de = translatorFor('de')
const en = translatorFor('en')
const fr = translatorFor('fr')

test.describe('the first visit', () => {
  test('follows the language of the browser', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ locale: 'fr-BE', baseURL: baseURL ?? '' })
    const page = await context.newPage()
    await page.goto('/lang-config')
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    await expect(page.locator('html')).toHaveAttribute('data-country', 'BE')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(fr('settings.languages.title'))
    // Nothing is chosen yet.
    expect((await context.cookies()).map(({ name }) => name)).not.toContain(LANGUAGE_COOKIE)
    await context.close()
  })
})

test.describe('the page of languages', () => {
  test('offers all eleven, those of the country first, and saves the choice', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/lang-config')
    const buttons = page.locator('main').getByRole('button')
    await expect(buttons).toHaveCount(11)
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await expect(page.getByRole('button', { name: 'Deutsch' })).toHaveAttribute('aria-current', 'true')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(de('settings.languages.title'))
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await page.reload()
    await expect(page.getByRole('button', { name: 'Deutsch' })).toHaveAttribute('aria-current', 'true')
    await page.getByRole('button', { name: 'Français' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(fr('settings.languages.title'))
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  })

  test('works without JavaScript', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB', baseURL: baseURL ?? '' })
    const page = await context.newPage()
    await page.goto('/lang-config')
    await page.getByRole('button', { name: 'Français' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    const cookie = (await context.cookies()).find(({ name }) => name === LANGUAGE_COOKIE)
    expect(cookie?.value).toBe('fr')
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(364 * 24 * 60 * 60)
    await page.locator('summary', { hasText: 'Royaume-Uni' }).click()
    await page.getByRole('button', { name: 'Pays-Bas' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-country', 'NL')
    await expect(page.locator('summary', { hasText: 'Pays-Bas' })).toBeVisible()
    await context.close()
  })
})

test.describe('dates', () => {
  for (const [locale, country] of [
    ['en-US', 'US'],
    ['en-GB', 'GB'],
  ] as const) {
    test(`are written as in the country of a member who reads English: ${country}`, async ({
      browser,
      build,
      origin,
      testSite,
    }) => {
      const member = await build({ language: 'en', country })
      const createdAt = new Date('2026-11-03T12:00:00Z')
      await testSite.db.updateTable('sessions').set({ createdAt }).where('userId', '=', member.userId).execute()
      const [name = '', value = ''] = member.cookie.split('=')
      const context = await browser.newContext({ locale, baseURL: origin, timezoneId: 'Europe/Amsterdam' })
      await context.addCookies([
        { name, value, url: origin },
        { name: LANGUAGE_COOKIE, value: 'en', url: origin },
      ])
      const page = await context.newPage()
      await visit(page, '/notifications/account')
      const day = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Europe/Amsterdam' } as const
      const date = new Intl.DateTimeFormat(locale, day).format(createdAt)
      await expect(page.getByText(en('security.sessions.started', { date })).first()).toBeVisible()
      await context.close()
    })
  }
})
