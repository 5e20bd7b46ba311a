import type { Page } from '@playwright/test'
import { unlikeProfile } from '#contract/likes.ts'
import { choosePhoto, fillAccount, fillPlace, press, somebody } from './signup-steps.ts'
import { waitForHydration, visit } from './screen.ts'
import { logIn, openAccountMenu } from './steps.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { callsTo } from '#tests/support/site-calls.ts'
import type { Translate } from '#tests/support/translator.ts'
import type { Personas } from './personas.ts'

type Who = 'visitor' | 'free' | 'premium' | 'newcomer' | 'poor' | 'buyer' | 'blocked'

/** What a screen has at hand when it is opened. */
export interface Stage {
  page: Page
  t: Translate
  personas: Personas
  origin: string
}

export interface Screen {
  /** Names the pictures. */
  name: string
  who: Who
  path: string | ((personas: Personas) => string)
  /** From the path to what the picture shows. */
  act?: (stage: Stage) => Promise<void>
  /** Undoes what the act has left in the data. */
  undo?: (stage: Stage) => Promise<void>
  /** Only what fits on the screen: something fills it, or lies over it. */
  isOneScreen?: boolean
}

/** Every screen and its states, in the order of the visit. */
export const screens: readonly Screen[] = [
  { name: 'home', who: 'visitor', path: '/' },
  { name: 'language-menu', who: 'visitor', path: '/', act: openLanguages, isOneScreen: true },
  { name: 'login', who: 'visitor', path: '/login' },
  { name: 'login-failed', who: 'visitor', path: '/login', act: failToLogIn },
  { name: 'signup-account', who: 'visitor', path: '/signup' },
  { name: 'signup-account-errors', who: 'visitor', path: '/signup', act: signUpWrongly },
  { name: 'signup-place', who: 'visitor', path: '/signup', act: goToPlace },
  { name: 'signup-place-errors', who: 'visitor', path: '/signup', act: goToPlaceErrors },
  { name: 'signup-photo', who: 'visitor', path: '/signup', act: goToPhoto },
  { name: 'signup-photo-chosen', who: 'visitor', path: '/signup', act: goToChosenPhoto },
  { name: 'signup-photo-errors', who: 'visitor', path: '/signup', act: goToPhotoErrors },
  { name: 'mailbox', who: 'visitor', path: '/dev/mailbox' },
  {
    name: 'mailbox-mail',
    who: 'visitor',
    path: '/dev/mailbox',
    act: ({ page }) => page.locator('nav a').first().click(),
  },
  { name: 'activate-done', who: 'free', path: '/activate/done' },
  { name: 'activate-error', who: 'visitor', path: '/activate/error' },
  { name: 'activate-error-newcomer', who: 'newcomer', path: '/activate/error' },
  { name: 'members', who: 'free', path: '/members' },
  { name: 'members-visitor', who: 'visitor', path: '/members' },
  { name: 'members-newcomer', who: 'newcomer', path: '/members' },
  { name: 'members-filters', who: 'free', path: '/members', act: openFilters, isOneScreen: true },
  { name: 'members-nobody', who: 'free', path: '/members?minAge=98&maxAge=99' },
  { name: 'account-menu', who: 'free', path: '/members', act: openAccount, isOneScreen: true },
  { name: 'member', who: 'free', path: ({ strangerId }) => `/members/${strangerId}` },
  { name: 'member-locked', who: 'free', path: ({ premium }) => `/members/${premium.profileId}`, act: showLastPhoto },
  { name: 'member-premium', who: 'premium', path: ({ free }) => `/members/${free.profileId}` },
  { name: 'member-visitor', who: 'visitor', path: ({ premium }) => `/members/${premium.profileId}` },
  { name: 'member-blocked', who: 'blocked', path: ({ blocker }) => `/members/${blocker.profileId}` },
  {
    name: 'block-question',
    who: 'free',
    path: ({ strangerId }) => `/members/${strangerId}`,
    act: askToBlock,
    isOneScreen: true,
  },
  { name: 'likes-received', who: 'free', path: '/likes' },
  { name: 'likes-sent', who: 'free', path: '/likes/sent' },
  { name: 'likes-matches', who: 'free', path: '/likes/matches' },
  { name: 'likes-none', who: 'newcomer', path: '/likes' },
  {
    name: 'match',
    who: 'free',
    path: ({ premium }) => `/members/${premium.profileId}`,
    act: like,
    undo: takeLikeBack,
    isOneScreen: true,
  },
  { name: 'chats', who: 'free', path: '/chats', isOneScreen: true },
  { name: 'chats-none', who: 'newcomer', path: '/chats', isOneScreen: true },
  { name: 'conversation', who: 'free', path: ({ conversationId }) => `/chats/${conversationId}`, isOneScreen: true },
  {
    name: 'conversation-first',
    who: 'free',
    path: ({ strangerId }) => `/members/${strangerId}/chat`,
    isOneScreen: true,
  },
  {
    name: 'conversation-no-credits',
    who: 'poor',
    path: ({ premium }) => `/members/${premium.profileId}/chat`,
    isOneScreen: true,
  },
  { name: 'credits', who: 'free', path: '/credits' },
  { name: 'credits-with-purchases', who: 'buyer', path: '/credits' },
  { name: 'checkout', who: 'free', path: '/credits/p1' },
  { name: 'sandbox', who: 'buyer', path: ({ checkouts }) => checkouts.open },
  { name: 'sandbox-over', who: 'buyer', path: ({ checkouts }) => checkouts.completed },
  { name: 'transaction-pending', who: 'buyer', path: ({ orders }) => `/transactions/${orders.pending}` },
  { name: 'transaction-completed', who: 'buyer', path: ({ orders }) => `/transactions/${orders.completed}` },
  { name: 'transaction-failed', who: 'buyer', path: ({ orders }) => `/transactions/${orders.failed}` },
  { name: 'transaction-cancelled', who: 'buyer', path: ({ orders }) => `/transactions/${orders.cancelled}` },
  { name: 'premium', who: 'free', path: '/premium' },
  { name: 'premium-already', who: 'premium', path: '/premium' },
  { name: 'pricing', who: 'visitor', path: '/pricing' },
  { name: 'profile', who: 'premium', path: '/profile' },
  { name: 'profile-new', who: 'newcomer', path: '/profile' },
  { name: 'settings', who: 'free', path: '/notifications' },
  { name: 'not-found', who: 'visitor', path: '/nowhere/at-all' },
  { name: 'not-found-member', who: 'free', path: '/nowhere/at-all' },
  ...(['terms', 'privacy', 'cookies', 'faq', 'service'] as const).map((name) => ({
    name,
    who: 'visitor' as const,
    path: `/${name}`,
  })),
]

