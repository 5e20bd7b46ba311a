import { writeFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { PASSWORD_MIN_LENGTH, PHOTO_MAX_BYTES, PHOTO_MIN_SIDE_PX } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { balanceOf } from '#server/features/credits/service.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import type { Translate } from '#tests/support/translator.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { containing, visit, waitForHydration } from './support/screen.ts'
import {
  birthDate,
  choosePhoto,
  fillAccount,
  fillEmail,
  fillMeet,
  fillPassword,
  fillPerson,
  fillPlace,
  newPerson,
  password,
  photo,
  press,
  signUpAs,
} from './support/signup-steps.ts'
import { expect, test } from './support/test.ts'

test(
  'a visitor signs up with a photo, confirms the address from the mail, and is a member',
  { tag: '@phone' },
  async ({ page, t, open, testSite }) => {
    const person = newPerson()
    await visit(page, '/signup')
    await fillAccount(page, t, person)
    await expectStep(page, t, 3)
    await fillPlace(page, t)
    await expectStep(page, t, 5)
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
    await page.getByRole('button', { name: t('profiles.interest.music') }).click()
    await press(page, t('signup.complete.save'))
    await page.getByLabel(t('profiles.own.city')).fill('Lyon')
    await press(page, t('signup.complete.save'))
    await page.getByLabel(t('profiles.own.relationship')).selectOption('single')
    await press(page, t('signup.complete.save'))
    await expect(page.getByText(person.email)).toBeVisible()
    await press(page, t('signup.complete.toEnd'))
    await expect(page).toHaveURL('/signup-matches')
    await expect(page.getByText(t('signup.matches.freeMessages', { count: 3 }))).toBeVisible()

    // The mailbox has no other mail to this address.
    await expect(async () => {
      await page.goto('/dev/mailbox')
      await page.getByRole('link', { name: person.email }).click({ timeout: 1000 })
    }).toPass()
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

    await page.getByRole('link', { name: t('accounts.activated.profile') }).click()
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('img', { name: t('profiles.tile.photoOf', { name: person.name }) })).toBeVisible()
    await expect(page.getByLabel(t('profiles.own.city'))).toHaveValue('Lyon')
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

test('without scripts a button opens the link of a mail', async ({ browser, t, testSite, build, origin }) => {
  const member = await build({ isConfirmed: false })
  const [token, createdAt] = [newToken(), new Date()]
  const expiresAt = new Date(createdAt.getTime() + DAY)
  const link = { tokenHash: hashToken(token), userId: member.userId, purpose: 'activation', createdAt, expiresAt }
  await testSite.db.insertInto('oneTimeLinks').values(link).execute()
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: origin })
  const page = await context.newPage()
  await page.goto(`/${token}`)
  await page.getByRole('button', { name: t('accounts.openLink.submit') }).click()
  await expect(page).toHaveURL('/activate/done')
  expect(await balanceOf(testSite, member.userId)).toMatchObject({ credits: 6 })
  await context.close()
})

