import type { Locator, Page } from '@playwright/test'
import { LANGUAGE_COOKIE, PASSWORD_MIN_LENGTH } from '#contract/limits.ts'
import { profileFields } from '#contract/profiles/profile-fields.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { balanceOf } from '#tests/support/balance.ts'
import { buildMember } from '#tests/support/builders.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { startSite } from '#tests/support/site/site.ts'
import { openTestSite } from '#tests/support/site/test-site.ts'
import { completeStepsFor } from '#web/features/signup/complete-steps.ts'
import { openMailbox } from '../support/mailbox.ts'
import { expectAccessible, visit, waitForHydration } from '../support/screen.ts'
import {
  accountOf,
  birthDate,
  choosePhoto,
  expectStep,
  expectWrong,
  fillAccount,
  fillBirthDate,
  fillEmail,
  fillMeet,
  fillName,
  fillPassword,
  fillPerson,
  fillPlace,
  newPerson,
  password,
  pickCard,
  press,
  signUpAs,
  town,
} from '../support/signup-steps.ts'
import { handleOnce } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

test(
  'a visitor signs up with a photo, confirms the address from the mail, and is a member',
  { tag: '@phone' },
  async ({ page, t, open, testSite }) => {
    const person = newPerson()
    await visit(page, '/signup')
    await fillAccount(page, t, person)
    await expectStep(page, t, 'gender')
    await fillPlace(page, t)
    await expectStep(page, t, 'password')
    await fillPassword(page, t, person)

    await expect(page).toHaveURL('/complete-signup')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      t('signup.complete.heading', { name: person.name }),
    )
    await choosePhoto(page, t, { name: 'me.jpg', bytes: await sampleImage() })
    await press(page, t('profiles.picker.use'))
    await expect(page).toHaveURL('/complete-signup?step=about')
    await press(page, `${t('signup.complete.starters.happy')}…`)
    await page.keyboard.type('breakfast in bed.')
    await press(page, t('signup.complete.save'))
    await page.getByRole('checkbox', { name: t('profiles.interest.music') }).click()
    await press(page, t('signup.complete.save'))
    // A word that is no town of the list is reported.
    await town(page, t).fill('Lyonn')
    await press(page, t('signup.complete.save'))
    await expectWrong(town(page, t), t('signup.complete.townUnknown'))
    await town(page, t).fill('lyo')
    await page.getByRole('option', { name: 'Lyon', exact: true }).click()
    await press(page, t('signup.complete.save'))
    await pickCard(page, t('profiles.own.intention'), t('profiles.choices.intention.long_term'))
    await expect(page).toHaveURL('/complete-signup?step=relationship')
    await expectStep(page, t, 'relationship')
    await page.goBack()
    await expect(page.getByRole('radio', { name: t('profiles.choices.intention.long_term') })).toBeChecked()
    await page.getByRole('link', { name: t('signup.complete.skipAll') }).click()
    await expect(page).toHaveURL('/signup-matches')
    await expect(page.getByText(t('signup.matches.freeMessages', { count: 3 }))).toBeVisible()
    await expect(page.getByText(t('signup.matches.freeMessagesLater'))).toBeVisible()

    // The mailbox has no other mail to this address.
    const received = page.getByRole('link', { name: person.email })
    await openMailbox(page, received)
    await received.click()
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(
      t('emails.activation.subject', { site: 'Rendezvous' }),
    )
    const mail = page.frameLocator('iframe')
    await expect(mail.getByRole('heading', { level: 1 })).toHaveText(t('emails.activation.title'))
    const button = mail.getByRole('link', { name: t('emails.activation.button') })
    const link = (await button.getAttribute('href')) ?? ''
    // What a mail scanner does uses no link.
    expect((await page.request.get(link)).status()).toBe(200)
    expect((await accountOf(testSite, person.email)).confirmedAt).toBeNull()
    await button.click()
    await expect(page).toHaveURL('/activate/done')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('accounts.activated.heading'))
    await expect(page.getByText(t('signup.matches.freeMessages', { count: 3 }))).toBeVisible()

    await page.getByRole('link', { name: t('accounts.activated.profile') }).click()
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('img', { name: t('profiles.tile.photoOf', { name: person.name }) })).toBeVisible()
    await expect(town(page, t)).toHaveValue('Lyon')
    await expect(page.getByLabel(t('profiles.about'))).toHaveValue(/breakfast in bed\.$/)

    // The second use of the link does not log in, and the free credits came once.
    const stranger = await open()
    await stranger.goto(link)
    await expect(stranger).toHaveURL('/activate/done')
    await visit(stranger, '/chats')
    await expect(stranger).toHaveURL('/login?to=%2Fchats')
    const { id, confirmedAt } = await accountOf(testSite, person.email)
    expect(confirmedAt).not.toBeNull()
    expect(await balanceOf(testSite, id)).toMatchObject({ credits: 6 })
  },
)

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
  await fillBirthDate(page, t, { birthDate: ['31', '2', '1990'] })
  await expectWrong(birthDate(page, t), t('errors.profiles.birth_date_invalid'))
  await fillBirthDate(page, t, { birthDate: ['1', '1', String(thisYear - 17)] })
  await expectWrong(birthDate(page, t), t('errors.profiles.too_young', { min_age: 18 }))
  await fillBirthDate(page, t, newPerson())
  // Until the next step is shown the same button belongs to this one.
  await expectStep(page, t, 'gender')

  await press(page, t('signup.next'))
  await expect(page.getByText(t('signup.required.choice'))).toBeVisible()
  await fillMeet(page, t)
  await expectStep(page, t, 'place')
  await press(page, t('signup.next'))
  await expect(page.getByText(t('signup.required.region'))).toBeVisible()
  await page.getByLabel(t('settings.country'), { exact: true }).selectOption('FR')
  await page.getByRole('combobox', { name: t('settings.regionKinds.region') }).fill('corse')
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

