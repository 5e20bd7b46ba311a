import { LANGUAGE_COOKIE, PASSWORD_MIN_LENGTH } from '#contract/limits.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { buildMember } from '#tests/support/builders.ts'
import { startSite } from '#tests/support/site/site.ts'
import { openTestSite } from '#tests/support/site/test-site.ts'
import { expectAccessible, visit } from '../support/screen.ts'
import {
  birthDate,
  expectStep,
  expectWrong,
  fillBirthDate,
  fillEmail,
  fillMeet,
  fillName,
  fillPassword,
  newPerson,
  password,
  press,
  signUpAs,
} from '../support/signup-steps.ts'
import { expect, test } from '../support/test.ts'

test('each invalid value is reported at its field, and nothing is created', async ({
  page,
  t,
  testSite,
  build,
  watch,
}) => {
  const thisYear = new Date().getFullYear()
  const email = page.getByLabel(t('accounts.fields.email'), { exact: true })
  await visit(page, '/signup')

  await press(page, t('signup.next'))
  await expectWrong(email, t('signup.required.email'))
  await fillEmail(page, t, { email: 'not an address' })
  await expectWrong(email, t('errors.accounts.email_invalid'))
  watch.expectError(409, '/api/signup/check')
  const { email: taken } = await build()
  await fillEmail(page, t, { email: taken.toUpperCase() })
  await expectWrong(email, t('errors.accounts.email_taken'))
  await email.fill('jeanne@example.com')
  await expect(page.getByText(t('errors.accounts.email_taken'))).toBeHidden()
  await press(page, t('signup.next'))

  const name = page.getByLabel(t('signup.fields.name'), { exact: true })
  await fillName(page, t, { name: '@jeanne' })
  await expectWrong(name, t('errors.profiles.name_starts_with_at'))
  watch.expectError(422, '/api/signup/check')
  await fillName(page, t, { name: 'Jeanne@example.com' })
  await expectWrong(name, t('errors.profiles.name_is_email'))
  await fillName(page, t, newPerson())
  await expectStep(page, t, 'birth')
  await press(page, t('signup.next'))
  await expectWrong(birthDate(page, t), t('errors.profiles.birth_date_required', { min_age: 18 }))
  await fillBirthDate(page, t, { birthDate: ['31', '2', '1990'] })
  await expectWrong(birthDate(page, t), t('errors.profiles.birth_date_invalid'))
  await fillBirthDate(page, t, { birthDate: ['1', '1', String(thisYear - 17)] })
  await expectWrong(birthDate(page, t), t('errors.profiles.too_young', { min_age: 18 }))
  await expect(page.getByText('Jeanne, 17')).toHaveCount(0)
  await fillBirthDate(page, t, newPerson())
  // Until the next step is shown the same button belongs to this one.
  await expectStep(page, t, 'gender')
  await expect(page.getByText(/^Jeanne, \d\d$/).last()).toBeVisible()

  await press(page, t('signup.next'))
  await expect(page.getByText(t('signup.required.choice'))).toBeVisible()
  await fillMeet(page, t)
  await expectStep(page, t, 'place')
  await press(page, t('signup.next'))
  await expect(page.getByText(t('signup.required.region'))).toBeVisible()
  await page.getByLabel(t('settings.country'), { exact: true }).selectOption('FR')
  await page.getByRole('combobox', { name: t('settings.regionKinds.region') }).fill('corse')
  await expect(page.getByRole('option', { name: 'Corse', exact: true })).toBeVisible()
  await page.keyboard.press('Enter')

  await password(page, t).fill('short')
  await press(page, t('signup.submit'))
  await expectWrong(password(page, t), t('errors.accounts.password_too_short', { min: PASSWORD_MIN_LENGTH }))
  await expect(page.getByText(t('errors.signup.terms_required'))).toBeVisible()
  watch.expectError(422, '/api/signup')
  await fillPassword(page, t, { password: 'password1' })
  await expectWrong(password(page, t), t('errors.accounts.password_too_common'))

  const accounts = await testSite.db
    .selectFrom('users')
    .select('email')
    .where('emailKey', 'in', [taken, 'jeanne@example.com'])
    .execute()
  expect(accounts).toEqual([{ email: taken }])
})

test('a taken address leads to the log-in', async ({ page, t, build, watch }) => {
  const { email } = await build()
  watch.expectError(409, '/api/signup/check')
  await visit(page, '/signup')
  await fillEmail(page, t, { email })
  const field = page.getByLabel(t('accounts.fields.email'), { exact: true })
  await expectWrong(field, t('errors.accounts.email_taken'))
  const hint = t.markup('signup.taken', { link: (text) => text })
  await expectWrong(field, hint)
  await page.getByText(hint).getByRole('link').click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel(t('accounts.fields.email'), { exact: true })).toHaveValue(email)
})

test('a site that hides which addresses have an account answers by mail alone', async ({ open, t, language }) => {
  // An installation of its own: all sites of one hide addresses as soon as one of them does (SET-11).
  const site = await startSite({ demoMembers: 0 })
  const context = await openTestSite(site)
  try {
    const { id } = context.sites.of('localhost')
    const settings = { enable_site_entry_popup: 'no', hide_account_existence: true } as const
    await changeSettings(context, { siteId: id, settings })
    const { email: taken } = await buildMember(context)
    for (const person of [newPerson(), newPerson({ email: taken })]) {
      const page = await open()
      const readSettings = async () => (await page.request.get(`${site.origin}/api/settings`)).json()
      await expect.poll(readSettings).toMatchObject({ settings })
      await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: language, url: site.origin }])
      await visit(page, `${site.origin}/signup`)
      await signUpAs(page, t, person)
      await expect(page).toHaveURL(`${site.origin}/login?signup=mailed`)
      await expect(page.getByText(t('accounts.login.mailed'))).toBeVisible()
      await expectAccessible(page)
      await visit(page, `${site.origin}/chats`)
      await expect(page).toHaveURL(`${site.origin}/login?to=%2Fchats`)
    }
  } finally {
    await context.close()
    await site.stop()
  }
})