test('an unknown link does nothing, and its page names the ways to a new one', async ({ page, t }) => {
  await page.goto(`/${'x'.repeat(43)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('errors.accounts.link_invalid'))
  await expect(page.getByRole('link', { name: t('accounts.openLink.newPassword') })).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: t('accounts.openLink.login') })
    .click()
  await expect(page).toHaveURL('/login')
})

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

  await fillPerson(page, t, { name: '@jeanne', birthDate: ['31', '2', '1990'] })
  await expectWrong(page.getByLabel(t('signup.fields.name')), t('errors.profiles.name_starts_with_at'))
  await expectWrong(birthDate(page, t), t('errors.profiles.birth_date_invalid'))
  watch.expectError(422, '/api/signup/check')
  await fillPerson(page, t, { name: 'Jeanne', birthDate: ['1', '1', String(thisYear - 17)] })
  await expectWrong(birthDate(page, t), t('errors.profiles.too_young', { min_age: 18 }))
  await fillPerson(page, t, { name: 'Jeanne@example.com', birthDate: ['7', '3', '1994'] })
  await expectWrong(page.getByLabel(t('signup.fields.name')), t('errors.profiles.name_is_email'))
  await fillPerson(page, t, newPerson())

  await press(page, t('signup.next'))
  await expect(page.getByText(t('signup.required.choice')).first()).toBeVisible()
  await fillMeet(page, t)
  await press(page, t('signup.next'))
  await expect(page.getByText(t('signup.required.region'))).toBeVisible()
  await page.getByLabel(t('settings.country')).selectOption('FR')
  await page.getByLabel(t('settings.regionKinds.region')).selectOption('Corse')
  await press(page, t('signup.next'))

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
  await expectWrong(page.getByLabel(t('accounts.fields.email'), { exact: true }), t('errors.accounts.email_taken'))
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel(t('accounts.fields.email'), { exact: true })).toHaveValue(email)
})

test('back, forward and reload keep what was typed, but for the password', async ({ page, t }) => {
  const person = newPerson()
  const name = page.getByLabel(t('signup.fields.name'))
  const region = page.getByLabel(t('settings.regionKinds.region'))
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
  await press(page, t('signup.back'))
  await press(page, t('signup.back'))
  await expect(name).toHaveValue(person.name)
  await page.reload()
  await waitForHydration(page)
  await expect(name).toHaveValue(person.name)
  expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain(person.password)
})

test('a step that is opened without those before it leads to the first', async ({ page, t }) => {
  await visit(page, '/signup?step=password')
  await expectStep(page, t, 1)
})

test('a file that is no photo is rejected when it is chosen, and a photo survives a reload', async ({
  page,
  t,
  testSite,
}) => {
  const person = newPerson()
  await visit(page, '/signup')
  await signUpAs(page, t, person)
  await expect(page).toHaveURL('/complete-signup')

  await choosePhoto(page, t, { name: 'poem.txt', type: 'text/plain', bytes: Buffer.from('Roses are red.') })
  await expectWrong(photo(page, t), t('errors.profiles.photo_not_an_image'))
  await choosePhoto(page, t, { name: 'poem.jpg', bytes: Buffer.from('Roses are red, and this is text.') })
  await expectWrong(photo(page, t), t('errors.profiles.photo_not_an_image'))
  await choosePhoto(page, t, { name: 'dot.jpg', bytes: await sampleImage({ width: 100 }) })
  await expectWrong(photo(page, t), t('errors.profiles.photo_too_small', { pixels: PHOTO_MIN_SIDE_PX }))

  const tooLarge = test.info().outputPath('huge.jpg')
  await writeFile(tooLarge, Buffer.concat([await sampleImage(), Buffer.alloc(PHOTO_MAX_BYTES)]))
  await photo(page, t).setInputFiles(tooLarge)
  await expect(page.getByLabel(t('profiles.picker.zoom'))).toBeVisible()
  await page.reload()
  await page.getByLabel(t('profiles.picker.zoom')).fill('2')
  await press(page, t('profiles.picker.use'))
  await expect(page).toHaveURL('/complete-signup?step=about')
  const { id } = await accountOf(testSite, person.email)
  const photos = await testSite.db.selectFrom('photos').select('id').where('userId', '=', id).execute()
  expect(photos).toHaveLength(1)
  expect(await page.evaluate(() => indexedDB.databases())).toHaveLength(1)
})

test('a failed upload is reported, and the same photo can be sent again', async ({ t, open, build, watch }) => {
  const member = await open(await build({ isConfirmed: false }))
  await visit(member, '/complete-signup')
  watch.expectError(503, '/api/photos')
  await member.route(
    '/api/photos',
    (route) => route.fulfill({ status: 503, json: { error: { code: 'request.busy' } } }),
    {
      times: 1,
    },
  )
  await choosePhoto(member, t, { name: 'me.jpg', bytes: await sampleImage() })
  await press(member, t('profiles.picker.use'))
  await expect(member.getByText(t('errors.request.busy'))).toBeVisible()
  await press(member, t('profiles.picker.retry'))
  await expect(member).toHaveURL('/complete-signup?step=about')
})

test('everything after the account can be skipped, with the keyboard alone', async ({ page, t }) => {
  const person = newPerson()
  await visit(page, '/signup')
  await page.getByLabel(t('accounts.fields.email'), { exact: true }).focus()
  await page.keyboard.type(`${person.email}\n`)
  await expectStep(page, t, 2)
  await tabTo(page, page.getByLabel(t('signup.fields.name')))
  await page.keyboard.type(person.name)
  for (const part of person.birthDate) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(part)
  }
  await page.keyboard.press('Enter')
  await expectStep(page, t, 3)
  await tabTo(page, page.getByRole('radio', { name: t('signup.gender.male'), exact: true }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expectStep(page, t, 4)
  // Typing chooses without opening the list, whose window takes a moment to get the keys.
  const region = page.getByLabel(t('settings.regionKinds.region'))
  await tabTo(page, region)
  await page.keyboard.type('Wales')
  await expect(region).toHaveValue('Wales')
  await tabTo(page, page.getByRole('button', { name: t('signup.next'), exact: true }))
  await page.keyboard.press('Enter')
  await expectStep(page, t, 5)
  await tabTo(page, password(page, t))
  await page.keyboard.type(person.password)
  await tabTo(page, page.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/complete-signup')
  for (const step of ['about', 'location', 'personal', 'confirm'] as const) {
    await tabTo(page, page.getByRole('button', { name: t('signup.complete.skip'), exact: true }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/complete-signup?step=${step}`)
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(t(`signup.complete.steps.${step}`))
    await expect(page.getByRole('heading', { level: 2 })).toBeFocused()
  }
  await tabTo(page, page.getByRole('button', { name: t('signup.complete.toEnd'), exact: true }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/signup-matches')
})

test('a sign-up whose reply was lost goes on when the form is sent again', async ({ page, t, testSite, watch }) => {
  const person = newPerson()
  await visit(page, '/signup')
  await fillAccount(page, t, person)
  await fillPlace(page, t)
  await page.route(
    '/api/signup',
    async (route) => {
      await route.fetch()
      await route.abort('internetdisconnected')
    },
    { times: 1 },
  )
  watch.expectCuts()
  await fillPassword(page, t, person)
  await expect(page.getByText(t('errors.request.unreachable'))).toBeVisible()
  await press(page, t('signup.submit'))
  await expect(page).toHaveURL('/complete-signup')
  const accounts = await testSite.db.selectFrom('users').select('id').where('emailKey', '=', person.email).execute()
  expect(accounts).toHaveLength(1)
})

test('a message to a member waits after the sign-up, and is sent by the member', async ({ page, t, build }) => {
  const target = await build({ name: 'Marc', gender: 'male' })
  const person = newPerson()
  await visit(page, `/members/${target.profileId}/signup`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup.headingTarget', { name: 'Marc' }))
  await page.getByLabel(t('signup.fields.message', { name: 'Marc' })).fill('Bonjour Marc')
  await press(page, t('signup.next'))
  await page.reload()
  await waitForHydration(page)
  await signUpAs(page, t, person)
  await expect(page).toHaveURL('/complete-signup')
  await visit(page, '/signup-matches')
  await expect(page.getByText('Bonjour Marc')).toBeVisible()
  await page.getByRole('link', { name: t('signup.matches.openMessage') }).click()
  await expect(page.getByLabel(t('chat.composer.label', { name: 'Marc' }), { exact: true })).toHaveValue('Bonjour Marc')
})

test('the sign-up from the profile of a member who is gone is the plain one', async ({ page, t }) => {
  await visit(page, `/members/${'a'.repeat(22)}/signup`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup.heading'))
  await expectStep(page, t, 1)
})

test('the sign-up dialog is not closed by Escape or beside it, only by its button', async ({ page, t, build }) => {
  const target = await build({ name: 'Marc', gender: 'male' })
  await visit(page, `/members/${target.profileId}`)
  await press(page, t('likes.like'))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('member.signup') }).click()
  await dialog.getByLabel(t('signup.fields.message', { name: 'Marc' })).fill('Bonjour')
  await page.keyboard.press('Escape')
  await page.mouse.click(2, 2)
  await expect(dialog).toBeVisible()
  await press(page, t('signup.next'))
  await signUpAs(page, t, newPerson())
  await expect(page).toHaveURL('/complete-signup')
})

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, element: Locator) {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await element.evaluate((node) => node === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('no press of Tab leads there')
}

function accountOf({ db }: Pick<AppContext, 'db'>, email: string) {
  return db.selectFrom('users').select(['id', 'confirmedAt']).where('emailKey', '=', email).executeTakeFirstOrThrow()
}

async function expectWrong(control: ReturnType<typeof password>, sentence: string) {
  await expect(control).toHaveAccessibleDescription(containing(sentence))
}

async function expectStep(page: Page, t: Translate, step: number) {
  await expect(page.getByText(t('signup.step', { step, count: 5 }))).toBeVisible()
}
