import { chooseFiles, uploadPhotos } from '../support/photos.ts'
import { expectAccessible, visit } from '../support/screen.ts'
import { expectWrong, town } from '../support/signup-steps.ts'
import { pressAccountEntry } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

test('a member edits the profile and a photo, and the public profile shows it', async ({
  open,
  build,
  origin,
  watch,
  t,
}) => {
  const odile = await build({ name: 'Odile' })
  await uploadPhotos(origin, { member: odile, visibilities: ['public', 'public'] })
  const page = await open(odile)
  await visit(page, '/profile')
  // What is missing leads to its field: the first of the open choices, and the text.
  await page.getByRole('link', { name: t('profiles.own.missing.details') }).press('Enter')
  const relationship = page.getByRole('group', { name: t('profiles.own.relationship') })
  await expect(relationship.getByRole('radio').first()).toBeFocused()
  await page.getByRole('link', { name: t('profiles.own.missing.about') }).press('Enter')
  await expect(page.getByLabel(t('profiles.about'))).toBeFocused()
  await page.keyboard.type('I mend clocks and hearts.')
  await page.getByRole('checkbox', { name: t('profiles.interest.cooking') }).click()
  const birthDate = page.getByRole('group', { name: t('signup.fields.birthDate', { min_age: 18 }) })
  const year = birthDate.getByLabel(t('signup.fields.year'))
  await year.fill(`${new Date().getFullYear() - 17}`)
  const save = page.getByRole('button', { name: t('common.save'), exact: true })
  watch.expectError(422, '/api/profile')
  await save.click()
  await expect(birthDate).toHaveAccessibleDescription(t('errors.profiles.too_young', { min_age: 18 }))
  await year.fill('1980')
  await town(page, t).fill('Nowhere At All')
  await save.click()
  await expectWrong(town(page, t), t('signup.complete.townUnknown'))
  await town(page, t).fill('amersf')
  await page.getByRole('option', { name: 'Amersfoort', exact: true }).click()
  await expect(birthDate).toHaveAccessibleDescription(t('profiles.own.birthDateOnce'))
  await page.getByLabel(t('signup.fields.name')).fill('Odette')
  await page.getByRole('radio', { name: t('signup.gender.male'), exact: true }).check()
  await save.click()
  await expect(page.getByText(t('profiles.own.saved'))).toBeVisible()
  await expect(page.getByRole('main').getByText(/^Odette, \d+$/)).toBeVisible()
  await expect(page.getByText(t('profiles.own.unsaved'))).toHaveCount(0)
  await expect(town(page, t)).toHaveValue('Amersfoort')
  // The one correction is used up.
  await expect(year).not.toBeEditable()
  await expect(birthDate.getByRole('link')).toHaveAttribute('href', '/service')

  await expect(page.getByText(t('photos.count', { count: 2, limit: 3 }))).toBeVisible()
  const second = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('img', { name: 'Odette' }) })
    .nth(1)
  await second.getByRole('button', { name: t('photos.change', { number: 2 }) }).click()
  await page.getByRole('menuitem', { name: t('photos.edit') }).click()
  await page.getByRole('radio', { name: t('photos.visibility.private') }).check()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.save') })
    .click()
  await expect(second.getByText(t('photos.visibility.private'))).toBeVisible()

  await page.getByRole('link', { name: t('profiles.own.view') }).click()
  await expect(page).toHaveURL('/profile/preview')
  await expect(save).toHaveCount(0)
  await expect(page.getByText('I mend clocks and hearts.')).toBeVisible()
  await expect(page.getByText(t('profiles.lock.premium'))).toBeVisible()
  await expectAccessible(page)
  // Nothing is for sale in it.
  await expect(page.getByRole('main').getByRole('link', { name: t('profiles.lock.premiumLink') })).toHaveCount(0)
  await page.getByRole('link', { name: t('privacy.preview.premium') }).click()
  await expect(page.getByText(t('profiles.lock.premium'))).toHaveCount(0)
  // What is shown leads to the part of the form that changes it.
  await page
    .getByRole('link', { name: t('privacy.preview.edit', { part: t('profiles.own.sections.about') }), exact: true })
    .click()
  await expect(page).toHaveURL('/profile#about')
  await expect(page.getByRole('heading', { name: t('profiles.own.sections.about'), exact: true })).toBeFocused()
  await page.goBack()
  await page.getByRole('link', { name: t('privacy.preview.visitor') }).click()
  await expect(page.getByText(t('profiles.lock.login', { name: 'Odette' }))).toBeVisible()
  await expect(page.getByText('I mend clocks and hearts.')).toHaveCount(0)
  const age = new Date().getFullYear() - 1980
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText(new RegExp(`Odette, (${age}|${age - 1})`))
})

