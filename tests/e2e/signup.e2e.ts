import type { Page } from '@playwright/test'
import { PASSWORD_MIN_LENGTH, PHOTO_MAX_BYTES, PHOTO_MAX_MEGABYTES } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { balanceOf } from '#server/features/credits/service.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import type { Translate } from '#tests/support/translator.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { containing, visit } from './support/screen.ts'
import {
  birthDate,
  choosePhoto,
  fillAccount,
  fillPlace,
  password,
  photo,
  press,
  newPerson,
} from './support/signup-steps.ts'
import { expect, test } from './support/test.ts'

test(
  'a visitor signs up with a photo, confirms the address from the mail, and is a member',
  { tag: '@phone' },
  async ({ page, t, open, testSite }) => {
    const person = newPerson()
    await visit(page, '/signup')
    await fillAccount(page, t, person)
    await expectStep(page, t, 2)
    await fillPlace(page, t)
    await expectStep(page, t, 3)
    await choosePhoto(page, t, { name: 'me.jpg', bytes: await sampleImage() })
    await expect(page.getByRole('img', { name: 'me.jpg' })).toBeVisible()
    await page.getByRole('checkbox').check()
    await press(page, t('signup.submit'))

    await expect(page).toHaveURL('/members')
    await expect(page.getByText(t('accounts.activation.text', { email: person.email }))).toBeVisible()

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
    await expect(page.getByRole('img', { name: t('profiles.photoOf', { name: person.name }) })).toBeVisible()

    // The second use of the link does not log in, and the free credits came once.
    const stranger = await open()
    await stranger.goto(link)
    await expect(stranger).toHaveURL('/activate/done')
    await visit(stranger, '/chats')
    await expect(stranger).toHaveURL('/login')
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

test('an unknown activation link activates nothing', async ({ page, t }) => {
  await page.goto(`/${'x'.repeat(43)}`)
  await expect(page).toHaveURL('/activate/error')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('accounts.activationFailed.heading'))
  await expect(page.getByText(t('errors.accounts.link_invalid'))).toBeVisible()
  await page.getByRole('link', { name: t('accounts.activationFailed.login') }).click()
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
  await visit(page, '/signup')

  await fillAccount(page, t, newPerson({ email: 'not an address', name: '@jeanne', birthDate: ['31', '2', '1990'] }))
  await expectWrong(page.getByLabel(t('accounts.fields.email'), { exact: true }), t('errors.accounts.email_invalid'))
  await expectWrong(page.getByLabel(t('signup.fields.name')), t('errors.profiles.name_starts_with_at'))
  await expectWrong(birthDate(page, t), t('errors.profiles.birth_date_invalid'))

  watch.expectError(422, '/api/signup/check')
  const young = newPerson({ birthDate: ['1', '1', String(thisYear - 17)], password: 'password1' })
  await fillAccount(page, t, young)
  await expectWrong(birthDate(page, t), t('errors.profiles.too_young', { min_age: 18 }))
  await expectWrong(password(page, t), t('errors.accounts.password_too_common'))
  await fillAccount(page, t, { ...young, password: 'short' })
  await expectWrong(password(page, t), t('errors.accounts.password_too_short', { min: PASSWORD_MIN_LENGTH }))
  await fillAccount(page, t, newPerson({ name: 'jeanne@example.com', email: 'Jeanne@example.com' }))
  await expectWrong(page.getByLabel(t('signup.fields.name')), t('errors.profiles.name_is_email'))

  watch.expectError(409, '/api/signup/check')
  const { email: taken } = await build()
  await fillAccount(page, t, newPerson({ email: taken.toUpperCase() }))
  await expectWrong(page.getByLabel(t('accounts.fields.email'), { exact: true }), t('errors.accounts.email_taken'))
  await expectStep(page, t, 1)

  const emails = [young.email, taken, 'jeanne@example.com']
  const accounts = await testSite.db.selectFrom('users').select('email').where('emailKey', 'in', emails).execute()
  expect(accounts).toEqual([{ email: taken }])
})

test('a file that is too large or no image is rejected at its field, and another one is accepted', async ({
  page,
  t,
  testSite,
  watch,
}) => {
  const person = newPerson()
  const accounts = () => testSite.db.selectFrom('users').select('id').where('emailKey', '=', person.email).execute()
  await visit(page, '/signup')
  await fillAccount(page, t, person)
  await fillPlace(page, t)
  await page.getByRole('checkbox').check()

  watch.expectError(413, '/api/signup')
  const tooLarge = Buffer.concat([await sampleImage(), Buffer.alloc(PHOTO_MAX_BYTES)])
  await choosePhoto(page, t, { name: 'huge.jpg', bytes: tooLarge })
  await press(page, t('signup.submit'))
  await expectWrong(photo(page, t), t('errors.profiles.photo_too_large', { megabytes: PHOTO_MAX_MEGABYTES }))

  watch.expectError(415, '/api/signup')
  await choosePhoto(page, t, { name: 'poem.jpg', bytes: Buffer.from('Roses are red, and this is text.') })
  await press(page, t('signup.submit'))
  await expectWrong(photo(page, t), t('errors.profiles.photo_not_an_image'))
  expect(await accounts()).toEqual([])

  await choosePhoto(page, t, { name: 'me.jpg', bytes: await sampleImage() })
  await press(page, t('signup.submit'))
  await expect(page).toHaveURL('/members')
  expect(await accounts()).toHaveLength(1)
})

test('place, choices and consent are required before the form is sent', async ({ page, t }) => {
  await visit(page, '/signup')
  await fillAccount(page, t, newPerson())
  await expectStep(page, t, 2)
  await press(page, t('signup.next'))
  await expectWrong(page.getByLabel(t('profiles.own.city')), t('errors.profiles.city_required'))
  await fillPlace(page, t)
  await expectStep(page, t, 3)
  await press(page, t('signup.submit'))
  await expect(page.getByText(t('errors.signup.terms_required'))).toBeVisible()
  await press(page, t('signup.back'))
  await expect(page.getByLabel(t('profiles.own.city'))).toHaveValue('Lyon')
})

function accountOf({ db }: Pick<AppContext, 'db'>, email: string) {
  return db.selectFrom('users').select(['id', 'confirmedAt']).where('emailKey', '=', email).executeTakeFirstOrThrow()
}

async function expectWrong(control: ReturnType<typeof password>, sentence: string) {
  await expect(control).toHaveAccessibleDescription(containing(sentence))
}

async function expectStep(page: Page, t: Translate, step: number) {
  await expect(page.getByText(t('signup.step', { step, count: 3 }))).toBeVisible()
}