/** Opens the screen and brings it to its state. The mailbox and the sandbox are plain pages. */
export async function openScreen(screen: Screen, stage: Stage) {
  const path = typeof screen.path === 'string' ? screen.path : screen.path(stage.personas)
  if (/^\/(dev|sandbox)\//.test(path)) await stage.page.goto(path)
  else await visit(stage.page, path)
  await screen.act?.(stage)
}

async function openLanguages({ page, t }: Stage) {
  // The button names the language of now behind the word.
  await page.getByRole('button', { name: new RegExp(`^${t('shell.language.label')}`) }).click()
  await page.getByRole('menu').waitFor()
}

async function openAccount({ page, t }: Stage) {
  await (await openAccountMenu(page, t)).waitFor()
}

async function failToLogIn({ page, t }: Stage) {
  await logIn(page, t, { email: 'nobody@example.com', password: 'not a password' })
  await page.getByRole('alert').waitFor()
}

async function signUpWrongly({ page, t }: Stage) {
  const wrong = somebody({ email: 'not an address', name: '@', birthDate: ['31', '2', '2020'], password: 'short' })
  await fillAccount(page, t, wrong)
}

async function goToPlace({ page, t }: Stage) {
  await fillAccount(page, t, somebody())
  await page.getByLabel(t('signup.fields.city')).waitFor()
}

async function goToPlaceErrors(stage: Stage) {
  await goToPlace(stage)
  await press(stage.page, stage.t('signup.next'))
}

async function goToPhoto(stage: Stage) {
  await goToPlace(stage)
  await fillPlace(stage.page, stage.t)
  await stage.page.getByRole('checkbox').waitFor()
}

async function goToChosenPhoto(stage: Stage) {
  await goToPhoto(stage)
  await choosePhoto(stage.page, stage.t, { name: 'me.jpg', bytes: await sampleImage() })
  await stage.page.getByRole('checkbox').check()
}

async function goToPhotoErrors(stage: Stage) {
  const { page, t } = stage
  await goToPhoto(stage)
  await page.getByRole('checkbox').check()
  await choosePhoto(page, t, { name: 'poem.jpg', bytes: Buffer.from('Roses are red, and this is no picture.') })
  await press(page, t('signup.submit'))
  await page.getByText(t('errors.profiles.photo_not_an_image')).waitFor()
}

async function openFilters({ page, t }: Stage) {
  const button = page.getByRole('button', { name: t('search.filter'), exact: true })
  // On a wide screen they are there already.
  if (await button.isVisible()) await button.click()
}

async function showLastPhoto({ page, t }: Stage) {
  await page
    .getByRole('region', { name: t('profiles.gallery') })
    .getByRole('list')
    .focus()
  for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('ArrowRight')
}

async function askToBlock({ page, t }: Stage) {
  await page
    .getByRole('main')
    .getByRole('button', { name: t('common.more'), exact: true })
    .click()
  await page.getByRole('menuitem').first().click()
  await page.getByRole('alertdialog').waitFor()
}

async function like({ page, t }: Stage) {
  await waitForHydration(page)
  await page.getByRole('button', { name: t('likes.like'), exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

async function takeLikeBack({ personas: { free, premium }, origin }: Stage) {
  await callsTo(origin, free)(unlikeProfile, { params: { profileId: premium.profileId } })
}
