import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { reportProfile } from '#contract/moderation/calls.ts'
import { claimCase, decideCase } from '#contract/operator/moderation/calls.ts'
import { requestRemoval } from '#contract/moderation/removal-calls.ts'
import { sendComplaint } from '#contract/pages/calls.ts'
import type { AppContext } from '#server/context.ts'
import type { Member } from '#tests/support/builders.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import type { Translate } from '#tests/support/fakes/translator.ts'
import { buildOperator } from '#tests/support/operators.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { expectAccessible, untilHydrated, visit } from '../support/screen.ts'
import { logIn } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

/** The latest case about a member, of a kind. */
async function caseAbout({ db }: AppContext, { userId }: Member, kind = 'report') {
  const cases = db.selectFrom('moderationCases').select('reference').where('subjectId', '=', userId)
  return (await cases.where('kind', '=', kind).orderBy('id', 'desc').executeTakeFirstOrThrow()).reference
}

async function statementFor({ db }: AppContext, { userId }: Member) {
  const parties = db.selectFrom('moderationParties').select('reference').where('userId', '=', userId)
  return (await parties.where('role', '=', 'subject').executeTakeFirstOrThrow()).reference
}

/** Every page leads the member to a decision, until it was on the screen. */
async function readReminded(page: Page, t: Translate) {
  await visit(page, '/likes')
  const reminder = page.getByText(t('decisions.subjectTitle'))
  await expect(reminder).toBeVisible()
  await expectAccessible(page)
  const link = page.getByRole('link', { name: t('decisions.open') })
  await untilHydrated(link)
  const seen = page.waitForResponse((reply) => reply.url().endsWith('/api/decisions/seen'))
  await link.click()
  await expect(page).toHaveURL('/decisions')
  await expect(page.getByText(t('decisions.rule', { violation: 'scam' }))).toBeVisible()
  await seen
  await visit(page, '/likes')
  await expect(reminder).toHaveCount(0)
}

/** Without cases of its kind after it: the operator does not claim a case that another test works on. */
const casePath = (reference: string) => `/operator/cases/${reference}?kind=photo`

