import type { Locator, Page } from '@playwright/test'
import { profileFields } from '#contract/profiles/profile-fields.ts'
import { balanceOf } from '#tests/support/balance.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { completeStepsFor } from '#web/features/signup/complete-steps.ts'
import { openMailbox } from '../support/mailbox.ts'
import { visit, waitForHydration } from '../support/screen.ts'
import {
  accountOf,
  birthDate,
  choosePhoto,
  expectStep,
  expectWrong,
  fillAccount,
  fillPassword,
  fillPerson,
  fillPlace,
  newPerson,
  password,
  pickCard,
  press,
  town,
} from '../support/signup-steps.ts'
import { handleOnce, openGroup } from '../support/steps.ts'
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
    await openGroup(page, t, 'basics')
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
  await expect(page.getByRole('option', { name: 'Wales', exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expectStart('password', password(page, t))
  await page.keyboard.type(person.password)
  await tabTo(page, page.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/complete-signup')
  // A page that opens moves the focus, too.
  await expect(page.getByRole('main')).toBeFocused()
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

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, element: Locator) {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await element.evaluate((node) => node === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('no press of Tab leads there')
}
