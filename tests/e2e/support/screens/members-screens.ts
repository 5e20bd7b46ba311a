import { unlikeProfile } from '#contract/likes/calls.ts'
import { addVisit } from '#contract/profiles/visit-calls.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import { waitForHydration } from '../screen.ts'
import { barLink } from '../steps.ts'
import { openMore } from './shared-steps.ts'
import type { Screen, ScreenContext } from './screen-type.ts'

const manyFilters = '/members?minAge=20&maxAge=60&online=true&photo=true&near=100&eyeColour=blue,green&tattoos=none'

export const membersScreens: readonly Screen[] = [
  { name: 'swipe-game', openedBy: 'free', path: '/swipe-game' },
  { name: 'match-finder', openedBy: 'free', path: '/match-finder' },
  { name: 'match-finder-interests', openedBy: 'free', path: '/match-finder?step=interests' },
  { name: 'match-finder-results', openedBy: 'free', path: '/match-finder?step=results' },
  { name: 'match-finder-none', openedBy: 'free', path: '/match-finder?minAge=99&maxAge=99&step=results' },
  { name: 'members', openedBy: 'free', path: '/members' },
  { name: 'members-visitor', openedBy: 'visitor', path: '/members' },
  { name: 'members-newcomer', openedBy: 'newcomer', path: '/members' },
  { name: 'members-filters', openedBy: 'free', path: '/members', setUp: openFilters, isWindowHigh: true },
  { name: 'members-filtered', openedBy: 'free', path: '/members?minAge=20&maxAge=60&gender=female' },
  { name: 'members-all-filters', openedBy: 'free', path: manyFilters, setUp: openFilters, isWindowHigh: true },
  { name: 'members-none', openedBy: 'free', path: '/members?minAge=98&maxAge=99' },
  { name: 'members-past', openedBy: 'free', path: '/members?page=40' },
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
  {
    name: 'report',
    openedBy: 'free',
    path: ({ strangerId }) => `/members/${strangerId}`,
    setUp: openReport,
    isWindowHigh: true,
  },
  {
    name: 'report-errors',
    openedBy: 'free',
    path: ({ strangerId }) => `/members/${strangerId}`,
    setUp: sendEmptyReport,
    isWindowHigh: true,
  },
  {
    name: 'report-done',
    openedBy: 'free',
    path: ({ strangerId }) => `/members/${strangerId}`,
    setUp: sendReport,
    isWindowHigh: true,
  },
  {
    name: 'member-visitor-like',
    openedBy: 'visitor',
    path: ({ premium }) => `/members/${premium.profileId}`,
    setUp: likeAsVisitor,
    isWindowHigh: true,
  },
  { name: 'profile-preview', openedBy: 'premium', path: '/profile/preview?as=free' },
  { name: 'visitors', openedBy: 'premium', path: '/profile/visitors', setUp: waitForVisitor },
  { name: 'visitors-none', openedBy: 'newcomer', path: '/profile/visitors' },
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
]

async function openAccount({ page, t }: ScreenContext) {
  // A phone has a page in its place.
  await page
    .getByRole('button', { name: t('shell.account.label'), exact: true })
    .or(barLink(page, t, 'me'))
    .click()
  await page.getByText(t('shell.account.logout')).waitFor()
}

async function openReport({ page, t }: ScreenContext) {
  await page.getByRole('button', { name: t('common.more'), exact: true }).click()
  await page.getByRole('menuitem').last().click()
  await page.getByRole('dialog').getByRole('radio').first().waitFor()
}

async function sendEmptyReport(context: ScreenContext) {
  const { page, t } = context
  await openReport(context)
  await page.getByRole('button', { name: t('reports.submit') }).click()
  await page.getByText(t('reports.reasonRequired')).waitFor()
}

async function sendReport(context: ScreenContext) {
  const { page, t } = context
  await openReport(context)
  await page.getByRole('radio').first().check()
  await page.getByRole('button', { name: t('reports.submit') }).click()
  await page.getByRole('heading', { name: t('reports.done.title') }).waitFor()
}

async function likeAsVisitor({ page, t }: ScreenContext) {
  await page.getByRole('button', { name: t('likes.like'), exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

async function waitForVisitor({ page, personas, origin }: ScreenContext) {
  await callsTo(origin, personas.free)(addVisit, { params: { profileId: personas.premium.profileId } })
  await page.reload()
  await waitForHydration(page)
  await page.getByRole('main').getByRole('link').first().waitFor()
}

async function openFilters({ page, t }: ScreenContext) {
  const button = page.getByRole('button', { name: t('search.filter'), exact: true })
  // A wide screen shows them without a press.
  if (!(await button.isVisible())) return
  await button.click()
  await page.getByRole('dialog').waitFor()
}

async function showLastPhoto({ page, t }: ScreenContext) {
  await waitForHydration(page)
  await page.getByRole('button', { name: t('profiles.enlarge', { number: 3 }) }).click()
  await page.getByRole('dialog').waitFor()
}

async function openFirstEntryOfMore(context: ScreenContext) {
  await openMore(context)
  await context.page.getByRole('menuitem').first().click()
  await context.page.getByRole('alertdialog').waitFor()
}

/** Also forgets that the two were notified, because a match is announced once a day only (LIKE-7). */
async function unlike({ personas: { admired, admirer }, origin, testSite }: ScreenContext) {
  await callsTo(origin, admired)(unlikeProfile, { params: { profileId: admirer.profileId } })
  const userIds = [admired.userId, admirer.userId]
  await testSite.db.deleteFrom('likeNotices').where('userId', 'in', userIds).where('otherId', 'in', userIds).execute()
}

async function like({ page, t }: ScreenContext) {
  await waitForHydration(page)
  await page.getByRole('button', { name: t('likes.like'), exact: true }).click()
  await page.getByRole('dialog').waitFor()
}
