import type { Page } from '@playwright/test'
import { unlikeProfile } from '#contract/likes.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { callsTo } from '#tests/support/site-calls.ts'
import type { Translate } from '#tests/support/translator.ts'
import type { Personas } from './personas.ts'
import { visit, waitForHydration } from './screen.ts'
import { choosePhoto, fillAccount, fillPlace, newPerson, press } from './signup-steps.ts'
import { logIn, openAccountMenu } from './steps.ts'

/** What the functions of a screen work with. */
export interface ScreenContext {
  page: Page
  t: Translate
  personas: Personas
  origin: string
}

export interface Screen {
  name: string
  openedBy: 'visitor' | 'free' | 'premium' | 'newcomer' | 'poor' | 'buyer' | 'blocked' | 'admired'
  path: string | ((personas: Personas) => string)
  /** Leads from the path to the state that is meant. */
  setUp?: (context: ScreenContext) => Promise<void>
  /** Undoes what `setUp` has changed in the data. */
  cleanUp?: (context: ScreenContext) => Promise<void>
  /** Error replies that belong to the screen: status and beginning of the path. */
  errors?: readonly (readonly [status: number, path: string])[]
  /** Contains an iframe without scripts, in which axe cannot run. */
  blocksScripts?: boolean
  /** The screen is as high as the window, or something lies over it. */
  isWindowHigh?: boolean
}

