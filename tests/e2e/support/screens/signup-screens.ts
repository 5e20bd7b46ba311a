import { sampleImage } from '#tests/support/sample-images.ts'
import {
  choosePhoto,
  fillAccount,
  fillEmail,
  fillMeet,
  fillPerson,
  fillPlace,
  newPerson,
  password,
  press,
} from '../signup-steps.ts'
import type { Screen, ScreenContext } from './screen-type.ts'

export const signupScreens: readonly Screen[] = [
  { name: 'signup-email', openedBy: 'visitor', path: '/signup' },
  { name: 'signup-email-errors', openedBy: 'visitor', path: '/signup', setUp: fillEmailWrongly },
  { name: 'signup-name', openedBy: 'visitor', path: '/signup', setUp: goToName },
  { name: 'signup-birth-errors', openedBy: 'visitor', path: '/signup', setUp: goToBirthErrors },
  { name: 'signup-meet', openedBy: 'visitor', path: '/signup', setUp: goToMeet },
  { name: 'signup-place', openedBy: 'visitor', path: '/signup', setUp: goToPlace },
  { name: 'signup-password', openedBy: 'visitor', path: '/signup', setUp: goToPassword },
  { name: 'signup-password-errors', openedBy: 'visitor', path: '/signup', setUp: goToPasswordErrors },
  { name: 'member-signup', openedBy: 'visitor', path: ({ premium }) => `/members/${premium.profileId}/signup` },
  {
    name: 'member-signup-dialog',
    openedBy: 'visitor',
    path: ({ premium }) => `/members/${premium.profileId}`,
    setUp: openSignupDialog,
    isWindowHigh: true,
  },
  { name: 'complete-signup-photo', openedBy: 'newcomer', path: '/complete-signup' },
  { name: 'complete-signup-cropper', openedBy: 'newcomer', path: '/complete-signup', setUp: goToCropper },
  { name: 'complete-signup-about', openedBy: 'newcomer', path: '/complete-signup?step=about' },
  { name: 'complete-signup-interests', openedBy: 'newcomer', path: '/complete-signup?step=interests' },
  { name: 'complete-signup-location', openedBy: 'newcomer', path: '/complete-signup?step=location' },
  { name: 'complete-signup-intention', openedBy: 'newcomer', path: '/complete-signup?step=intention' },
  { name: 'complete-signup-confirm', openedBy: 'newcomer', path: '/complete-signup?step=confirm' },
  { name: 'signup-matches', openedBy: 'newcomer', path: '/signup-matches' },
]

async function fillEmailWrongly({ page, t }: ScreenContext) {
  await fillEmail(page, t, { email: 'not an address' })
  await page.getByText(t('errors.accounts.email_invalid')).waitFor()
}

async function goToName({ page, t }: ScreenContext) {
  await fillEmail(page, t, newPerson())
  await page.getByLabel(t('signup.fields.name'), { exact: true }).waitFor()
}

async function goToBirthErrors(context: ScreenContext) {
  await goToName(context)
  const { page, t } = context
  await fillPerson(page, t, newPerson({ birthDate: ['31', '2', '1990'] }))
  await page.getByText(t('errors.profiles.birth_date_invalid')).waitFor()
}

async function goToMeet({ page, t }: ScreenContext) {
  await fillAccount(page, t, newPerson())
  await page.getByRole('group', { name: t('signup.fields.gender'), exact: true }).waitFor()
}

async function goToPlace(context: ScreenContext) {
  await goToMeet(context)
  await fillMeet(context.page, context.t)
  await context.page.getByLabel(context.t('settings.country')).waitFor()
}

async function goToPassword(context: ScreenContext) {
  await goToMeet(context)
  await fillPlace(context.page, context.t)
  await context.page.getByRole('checkbox').waitFor()
}

async function goToPasswordErrors(context: ScreenContext) {
  await goToPassword(context)
  const { page, t } = context
  await password(page, t).fill('short')
  await press(page, t('signup.submit'))
  await page.getByText(t('errors.signup.terms_required')).waitFor()
}

async function goToCropper({ page, t }: ScreenContext) {
  await choosePhoto(page, t, { name: 'me.jpg', bytes: await sampleImage() })
  await page.getByLabel(t('profiles.picker.zoom')).waitFor()
}

/** A visitor wants to like the member, and chooses to sign up. */
async function openSignupDialog({ page, t }: ScreenContext) {
  await press(page, t('likes.like'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('profiles-member.signup') })
    .click()
  await page.getByRole('dialog').getByRole('textbox').first().waitFor()
}