test('a phone shows the profile at a glance, and opens what is missing or wrong', async ({ open, build, watch, t }) => {
  const page = await open(await build({ name: 'Nele', region: 'Utrecht', city: '', interests: ['cooking'] }))
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/me')
  // What is missing leads to its field.
  await page.getByRole('link', { name: t('profiles.own.missing.about') }).click()
  await expect(page.getByLabel(t('profiles.about'))).toBeFocused()
  const basics = page.getByRole('button', { name: t('profiles.own.sections.basics'), exact: true })
  await expect(basics).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByText(/^Nele · \d+ · /)).toBeVisible()
  await expect(page.getByText(t('profiles.interest.cooking')).filter({ visible: true })).toHaveCount(1)
  await page.getByRole('link', { name: t('profiles.own.missing.city') }).press('Enter')
  await expect(town(page, t)).toBeFocused()
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()

  const name = page.getByLabel(t('signup.fields.name'))
  await name.fill('')
  await basics.click()
  await expect(name).toBeHidden()
  await page.getByRole('button', { name: t('common.save'), exact: true }).click()
  await expect(name).toBeFocused()
  await expectAccessible(page)

  // A group whose controls are not marked as wrong opens too.
  await name.fill('Nele')
  const text = t('errors.profiles.interest_unknown')
  watch.expectError(422, '/api/profile')
  await page.route('**/api/profile', (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    const error = { code: 'profiles.interest_unknown', message: text }
    return route.fulfill({ status: 422, json: { error: { ...error, fields: { interests: error } } } })
  })
  await page.getByRole('button', { name: t('common.save'), exact: true }).click()
  await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByRole('heading', { name: t('profiles.interests'), exact: true })).toBeFocused()
})

test('what is typed while the profile is being saved stays, as the next change', async ({
  open,
  build,
  t,
  testSite,
}) => {
  const member = await build()
  const page = await open(member)
  await visit(page, '/profile')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/profile', async (route) => {
    if (route.request().method() === 'PATCH') await released
    await route.continue()
  })
  const about = page.getByLabel(t('profiles.about'))
  const save = page.getByRole('button', { name: t('common.save'), exact: true })
  await about.fill('I mend clocks.')
  await save.click()
  await expect(save).toHaveAttribute('aria-busy', 'true')
  await about.fill('I mend clocks and hearts.')
  release()
  await expect(page.getByText(t('profiles.own.saved'))).toBeVisible()
  await expect(page.getByText(t('profiles.own.unsaved'))).toBeVisible()
  await expect(about).toHaveValue('I mend clocks and hearts.')
  await save.click()
  const stored = testSite.db.selectFrom('profiles').select('about').where('userId', '=', member.userId)
  await expect.poll(() => stored.executeTakeFirst()).toEqual({ about: 'I mend clocks and hearts.' })
})

