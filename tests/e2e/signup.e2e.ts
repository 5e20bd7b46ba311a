import type { Page } from '@playwright/test'
import { PASSWORD_MIN_LENGTH, PHOTO_MAX_BYTES, PHOTO_MAX_MEGABYTES } from '#contract/limits.ts'
import { balanceOf } from '#server/features/credits/service.ts'
import type { Translate } from '#tests/support/translator.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { containing, expectAccessible, visit } from './support/screen.ts'
import {
  birthDate,
  choosePhoto,
  fillAccount,
  fillPlace,
  password,
  photo,
  press,
  somebody,
} from './support/signup-steps.ts'
import { expect, test } from './support/test.ts'

const sentences = {
  en: {
    email: 'Invalid email',
    taken: 'This email address already owns an account on this website.',
    tooYoung: 'Enter your date of birth (18+)',
    noDate: 'Invalid date of birth.',
    nameIsEmail: 'Username may not be the same as your e-mail address',
    nameAt: 'Username may not start with @',
    linkInvalid: 'Link expired or invalid, request a new email',
    activationFailed: 'Activation failed',
  },
  fr: {
    email: 'Adresse e-mail invalide',
    taken: 'Un compte existe déjà sur ce site pour cette adresse e-mail.',
    tooYoung: 'Indiquez votre date de naissance (18 ans et plus)',
    noDate: 'Date de naissance invalide.',
    nameIsEmail: 'Le pseudo ne peut pas être identique à votre adresse e-mail',
    nameAt: 'Le pseudo ne peut pas commencer par @',
    linkInvalid: 'Lien expiré ou invalide, demandez un nouvel e-mail',
    activationFailed: 'Échec de l’activation',
  },
}

test('somebody signs up with a photo, confirms the address from the mail, and is a member', async ({
  page,
  t,
  open,
  testSite,
}) => {
  const person = somebody()
  await visit(page, '/signup')
  await expectAccessible(page)
  await fillAccount(page, t, person)
  await expectStep(page, t, 2)
  await expectAccessible(page)
  await fillPlace(page, t)
  await expectStep(page, t, 3)
  await choosePhoto(page, t, { name: 'me.jpg', bytes: await sampleImage() })
  await expect(page.getByRole('img', { name: 'me.jpg' })).toBeVisible()
  await page.getByRole('checkbox').check()
  await expectAccessible(page)
  await press(page, t('signup.submit'))

  await expect(page).toHaveURL('/members')
  await expect(page.getByText(t('accounts.activation.text', { email: person.email }))).toBeVisible()
  await expectAccessible(page)

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
  await button.click()
  await expect(page).toHaveURL('/activate/done')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('accounts.activated.heading'))
  await expectAccessible(page)

  await page.getByRole('link', { name: t('accounts.activated.profile') }).click()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('img', { name: t('profiles.photoOf', { name: person.name }) })).toBeVisible()
  await expectAccessible(page)

  // The second use does nothing: whoever finds the mail is not logged in, and the free credits came once.
  const stranger = await open()
  await visit(stranger, link)
  await visit(stranger, '/chats')
  await expect(stranger).toHaveURL('/login')
  const { id } = await testSite.db
    .selectFrom('users')
    .select('id')
    .where('emailKey', '=', person.email)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(await balanceOf(testSite, id)).toMatchObject({ credits: 6 })
})

test('a link that nobody was sent activates nothing', async ({ page, t, language }) => {
  await visit(page, `/${'x'.repeat(43)}`)
  await expect(page).toHaveURL('/activate/error')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(sentences[language].activationFailed)
  await expect(page.getByText(sentences[language].linkInvalid)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: t('accounts.activationFailed.login') }).click()
  await expect(page).toHaveURL('/login')
})

test('what is wrong is said at its field, and nothing is created', async ({
  page,
  t,
  language,
  testSite,
  build,
  watch,
}) => {
  const said = sentences[language]
  const thisYear = new Date().getFullYear()
  await visit(page, '/signup')

  await fillAccount(page, t, somebody({ email: 'not an address', name: '@jeanne', birthDate: ['31', '2', '1990'] }))
  await expectWrong(page.getByLabel(t('accounts.fields.email'), { exact: true }), said.email)
  await expectWrong(page.getByLabel(t('signup.fields.name')), said.nameAt)
  await expectWrong(birthDate(page, t), said.noDate)
  await expectAccessible(page)

  watch.expectError(422, '/api/signup/check')
  const young = somebody({ birthDate: ['1', '1', String(thisYear - 17)], password: 'password1' })
  await fillAccount(page, t, young)
  await expectWrong(birthDate(page, t), said.tooYoung)
  await expectWrong(password(page, t), t('errors.accounts.password_too_common'))
  await fillAccount(page, t, { ...young, password: 'short' })
  await expectWrong(password(page, t), t('errors.accounts.password_too_short', { min: PASSWORD_MIN_LENGTH }))
  await fillAccount(page, t, somebody({ name: 'jeanne@example.com', email: 'Jeanne@example.com' }))
  await expectWrong(page.getByLabel(t('signup.fields.name')), said.nameIsEmail)

  watch.expectError(409, '/api/signup/check')
  const { email: taken } = await build()
  await fillAccount(page, t, somebody({ email: taken.toUpperCase() }))
  await expectWrong(page.getByLabel(t('accounts.fields.email'), { exact: true }), said.taken)
  await expectAccessible(page)
  await expectStep(page, t, 1)

  const emails = [young.email, taken, 'jeanne@example.com']
  const accounts = await testSite.db.selectFrom('users').select('email').where('emailKey', 'in', emails).execute()
  expect(accounts).toEqual([{ email: taken }])
})

test('a photo that is too large or no photo is refused at its field, nothing is created, and another one goes through', async ({
  page,
  t,
  testSite,
  watch,
}) => {
  const person = somebody()
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
  await choosePhoto(page, t, { name: 'poem.jpg', bytes: Buffer.from('Roses are red, and this is no picture.') })
  await press(page, t('signup.submit'))
  await expectWrong(photo(page, t), t('errors.profiles.photo_not_an_image'))
  await expectAccessible(page)
  expect(await accounts()).toEqual([])

  await choosePhoto(page, t, { name: 'me.jpg', bytes: await sampleImage() })
  await press(page, t('signup.submit'))
  await expect(page).toHaveURL('/members')
  expect(await accounts()).toHaveLength(1)
})

test('a place, a choice and the consent are asked for before the form is sent', async ({ page, t }) => {
  await visit(page, '/signup')
  await fillAccount(page, t, somebody())
  await expectStep(page, t, 2)
  await press(page, t('signup.next'))
  await expectWrong(page.getByLabel(t('profiles.own.city')), t('errors.profiles.city_required'))
  await expectAccessible(page)
  await fillPlace(page, t)
  await expectStep(page, t, 3)
  await press(page, t('signup.submit'))
  await expect(page.getByText(t('errors.signup.terms_required'))).toBeVisible()
  await expectAccessible(page)
  await press(page, t('signup.back'))
  await expect(page.getByLabel(t('profiles.own.city'))).toHaveValue('Lyon')
})

async function expectWrong(control: ReturnType<typeof password>, sentence: string) {
  await expect(control).toHaveAccessibleDescription(containing(sentence))
}

async function expectStep(page: Page, t: Translate, step: number) {
  await expect(page.getByText(t('signup.step', { step, count: 3 }))).toBeVisible()
}