async function reportWithScreenshot(page: Page, t: Translate, { profileId, name }: Member) {
  await visit(page, `/members/${profileId}`)
  await page.getByRole('button', { name: t('common.more') }).click()
  await page.getByRole('menuitem', { name: t('moderation.report', { name }) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('reports.reasons.scam')).check()
  await dialog.getByLabel(t('reports.text')).fill('Asked me for gift cards.')
  const file = dialog.locator('input[type=file]')
  await file.setInputFiles({ name: 'chat.jpg', mimeType: 'image/jpeg', buffer: await sampleImage() })
  await dialog.getByRole('button', { name: t('reports.submit') }).click()
  await expect(dialog.getByRole('heading', { name: t('reports.done.title') })).toBeVisible()
}

test(
  'a report is decided, the member reads why and appeals, and another operator reverses the decision',
  { tag: '@phone' },
  async ({ open, build, t, testSite, watch }) => {
    const odile = await build({ name: 'Odile', about: 'Gift cards are welcome' })
    await reportWithScreenshot(await open(await build({ gender: 'male' })), t, odile)
    const reference = await caseAbout(testSite, odile)
    // The rule that is missing at first.
    watch.expectError(422, `/api/operator/cases/${reference}/decision`)

    const moderator = await buildOperator(testSite, { role: 'moderator' })
    const page = await open(moderator)
    await visit(page, '/operator/cases?kind=report')
    const row = page.getByRole('link', { name: reference })
    await expect(row).toBeVisible()
    await expectAccessible(page)
    await row.click()
    await expect(page).toHaveURL(`/operator/cases/${reference}?kind=report`)
    await visit(page, casePath(reference))
    await expect(page.getByText('Asked me for gift cards.')).toBeVisible()
    await expect(page.getByText('Gift cards are welcome')).toBeVisible()
    const imageName = t('operator-cases.case.image', { number: 1 })
    await expect(page.getByRole('button', { name: t('operator.cover.show', { name: imageName }) })).toBeVisible()
    await page.getByLabel(t('operator-cases.notes.label')).fill('Same text as last week.')
    await page.getByRole('button', { name: t('operator-cases.notes.add') }).click()
    await expect(page.getByText('Same text as last week.')).toBeVisible()
    await page.keyboard.press('v')
    await expect(page.getByRole('button', { name: t('operator.cover.hide', { name: imageName }) })).toBeFocused()

    const submit = page.getByRole('button', { name: t('operator-cases.decision.submit') })
    await expect(submit).toBeDisabled()
    await page.getByRole('button', { name: t('operator-cases.case.claim') }).click()
    await page.getByLabel(t('operator-cases.decision.options.hide')).check()
    const rule = page.getByLabel(t('operator-cases.decision.violation'))
    await expect(rule).toBeVisible()
    await page.keyboard.press('r')
    await expect(rule).toBeFocused()
    await submit.click()
    await expect(rule).toHaveAccessibleDescription(t('errors.moderation.violation_required'))
    await rule.selectOption(t('operator-cases.violations.scam'))
    await page.getByLabel(t('operator-cases.decision.legalGround')).fill('Article 326 of the Criminal Code')
    await expectAccessible(page)
    await rule.press('Control+Enter')
    await expect(page).toHaveURL('/operator/cases')
    await readReminded(await open(odile), t)

    const reader = await open()
    const statement = await statementFor(testSite, odile)
    await visit(reader, `/decisions/${statement}`)
    await expect(
      reader.getByText(t('decisions.measure', { measure: 'hide', content: 'profile_text', until: '' })),
    ).toBeVisible()
    await expect(reader.getByText(t('decisions.law', { ground: 'Article 326 of the Criminal Code' }))).toBeVisible()
    await reader.getByLabel(t('decisions.appeal.text')).fill('That was a joke.')
    await reader.getByRole('button', { name: t('decisions.appeal.send') }).click()
    await expect(reader.getByText(t('decisions.appeal.open'))).toBeVisible()
    await expect(reader.getByRole('heading', { name: t('decisions.appeal.title') })).toBeFocused()

    const appeal = await caseAbout(testSite, odile, 'appeal')
    await visit(page, casePath(appeal))
    await expect(page.getByText(t('operator-cases.case.excluded'))).toBeVisible()
    await expect(page.getByRole('button', { name: t('operator-cases.case.claim') })).toHaveCount(0)

    const other = await open(await buildOperator(testSite, { role: 'manager' }))
    await visit(other, casePath(appeal))
    await expect(other.getByText('That was a joke.')).toBeVisible()
    await other.getByRole('button', { name: t('operator-cases.case.claim') }).click()
    await other.getByLabel(t('operator-cases.decision.options.reverse')).check()
    await other.getByRole('button', { name: t('operator-cases.decision.submit') }).click()
    await expect(other).toHaveURL('/operator/cases')
    await visit(reader, `/decisions/${statement}`)
    await expect(reader.getByText(t('decisions.reversed'))).toBeVisible()
  },
)

test('a case is decided by keys alone, and the next one opens', async ({ open, t, testSite, origin, watch }) => {
  const references: string[] = []
  for (const text of ['My invoice is missing', 'My invoice is wrong']) {
    const email = `${randomUUID()}@example.com`
    const body = { clientId: randomUUID(), topic: 'payment', name: 'Vi', email, text, language: 'en' } as const
    const { complaint } = await callsTo(origin)(sendComplaint, { body })
    const party = testSite.db
      .selectFrom('moderationParties as p')
      .innerJoin('moderationCases as c', 'c.id', 'p.caseId')
      .select('c.reference')
      .where('p.reference', '=', complaint.id)
    references.push((await party.executeTakeFirstOrThrow()).reference)
  }
  const [first = ''] = references
  // The answer that is missing at first.
  watch.expectError(422, `/api/operator/cases/${first}/decision`)
  // The operator of another test may be faster with the next case.
  watch.acceptError(409, '/api/operator/cases/')
  const page = await open(await buildOperator(testSite, { role: 'moderator' }))
  await visit(page, `/operator/cases/${first}?kind=complaint`)
  await page.keyboard.press('c')
  await expect(page.getByRole('button', { name: t('operator-cases.case.skip') })).toBeVisible()
  await page.keyboard.press('d')
  await expect(page.getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('2')
  await expect(page.getByLabel(t('operator-cases.decision.options.resolve'))).toBeChecked()
  await page.keyboard.press('Enter')
  const reply = page.getByLabel(t('operator-cases.decision.reply'), { exact: true })
  await expect(reply).toHaveAccessibleDescription(new RegExp(t('errors.moderation.reply_required')))
  await expect(reply).toBeFocused()
  await page.keyboard.type('It is on its way.')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel(t('operator-cases.decision.note'), { exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: t('operator-cases.decision.submit') })).toBeFocused()
  await page.keyboard.press('Enter')
  // Those of other tests come first perhaps.
  await expect(page).not.toHaveURL(new RegExp(first))
  await expect(page).toHaveURL(/\/operator\/cases\/\w+\?kind=complaint$/)
  await expect(page.getByRole('heading', { name: t('operator-cases.case.complaint') })).toBeVisible()
  await expect(page.getByRole('button', { name: t('operator-cases.case.skip') })).toBeVisible()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
})

test('a suspended member reads at the log-in until when, and opens the reasons', async ({
  build,
  page,
  t,
  testSite,
  origin,
  watch,
}) => {
  const member = await build()
  const call = callsTo(origin, await build({ gender: 'male' }))
  const form = { photoId: null, text: 'Asks for money', isBlocking: false, reason: 'scam' as const }
  await call(reportProfile, { body: { ...form, clientId: randomUUID(), profileId: member.profileId } })
  const params = { reference: await caseAbout(testSite, member) }
  const decide = callsTo(origin, await buildOperator(testSite, { role: 'moderator' }))
  await decide(claimCase, { params })
  const measure = { decision: 'suspend', violation: 'scam', days: 3, note: '' } as const
  await decide(decideCase, { params, body: { clientId: randomUUID(), version: 1, ...measure } })
  const reference = await statementFor(testSite, member)

  watch.expectError(403, '/api/user')
  await visit(page, '/login')
  await logIn(page, t, member)
  await expect(page.getByText(t('errors.accounts.disabled'))).toBeVisible()
  await expect(page.getByText(t('decisions.reference', { reference }))).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: t('decisions.open') }).click()
  await expect(page).toHaveURL(`/decisions/${reference}`)
  await expect(page.getByLabel(t('decisions.appeal.text'))).toBeVisible()
})