/** Every screen and its states. */
export const screens: readonly Screen[] = [
  { name: 'home', openedBy: 'visitor', path: '/' },
  { name: 'language-menu', openedBy: 'visitor', path: '/', setUp: openLanguages, isWindowHigh: true },
  { name: 'login', openedBy: 'visitor', path: '/login' },
  { name: 'login-failed', openedBy: 'visitor', path: '/login', setUp: failToLogIn, errors: [[401, '/api/user']] },
  { name: 'signup-account', openedBy: 'visitor', path: '/signup' },
  { name: 'signup-account-errors', openedBy: 'visitor', path: '/signup', setUp: fillAccountWrongly },
  { name: 'signup-place', openedBy: 'visitor', path: '/signup', setUp: goToPlace },
  { name: 'signup-place-errors', openedBy: 'visitor', path: '/signup', setUp: goToPlaceErrors },
  { name: 'signup-photo', openedBy: 'visitor', path: '/signup', setUp: goToPhoto },
  { name: 'signup-photo-chosen', openedBy: 'visitor', path: '/signup', setUp: goToChosenPhoto },
  {
    name: 'signup-photo-errors',
    openedBy: 'visitor',
    path: '/signup',
    setUp: goToPhotoErrors,
    errors: [[415, '/api/signup']],
  },
  { name: 'mailbox', openedBy: 'visitor', path: '/dev/mailbox' },
  {
    name: 'mailbox-mail',
    openedBy: 'visitor',
    path: '/dev/mailbox',
    setUp: ({ page }) => page.locator('nav a').first().click(),
    blocksScripts: true,
  },
  { name: 'activate-done', openedBy: 'free', path: '/activate/done' },
  { name: 'activate-error', openedBy: 'visitor', path: '/activate/error' },
  { name: 'activate-error-newcomer', openedBy: 'newcomer', path: '/activate/error' },
  { name: 'members', openedBy: 'free', path: '/members' },
  { name: 'members-visitor', openedBy: 'visitor', path: '/members' },
  { name: 'members-newcomer', openedBy: 'newcomer', path: '/members' },
  { name: 'members-filters', openedBy: 'free', path: '/members', setUp: openFilters, isWindowHigh: true },
  { name: 'members-filtered', openedBy: 'free', path: '/members?minAge=20&maxAge=60&gender=female' },
  { name: 'members-none', openedBy: 'free', path: '/members?minAge=98&maxAge=99' },
  { name: 'account-menu', openedBy: 'free', path: '/members', setUp: openAccount, isWindowHigh: true },
  { name: 'member', openedBy: 'free', path: ({ strangerId }) => `/members/${strangerId}` },
  {
    name: 'member-locked',
    openedBy: 'free',
    path: ({ premium }) => `/members/${premium.profileId}`,
    setUp: showLastPhoto,
  },
  { name: 'member-premium', openedBy: 'premium', path: ({ free }) => `/members/${free.profileId}` },
  { name: 'member-visitor', openedBy: 'visitor', path: ({ premium }) => `/members/${premium.profileId}` },
  {
    name: 'member-blocked',
    openedBy: 'blocked',
    path: ({ blocker }) => `/members/${blocker.profileId}`,
    errors: [[403, '/members/']],
  },
  {
    name: 'block-question',
    openedBy: 'free',
    path: ({ strangerId }) => `/members/${strangerId}`,
    setUp: openFirstEntryOfMore,
    isWindowHigh: true,
  },
  { name: 'likes-received', openedBy: 'free', path: '/likes' },
  { name: 'likes-new', openedBy: 'admired', path: '/likes' },
  { name: 'likes-sent', openedBy: 'free', path: '/likes/sent' },
  { name: 'likes-matches', openedBy: 'free', path: '/likes/matches' },
  { name: 'likes-none', openedBy: 'newcomer', path: '/likes' },
  {
    name: 'match',
    openedBy: 'admired',
    path: ({ admirer }) => `/members/${admirer.profileId}`,
    setUp: like,
    cleanUp: unlike,
    isWindowHigh: true,
  },
  { name: 'chats', openedBy: 'free', path: '/chats', isWindowHigh: true },
  { name: 'chats-unread', openedBy: 'poor', path: '/chats', isWindowHigh: true },
  { name: 'chats-none', openedBy: 'newcomer', path: '/chats', isWindowHigh: true },
  {
    name: 'conversation',
    openedBy: 'free',
    path: ({ conversationId }) => `/chats/${conversationId}`,
    isWindowHigh: true,
  },
  {
    name: 'conversation-delete-question',
    openedBy: 'free',
    path: ({ conversationId }) => `/chats/${conversationId}`,
    setUp: askToDelete,
    isWindowHigh: true,
  },
  {
    name: 'conversation-first',
    openedBy: 'free',
    path: ({ strangerId }) => `/members/${strangerId}/chat`,
    isWindowHigh: true,
  },
  {
    name: 'conversation-no-credits',
    openedBy: 'poor',
    path: ({ blocker }) => `/members/${blocker.profileId}/chat`,
    isWindowHigh: true,
  },
  {
    name: 'conversation-failed',
    openedBy: 'poor',
    path: ({ blocker }) => `/members/${blocker.profileId}/chat`,
    setUp: sendWithoutCredits,
    errors: [[402, '/api/members/']],
    isWindowHigh: true,
  },
  { name: 'credits', openedBy: 'free', path: '/credits' },
  { name: 'credits-with-purchases', openedBy: 'buyer', path: '/credits' },
  { name: 'checkout', openedBy: 'free', path: '/credits/p1' },
  { name: 'sandbox', openedBy: 'buyer', path: ({ checkouts }) => checkouts.open },
  { name: 'sandbox-over', openedBy: 'buyer', path: ({ checkouts }) => checkouts.completed },
  { name: 'transaction-pending', openedBy: 'buyer', path: ({ orders }) => `/transactions/${orders.pending}` },
  { name: 'transaction-completed', openedBy: 'buyer', path: ({ orders }) => `/transactions/${orders.completed}` },
  { name: 'transaction-failed', openedBy: 'buyer', path: ({ orders }) => `/transactions/${orders.failed}` },
  { name: 'transaction-cancelled', openedBy: 'buyer', path: ({ orders }) => `/transactions/${orders.cancelled}` },
  { name: 'premium', openedBy: 'free', path: '/premium' },
  { name: 'premium-already', openedBy: 'premium', path: '/premium' },
  { name: 'premium-visitor', openedBy: 'visitor', path: '/premium' },
  { name: 'pricing', openedBy: 'visitor', path: '/pricing' },
  { name: 'profile', openedBy: 'premium', path: '/profile' },
  { name: 'profile-new', openedBy: 'newcomer', path: '/profile' },
  { name: 'profile-saved', openedBy: 'admired', path: '/profile', setUp: saveProfile, isWindowHigh: true },
  { name: 'settings', openedBy: 'free', path: '/notifications' },
  { name: 'not-found', openedBy: 'visitor', path: '/nowhere/at-all', errors: [[404, '/nowhere']] },
  { name: 'not-found-member', openedBy: 'free', path: '/nowhere/at-all', errors: [[404, '/nowhere']] },
  { name: 'server-error', openedBy: 'free', path: '/likes', setUp: failToLoad, errors: [[500, '/api/profile']] },
  ...(['terms', 'privacy', 'cookies', 'faq', 'service'] as const).map((name) => ({
    name,
    openedBy: 'visitor' as const,
    path: `/${name}`,
  })),
]

