import { visit, waitForHydration } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

/** Countries by project, and an age at which no one of another test is suggested. */
const places = { en: 'NO', fr: 'AT' } as const
const birthDate = '1939-03-03'

test(
  'the match finder asks one question after another by keyboard, Back returns to them, and the list says why',
  { tag: '@phone' },
  async ({ open, build, testSite, language, t }) => {
    const place = { country: places[language === 'fr' ? 'fr' : 'en'], birthDate }
    const ada = await build({ ...place, name: 'Ada', interests: ['beach', 'dating'] })
    await build({ ...place, name: 'Far', gender: 'male', city: 'Elsewhere' })
    const ben = await build({ ...place, name: 'Ben', gender: 'male', interests: ['beach', 'dating', 'kissing'] })
    const page = await open(ada)
    await visit(page, '/match-finder')
    const heading = (step: 'who' | 'age' | 'where' | 'relationship' | 'interests') =>
      page.getByRole('heading', { name: t(`games.finder.steps.${step}.title`) })
    /** Waits for another question, which then has the focus. */
    const question = (step: Parameters<typeof heading>[0]) => expect(heading(step)).toBeFocused()
    const next = page.getByRole('button', { name: t('games.finder.next'), exact: true })
    await expect(heading('who')).toBeVisible()
    // A question has its own button at the lower edge of a phone.
    const bottomBar = page.locator('.bottom-bar')
    await expect(bottomBar).toHaveCount(0)
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
    if (width < 768) {
      const box = await next.boundingBox()
      expect(height - (box?.y ?? 0) - (box?.height ?? 0)).toBeLessThan(20)
    }
    await expect(page.getByRole('radio', { checked: true })).toHaveValue('male')
    await page.getByRole('radio', { checked: true }).press('Enter')
    await question('age')
    await next.press('Enter')
    await question('where')
    await page.goBack()
    await question('age')
    await page.goForward()
    await question('where')
    // A press on a card answers the question; the keyboard chooses first and then goes on.
    await page.getByRole('radio').first().click()
    await question('relationship')
    await next.press('Enter')
    await question('interests')
    await page.getByRole('button', { name: t('games.finder.find'), exact: true }).press('Enter')

    const results = page.getByRole('article')
    await expect(results.first()).toContainText('Ben')
    await expect(bottomBar).toHaveCount(1)
    await expect(results.first()).toContainText(t('games.reasons.age'))
    // In a sentence it begins with a small letter.
    await expect(results.first()).toContainText(t('profiles.interest.beach'), { ignoreCase: true })
    await page.reload()
    await waitForHydration(page)
    await expect(results.first()).toContainText('Ben')
    const heart = page.getByRole('button', { name: t('likes.heart.like', { name: 'Ben' }) })
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await expect
      .poll(() =>
        testSite.db
          .selectFrom('likes')
          .select('givenAt')
          .where('userId', '=', ada.userId)
          .where('otherId', '=', ben.userId)
          .executeTakeFirst(),
      )
      .toBeDefined()
  },
)