test('back, forward and reload keep what was typed, but for the password', async ({ page, t }) => {
  const person = newPerson()
  const year = page.getByLabel(t('signup.fields.year'), { exact: true })
  const region = page.getByRole('combobox', { name: t('settings.regionKinds.region') })
  await visit(page, '/signup')
  await fillAccount(page, t, person)
  await fillPlace(page, t)
  await password(page, t).fill(person.password)

  await page.goBack()
  await expect(region).toHaveValue('Auvergne-Rhône-Alpes')
  await page.goForward()
  await page.reload()
  await waitForHydration(page)
  await expect(password(page, t)).toHaveValue('')
  await press(page, t('signup.back'))
  await expect(region).toHaveValue('Auvergne-Rhône-Alpes')
  // Two moves in the history at once would be one.
  for (const step of ['meet', 'gender', 'birth']) {
    await press(page, t('signup.back'))
    await expectStep(page, t, step)
  }
  await expect(year).toHaveValue(person.birthDate[2])
  await page.reload()
  await waitForHydration(page)
  await expect(year).toHaveValue(person.birthDate[2])
  expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain(person.password)
})

test('a step that is opened without those before it leads to the first', async ({ page, t }) => {
  await visit(page, '/signup?step=password')
  await expectStep(page, t, 'email')
})

test('everything after the account can be skipped, with the keyboard alone', async ({ page, t }) => {
  const person = newPerson()
  const heading = page.getByRole('heading', { level: 2 })
  // Each step moves the focus a moment after it is shown: to the field to type in, else to its heading.
  const expectStart = async (step: string, focused = heading) => {
    await expectStep(page, t, step)
    await expect(focused).toBeFocused()
  }
  await visit(page, '/signup')
  await expect(page.getByRole('button', { name: t('signup.next'), exact: true })).toBeEnabled()
  await page.getByLabel(t('accounts.fields.email'), { exact: true }).focus()
  await page.keyboard.type(`${person.email}\n`)
  await expectStart('name', page.getByLabel(t('signup.fields.name'), { exact: true }))
  await page.keyboard.type(`${person.name}\n`)
  await expectStep(page, t, 'birth')
  const [first, ...parts] = person.birthDate
  await expect(birthDate(page, t).getByRole('textbox').first()).toBeFocused()
  await page.keyboard.type(first)
  for (const part of parts) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(part)
  }
  await page.keyboard.press('Enter')
  await expectStart('gender')
  // Arrow keys choose without going on.
  await tabTo(page, page.getByRole('radio', { name: t('signup.gender.male'), exact: true }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: t('signup.gender.female'), exact: true })).toBeChecked()
  await page.keyboard.press('Enter')
  await expectStart('meet')
  await tabTo(page, page.getByRole('radio', { name: t('profiles.own.genders.male'), exact: true }))
  await page.keyboard.press('Enter')
  await expectStart('place')
  const region = page.getByRole('combobox', { name: t('settings.regionKinds.region') })
  await tabTo(page, region)
  // The only match needs no arrow key.
  await page.keyboard.type('wales')
  await page.keyboard.press('Enter')
  await expectStart('password', password(page, t))
  await page.keyboard.type(person.password)
  await tabTo(page, page.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/complete-signup')
  const [, ...steps] = completeStepsFor(profileFields)
  for (const step of steps) {
    await tabTo(page, page.getByRole('button', { name: t('signup.complete.skip'), exact: true }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/complete-signup?step=${step}`)
    await expectStart(step)
  }
  await expect(page.getByText(person.email)).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: t('signup.complete.toEnd'), exact: true }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/signup-matches')
})

test('nine presses lead from the home page to an account, and one more to faces', async ({ page, t, build }) => {
  await build({ gender: 'male', country: 'FR', region: 'Auvergne-Rhône-Alpes' })
  const person = newPerson()
  await page.addInitScript(() => {
    const count = ({ detail }: MouseEvent) =>
      detail > 0 && sessionStorage.setItem('presses', String(Number(sessionStorage.getItem('presses')) + 1))
    addEventListener('click', count, true)
  })
  await visit(page, '/')
  // Further down the page it stands again.
  await page
    .getByRole('link', { name: t('home.hero.signup') })
    .first()
    .click()
  await page.getByLabel(t('accounts.fields.email'), { exact: true }).fill(person.email)
  await press(page, t('signup.next'))
  await fillPerson(page, t, person)
  await fillPlace(page, t)
  await fillPassword(page, t, person)
  await expect(page).toHaveURL('/complete-signup')
  expect(await page.evaluate(() => sessionStorage.getItem('presses'))).toBe('9')
  await page.getByRole('link', { name: t('signup.complete.skipAll') }).click()
  await expect(page).toHaveURL('/signup-matches')
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
})

test('a sign-up whose reply was lost goes on by itself, with one account', async ({ page, t, testSite, watch }) => {
  const person = newPerson()
  await visit(page, '/signup')
  await fillAccount(page, t, person)
  await fillPlace(page, t)
  await handleOnce(page, '/api/signup', async (route) => {
    await route.fetch()
    await route.abort('internetdisconnected')
  })
  watch.expectCuts()
  await fillPassword(page, t, person)
  await expect(page).toHaveURL('/complete-signup')
  const accounts = await testSite.db.selectFrom('users').select('id').where('emailKey', '=', person.email).execute()
  expect(accounts).toHaveLength(1)
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

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, element: Locator) {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await element.evaluate((node) => node === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('no press of Tab leads there')
}