/** Opens the screen and brings it to its state. The mailbox and the sandbox are plain pages without React. */
export async function openScreen(screen: Screen, context: ScreenContext) {
  const path = typeof screen.path === 'string' ? screen.path : screen.path(context.personas)
  if (/^\/(dev|sandbox)\//.test(path)) await context.page.goto(path)
  else await visit(context.page, path)
  await screen.setUp?.(context)
}

async function openLanguages({ page, t }: ScreenContext) {
  // The button's name goes on with the current language.
  await page.getByRole('button', { name: new RegExp(`^${t('shell.language.label')}`) }).click()
  await page.getByRole('menu').waitFor()
}

async function openAccount({ page, t }: ScreenContext) {
  await (await openAccountMenu(page, t)).waitFor()
}

async function failToLogIn({ page, t }: ScreenContext) {
  await logIn(page, t, { email: newPerson().email, password: 'not a password' })
  await page.getByRole('alert').waitFor()
}

async function fillAccountWrongly({ page, t }: ScreenContext) {
  const wrong = newPerson({ email: 'not an address', name: '@', birthDate: ['31', '2', '2020'], password: 'short' })
  await fillAccount(page, t, wrong)
}

async function goToPlace({ page, t }: ScreenContext) {
  await fillAccount(page, t, newPerson())
  await page.getByLabel(t('profiles.own.city')).waitFor()
}

async function goToPlaceErrors(context: ScreenContext) {
  await goToPlace(context)
  await press(context.page, context.t('signup.next'))
}

async function goToPhoto(context: ScreenContext) {
  await goToPlace(context)
  await fillPlace(context.page, context.t)
  await context.page.getByRole('checkbox').waitFor()
}

async function goToChosenPhoto(context: ScreenContext) {
  await goToPhoto(context)
  await choosePhoto(context.page, context.t, { name: 'me.jpg', bytes: await sampleImage() })
  await context.page.getByRole('checkbox').check()
}

async function goToPhotoErrors(context: ScreenContext) {
  const { page, t } = context
  await goToPhoto(context)
  await page.getByRole('checkbox').check()
  await choosePhoto(page, t, { name: 'poem.jpg', bytes: Buffer.from('Roses are red, and this is text.') })
  await press(page, t('signup.submit'))
  await page.getByText(t('errors.profiles.photo_not_an_image')).waitFor()
}

async function openFilters({ page, t }: ScreenContext) {
  const button = page.getByRole('button', { name: t('search.filter'), exact: true })
  // A wide screen shows them without a press.
  if (await button.isVisible()) await button.click()
}

async function showLastPhoto({ page, t }: ScreenContext) {
  await page
    .getByRole('region', { name: t('profiles.gallery') })
    .getByRole('list')
    .focus()
  for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('ArrowRight')
}

async function openMore({ page, t }: ScreenContext) {
  await page
    .getByRole('main')
    .getByRole('button', { name: t('common.more'), exact: true })
    .click()
}

async function openFirstEntryOfMore(context: ScreenContext) {
  await openMore(context)
  await context.page.getByRole('menuitem').first().click()
  await context.page.getByRole('alertdialog').waitFor()
}

async function askToDelete(context: ScreenContext) {
  await openMore(context)
  await context.page.getByRole('menuitem', { name: context.t('chat.delete.action') }).click()
  await context.page.getByRole('alertdialog').waitFor()
}

async function sendWithoutCredits({ page, t }: ScreenContext) {
  await page.getByLabel(t('chat.composer.label', { name: 'Ada' }), { exact: true }).fill('Hello Ada')
  await page.getByRole('button', { name: t('chat.composer.send', { count: 2 }), exact: true }).click()
  await page.getByRole('button', { name: t('chat.retry') }).waitFor()
}

async function saveProfile({ page, t }: ScreenContext) {
  await press(page, t('common.save'))
  await page.getByText(t('profiles.own.saved')).waitFor()
}

async function failToLoad({ page, t }: ScreenContext) {
  await page.route('/api/profile', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'request.failed', fields: {} } } }),
  )
  const menu = await openAccountMenu(page, t)
  await menu.getByRole('menuitem', { name: t('shell.account.profile') }).click()
  await page.getByText('500', { exact: true }).waitFor()
}

async function like({ page, t }: ScreenContext) {
  await waitForHydration(page)
  await page.getByRole('button', { name: t('likes.like'), exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

async function unlike({ personas: { admired, admirer }, origin }: ScreenContext) {
  await callsTo(origin, admired)(unlikeProfile, { params: { profileId: admirer.profileId } })
}
