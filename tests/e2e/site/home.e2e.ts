import { languageNames, type Language } from '#contract/languages.ts'
import { translatorFor } from '#tests/support/fakes/translator.ts'
import { visit, waitForHydration } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

test('the home page leads a visitor to the sign-up', async ({ page, t }) => {
  await visit(page, '/')
  await expect(page).toHaveTitle(`${t('home.title')} · Rendezvous`)
  await expect(page.getByRole('heading', { level: 1, name: t('home.hero.title') })).toBeVisible()
  await page
    .getByRole('link', { name: t('home.hero.signup') })
    .first()
    .click()
  await expect(page).toHaveURL('/signup')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup.heading'))
})

test('a pass shows the next person, and a like leads to the sign-up', async ({ page, t }) => {
  await visit(page, '/')
  const deck = page.getByRole('region', { name: t('home.deck.label') })
  await page
    .locator('#card-0')
    .getByRole('link', { name: t('home.deck.pass') })
    .click()
  await expect(deck.getByRole('article').filter({ hasText: 'Elias' })).toBeFocused()
  await deck.getByRole('link', { name: t('home.deck.like', { name: 'Elias' }) }).click()
  await expect(page).toHaveURL('/signup')
})

test('without any script the people of the home page are links', async ({ browser, origin }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(origin)
  const english = translatorFor('en')
  await page
    .locator('#card-0')
    .getByRole('link', { name: english('home.deck.pass') })
    .click()
  await page
    .locator('#card-1')
    .getByRole('link', { name: english('home.deck.like', { name: 'Elias' }) })
    .click()
  await expect(page).toHaveURL(`${origin}/signup`)
  await context.close()
})

test(
  'the language changes at once, there and back, and is remembered',
  { tag: '@phone' },
  async ({ page, language }) => {
    const other = language === 'en' ? 'fr' : 'en'
    const choose = async (from: Language, to: Language) => {
      await page
        .getByRole('button', { name: translatorFor(from)('shell.language.current', { code: from.toUpperCase() }) })
        .click()
      await expect(page.getByRole('menuitemradio', { name: languageNames[from] })).toBeChecked()
      await page.getByRole('menuitemradio', { name: languageNames[to] }).click()
    }
    const expectIn = async (shown: Language) => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(translatorFor(shown)('home.hero.title'))
      await expect(page.locator('html')).toHaveAttribute('lang', shown)
    }

    await visit(page, '/')
    await expectIn(language)
    await choose(language, other)
    await expectIn(other)
    await page.reload()
    await waitForHydration(page)
    await expectIn(other)
    await choose(other, language)
    await expectIn(language)
    await page.reload()
    await expectIn(language)
  },
)