test('several cases are decided together, and those that a colleague has are named', async ({
  open,
  build,
  t,
  testSite,
  origin,
}) => {
  const call = callsTo(origin, await build({ gender: 'male' }))
  const references: string[] = []
  for (const member of [await build(), await build()]) {
    const form = { photoId: null, text: 'Advertises', isBlocking: false, reason: 'spam' as const }
    await call(reportProfile, { body: { ...form, clientId: randomUUID(), profileId: member.profileId } })
    references.push(await caseAbout(testSite, member))
  }
  const [first = '', second = ''] = references
  const colleague = await buildOperator(testSite, { role: 'moderator' })
  const page = await open(await buildOperator(testSite, { role: 'moderator' }))
  await visit(page, '/operator/cases?kind=report')
  await page.getByLabel(t('operator-cases.select', { reference: second })).check()
  await page.getByRole('link', { name: first }).focus()
  await page.keyboard.press('x')
  await expect(page.getByLabel(t('operator-cases.select', { reference: first }))).toBeChecked()
  await callsTo(origin, colleague)(claimCase, { params: { reference: second } })
  await page.getByLabel(t('operator-cases.decision.options.none')).check()
  await page.getByRole('button', { name: t('operator-cases.decision.submit') }).click()
  const reason = t('errors.moderation.case_claimed')
  await expect(page.getByText(t('operator-cases.bulk.failed', { reference: second, reason }))).toBeVisible()
  await expect(page.getByRole('link', { name: first })).toHaveCount(0)
  await expectAccessible(page)
})

test(
  'a moderator says which image a request is about and removes it, and sees the numbers of cases',
  { tag: '@phone' },
  async ({ open, build, t, testSite, origin, watch }) => {
    // Invisible: built photos have no files, which pages of other members would show.
    const bob = await build({ name: 'Bob', photos: ['public', 'public'], isInvisible: true })
    const photos = testSite.db.selectFrom('photos').select(['publicId', 'status']).where('userId', '=', bob.userId)
    for (const { publicId } of await photos.execute()) watch.expectError(404, `/api/operator/photos/${publicId}/tile`)
    const form = { place: 'On a profile', text: '', name: '', email: `${randomUUID()}@example.com` }
    const body = { clientId: randomUUID(), isDeclared: true, language: 'en', ...form } as const
    const { request } = await callsTo(origin)(requestRemoval, { body })
    const party = testSite.db
      .selectFrom('moderationParties as p')
      .innerJoin('moderationCases as c', 'c.id', 'p.caseId')
      .select('c.reference')
      .where('p.reference', '=', request.id)
    const { reference } = await party.executeTakeFirstOrThrow()
    // The address that names nothing.
    watch.expectError(422, `/api/operator/cases/${reference}/image`)
    const page = await open(await buildOperator(testSite, { role: 'moderator' }))
    await visit(page, casePath(reference))
    await page.getByRole('button', { name: t('operator-cases.case.claim') }).click()
    const place = page.getByLabel(t('operator-cases.case.place'))
    await place.fill('Somewhere')
    await page.getByRole('button', { name: t('operator-cases.image.set') }).click()
    await expect(place).toHaveAccessibleDescription(new RegExp(t('errors.moderation.image_not_found')))
    await place.fill(`${origin}/members/${bob.profileId}`)
    await page.getByRole('button', { name: t('operator-cases.image.set') }).click()
    await page.getByRole('button', { name: t('operator-cases.image.photo', { number: 2 }) }).click()
    await expectAccessible(page)
    await page.getByLabel(t('operator-cases.decision.options.remove_content')).check()
    await page
      .getByLabel(t('operator-cases.decision.violation'))
      .selectOption(t('operator-cases.violations.intimate_images'))
    await page.getByRole('button', { name: t('operator-cases.decision.submit') }).click()
    await expect(page).not.toHaveURL(new RegExp(reference))
    expect((await photos.orderBy('position').execute()).map(({ status }) => status)).toEqual(['active', 'rejected'])
    await visit(page, '/operator/cases')
    await page.getByRole('link', { name: t('operator-cases.numbers.title') }).click()
    await expect(page.getByRole('heading', { name: t('operator-cases.numbers.decisions') })).toBeVisible()
    await expectAccessible(page)
  },
)