test('a form that was open before another device saved sends its own changes only', async ({
  open,
  build,
  t,
  testSite,
}) => {
  const member = await build()
  const [page, elsewhere] = [await open(member), await open(member)]
  await visit(page, '/profile')
  await visit(elsewhere, '/profile')
  await elsewhere.getByLabel(t('profiles.about')).fill('I mend clocks.')
  await elsewhere.getByRole('button', { name: t('common.save') }).click()
  await expect(elsewhere.getByText(t('profiles.own.saved'))).toBeVisible()
  const fetched = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/profile')
  // As when the browser shows the page again.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await (await fetched).finished()
  const eyes = page.getByRole('group', { name: t('profiles.own.eyeColour') })
  await eyes.getByRole('radio').nth(1).check()
  await page.getByRole('button', { name: t('common.save') }).click()
  await expect(page.getByText(t('profiles.own.saved'))).toBeVisible()
  const { about } = await testSite.db
    .selectFrom('profiles')
    .select('about')
    .where('userId', '=', member.userId)
    .executeTakeFirstOrThrow()
  expect(about).toBe('I mend clocks.')
  await expect(page.getByLabel(t('profiles.about'))).toHaveValue('I mend clocks.')
})

test('leaving the profile with changes asks first', async ({ open, build, t }) => {
  const page = await open(await build())
  await visit(page, '/profile')
  await chooseFiles(page, t, ['sea.jpg'])
  const leaveOut = page.getByRole('button', { name: t('photos.leaveOut', { name: 'sea.jpg' }) })
  await page.getByRole('link', { name: t('profiles.own.view') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('profiles.own.leave.stay') })
    .click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await leaveOut.click()
  await expect(leaveOut).toHaveCount(0)
  await expect(page.locator('#add-photo')).toBeFocused()
  await page.getByLabel(t('profiles.about')).fill('I mend clocks.')
  await expect(page.getByText(t('profiles.own.unsaved'))).toBeInViewport()
  const save = page.getByRole('button', { name: t('common.save') })
  await expect(save).toBeInViewport()
  // A field at the end of the window that gets the focus is not behind it.
  const field = page
    .getByRole('group', { name: t('profiles.own.relationship') })
    .getByRole('radio')
    .first()
  await field.evaluate((element) => {
    scrollTo(0, element.getBoundingClientRect().bottom + scrollY - innerHeight + 8)
    element.focus()
  })
  const top = await save.evaluate((element) => element.getBoundingClientRect().top)
  await expect.poll(() => field.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThan(top)
  await page.getByRole('link', { name: t('profiles.own.view') }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: t('profiles.own.leave.stay') }).click()
  await expect(question).toHaveCount(0)
  await expect(page).toHaveURL('/profile')
  await expect(page.getByLabel(t('profiles.about'))).toHaveValue('I mend clocks.')
  await page.getByRole('link', { name: t('profiles.own.view') }).click()
  await question.getByRole('button', { name: t('profiles.own.leave.confirm') }).click()
  await expect(page).toHaveURL('/profile/preview')
  await visit(page, '/profile')
  await page.getByLabel(t('profiles.about')).fill('I mend watches.')
  await page.getByRole('button', { name: t('common.save') }).click()
  await expect(page.getByText(t('profiles.own.saved'))).toBeVisible()
  await expect(page.getByText(t('profiles.own.unsaved'))).toHaveCount(0)
  await page.getByRole('link', { name: t('profiles.own.view') }).click()
  await expect(page).toHaveURL('/profile/preview')
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByText('I mend watches.')).toBeVisible()
})

test('Back asks too, leaves at once after the answer, and stays where it was after the other', async ({
  open,
  build,
  t,
}) => {
  const page = await open(await build())
  await visit(page, '/likes')
  await pressAccountEntry(page, t, 'profile')
  await expect(page).toHaveURL('/profile')
  await page.getByLabel(t('profiles.about')).fill('I mend clocks.')
  await expect(page.getByText(t('profiles.own.unsaved'))).toBeVisible()
  const question = page.getByRole('alertdialog')
  await page.goBack()
  await question.getByRole('button', { name: t('profiles.own.leave.stay') }).click()
  await expect(question).toHaveCount(0)
  await expect(page).toHaveURL('/profile')
  await page.goBack()
  await question.getByRole('button', { name: t('profiles.own.leave.confirm') }).click()
  await expect(page).toHaveURL('/likes')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('likes.title'))
})
