import { randomUUID } from 'node:crypto'
import regions from '#server/features/settings/regions.json' with { type: 'json' }
import { languages } from '#contract/languages.ts'
import { composer, expectCredits, feed, write } from '../support/chat-steps.ts'
import { containing, visit } from '../support/screen.ts'
import { bornFor, openFilters, tiles } from '../support/search-steps.ts'
import { newPerson, signUpAs } from '../support/signup-steps.ts'
import { expect, test } from '../support/test.ts'

/** Older than any demo member, so that few are in the results. No other test has members in Canada. */
const OLD = 88

// English and French are the languages of the projects, in which all other journeys run.
for (const [index, language] of languages.filter((each) => each !== 'en' && each !== 'fr').entries())
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('a visitor signs up, and a member searches, writes and buys', async ({ page: visitor, open, build, t }) => {
      const person = newPerson()
      await visit(visitor, '/signup')
      await signUpAs(visitor, t, person)
      await expect(visitor).toHaveURL('/complete-signup')
      const welcome = t('signup.complete.heading', { name: person.name })
      await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(welcome)

      const name = `Kim ${randomUUID().slice(0, 8)}`
      const region = regions.CA[index] ?? ''
      const kim = await build({ name, country: 'CA', region, birthDate: bornFor(OLD) })
      const page = await open(await build({ gender: 'male', birthDate: bornFor(OLD), credits: 10 }))
      await visit(page, '/members')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('search.title'))
      const filters = await openFilters(page, t)
      await filters.getByLabel(t('settings.country'), { exact: true }).selectOption('CA')
      await expect(page).toHaveURL(/country=CA/)
      await filters.getByLabel(t('settings.regionKinds.province'), { exact: true }).selectOption(region)
      await expect(page).toHaveURL(/region=/)
      await tiles(page).filter({ hasText: name }).getByRole('link').first().click()
      await expect(page).toHaveURL(`/members/${kim.profileId}`)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(name)

      await page
        .getByRole('main')
        .getByRole('link', { name: t('profiles.message'), exact: true })
        .first()
        .click()
      await expect(page.getByText(t('chat.first.title', { name }))).toBeVisible()
      await write(page, t, { name, text: 'Grüße, hæ, ąę!' })
      await expect(feed(page)).toContainText('Grüße, hæ, ąę!')
      await expect(composer(page, t, name)).toHaveValue('')
      await expectCredits(page, t, 8)

      await visit(page, '/credits')
      await page.getByRole('radio', { name: containing(t('payments.credits', { count: 60 })) }).check()
      await page.getByRole('link', { name: around(t('payments.continue', { price: '|' })) }).click()
      await expect(page).toHaveURL('/credits/p1')
      await page.getByRole('radio', { name: t('payments.methods.paypal'), exact: true }).check()
      await page.getByRole('button', { name: around(t('payments.pay', { price: '|' })) }).click()
      await expect(page).toHaveURL(/\/sandbox\/checkout\/.+/)
      await page.getByRole('button', { name: around(t('payments.sandbox.pay', { amount: '|' })) }).click()
      await expect(page).toHaveURL(/\/transactions\/.+/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('payments.result.completed.title'))
      await expect(page.getByRole('main').getByText(t('payments.credits', { count: 68 }))).toBeVisible()
    })
  })

/** For a name with an amount in the place of the sign |. */
function around(text: string) {
  const [start = '', end = ''] = text.split('|')
  return new RegExp(`^${containing(start.trim()).source}.*\\d.*${containing(end.trim()).source}$`)
}
