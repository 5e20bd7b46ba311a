import type { Page } from '@playwright/test'
import { likeProfile } from '#contract/likes/calls.ts'
import { getPrivacy } from '#contract/profiles/calls.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import type { Translate } from '#tests/support/fakes/translator.ts'
import { uploadPhotos } from '../support/photos.ts'
import { pressInOneTask, visit } from '../support/screen.ts'
import { barLink, loseReplyOnce } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

test(
  'Back closes the photo on the full screen, then the question, and only then leaves the profile',
  { tag: '@phone' },
  async ({ open, build, origin, t }) => {
    const odile = await build({ name: 'Odile' })
    await uploadPhotos(origin, { member: odile, visibilities: ['public'] })
    const page = await open(await build({ gender: 'male' }))
    await visit(page, '/likes')
    await visit(page, `/members/${odile.profileId}`)
    const viewer = page.getByRole('dialog', { name: t('profiles.tile.photoOf', { name: 'Odile' }) })
    await page.getByRole('button', { name: t('profiles.enlarge', { number: 1 }) }).click()
    await expect(viewer).toBeVisible()
    await page.goBack()
    await expect(viewer).toBeHidden()
    await expect(page).toHaveURL(`/members/${odile.profileId}`)

    await page.getByRole('button', { name: t('common.more'), exact: true }).click()
    await page.getByRole('menuitem', { name: t('moderation.block', { name: 'Odile' }) }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toBeVisible()
    await page.goBack()
    await expect(question).toBeHidden()

    // Closed by its button, the viewer leaves nothing that Back has to pass.
    await page.getByRole('button', { name: t('profiles.enlarge', { number: 1 }) }).click()
    await viewer.getByRole('button', { name: t('common.close') }).click()
    await expect(viewer).toBeHidden()
    await page.goBack()
    await expect(page).toHaveURL('/likes')
  },
)

test('a block leads away from the profile at once, before the search is loaded', async ({ open, build, t }) => {
  const odile = await build({ name: 'Odile' })
  const page = await open(await build({ gender: 'male' }))
  await visit(page, `/members/${odile.profileId}`)
  const { promise: release, resolve: answer } = Promise.withResolvers<void>()
  await page.route(/\/api\/(?:members|discovery)(?:\?|$)/, async (route) => {
    await release
    await route.continue()
  })
  await blockOdile(page, t)
  await expect(page.getByText(t('moderation.blocked', { name: 'Odile', gender: 'female' })).first()).toBeVisible()
  await expect(page).toHaveURL('/members')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('search.title'))
  answer()
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
})

test('a block that is answered late does not lead away from the page that was opened meanwhile', async ({
  open,
  build,
  t,
}) => {
  const odile = await build({ name: 'Odile' })
  const page = await open(await build({ gender: 'male' }))
  const { promise: release, resolve: answer } = Promise.withResolvers<void>()
  await page.route(`/api/blocks/${odile.profileId}`, async (route) => {
    await release
    await route.continue()
  })
  await visit(page, `/members/${odile.profileId}`)
  await blockOdile(page, t)
  // The phone's Back closes the question.
  await page.goBack()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await barLink(page, t, 'likes').click()
  await expect(page).toHaveURL('/likes')
  answer()
  await expect(page.getByText(t('moderation.blocked', { name: 'Odile', gender: 'female' })).first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('likes.title'))
  await expect(page).toHaveURL('/likes')

  // What says that the member is blocked lifts the block again.
  await page.getByRole('button', { name: t('moderation.unblockShort'), exact: true }).click()
  await expect(page.getByText(t('moderation.unblocked', { name: 'Odile', gender: 'female' })).first()).toBeVisible()
})

test(
  'a member reports a profile with a screenshot, blocks in the same step, and gets a reference',
  { tag: '@phone' },
  async ({ open, build, t, testSite, watch }) => {
    const odile = await build({ name: 'Odile' })
    const page = await open(await build({ gender: 'male' }))
    await visit(page, `/members/${odile.profileId}`)
    await page.getByRole('button', { name: t('common.more') }).click()
    await page.getByRole('menuitem', { name: t('moderation.report', { name: 'Odile' }) }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: t('reports.submit') }).click()
    await expect(dialog.getByText(t('reports.reasonRequired'))).toBeVisible()
    await expect(dialog.getByRole('radio').first()).toBeFocused()
    await dialog.getByLabel(t('reports.reasons.other')).check()
    await dialog.getByRole('button', { name: t('reports.submit') }).click()
    await expect(dialog.getByText(t('errors.moderation.report_text_required'))).toBeVisible()
    await expect(dialog.getByLabel(t('reports.text'))).toBeFocused()
    await dialog.getByLabel(t('reports.text')).fill('Asked me for gift cards.')
    const file = dialog.locator('input[type=file]')
    await file.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('no image') })
    await expect(dialog.getByText(t('reports.notImage'))).toBeVisible()
    await file.setInputFiles({ name: 'chat.jpg', mimeType: 'image/jpeg', buffer: await sampleImage() })
    await expect(dialog.getByRole('img', { name: 'chat.jpg' })).toBeVisible()
    // What is edited before it is sent again arrives, though the first text has arrived.
    watch.expectError(403, '/api/reports')
    await loseReplyOnce(page, '**/api/reports')
    await dialog.getByRole('button', { name: t('reports.submit') }).click()
    await expect(page.getByText(t('errors.request.failed')).first()).toBeVisible()
    await dialog.getByLabel(t('reports.text')).fill('Asked me for gift cards, twice.')
    await dialog.getByLabel(t('reports.block', { name: 'Odile' })).check()
    await dialog.getByRole('button', { name: t('reports.submit') }).click()
    await expect(dialog.getByRole('heading', { name: t('reports.done.title') })).toBeVisible()
    const report = testSite.db.selectFrom('reports').select('body').where('reportedId', '=', odile.userId)
    expect(await report.orderBy('id', 'desc').executeTakeFirst()).toEqual({ body: 'Asked me for gift cards, twice.' })
    await expect(dialog.locator('p[tabindex="-1"]')).toBeFocused()
    await expect(dialog.getByText(t('reports.done.blocked', { name: 'Odile', gender: 'female' }))).toBeVisible()
    await dialog
      .getByRole('button', { name: t('common.close') })
      .last()
      .click()
    await expect(page).toHaveURL(/\/members$/)
  },
)

test('a report that is closed while its screenshot is sent blocks all the same', async ({ open, build, t }) => {
  const odile = await build({ name: 'Odile' })
  const page = await open(await build({ gender: 'male' }))
  await visit(page, `/members/${odile.profileId}`)
  await page.getByRole('button', { name: t('common.more') }).click()
  await page.getByRole('menuitem', { name: t('moderation.report', { name: 'Odile' }) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio').first().check()
  const image = { name: 'chat.jpg', mimeType: 'image/jpeg', buffer: await sampleImage() }
  await dialog.locator('input[type=file]').setInputFiles(image)
  // A press beside it does not lose the screenshot.
  await page.mouse.click(4, 4)
  await dialog.getByLabel(t('reports.block', { name: 'Odile' })).check()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/reports/*/attachments', async (route) => {
    await released
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/reports/*/attachments')
  await dialog.getByRole('button', { name: t('reports.submit') }).click()
  await asked
  await dialog.getByRole('button', { name: t('common.close') }).click()
  await expect(dialog).toHaveCount(0)
  release()
  await expect(page).toHaveURL(/\/members$/)
})

test('a member turns on invisible mode and no longer exists for others', async ({ open, build, origin, t, watch }) => {
  const odile = await build({ name: 'Odile' })
  const page = await open(odile)
  await visit(page, '/notifications/privacy')
  expect(await pressInOneTask(page.getByRole('switch', { name: t('privacy.invisible') }))).toBe(true)
  const call = callsTo(origin, odile)
  await expect.poll(async () => (await call(getPrivacy, {})).privacy.isInvisible).toBe(true)
  await page.reload()
  await expect(page.getByRole('switch', { name: t('privacy.invisible') })).toBeChecked()
  watch.expectError(404, `/members/${odile.profileId}`)
  const other = await open(await build({ gender: 'male' }))
  await other.goto(`/members/${odile.profileId}`)
  await expect(other.getByText(t('errors.profiles.not_found'))).toBeVisible()
})

test('switches of the privacy that could not be stored are off again', async ({ open, build, t, watch }) => {
  const page = await open(await build())
  await visit(page, '/notifications/privacy')
  const switches = [
    page.getByRole('switch', { name: t('privacy.invisible') }),
    page.getByRole('switch', { name: t('privacy.private') }),
  ]
  const isReleased = Promise.withResolvers<void>()
  watch.expectError(500, '/api/privacy')
  await page.route('/api/privacy', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    await isReleased.promise
    await route.fulfill({ status: 500, json: { error: { code: 'request.failed' } } })
  })
  // The second one waits for the reply to the first.
  for (const each of switches) expect(await pressInOneTask(each)).toBe(true)
  isReleased.resolve()
  // Each is sent again several times, so that the notice of the first has gone before the second fails.
  await expect(page.locator('[data-toast]')).toHaveCount(1)
  for (const each of switches) await expect(each).not.toBeChecked()
})

test(
  'who viewed me lists the member who opened the profile, not one whose pointer only passed over it',
  { tag: '@phone' },
  async ({ open, build, t }) => {
    const odile = await build({ name: 'Odile' })
    const gaspard = await build({ name: 'Gaspard', gender: 'male' })
    const page = await open(gaspard)
    const visited = page.waitForResponse((response) => response.url().endsWith(`/members/${odile.profileId}/visit`))
    await visit(page, `/members/${odile.profileId}`)
    await visited
    const own = await open(odile)
    await visit(own, '/likes')
    await own.getByRole('link', { name: t('visitors.link') }).click()
    await expect(own.getByRole('heading', { level: 1, name: t('visitors.title') })).toBeVisible()
    await expect(own.getByRole('link', { name: /Gaspard/ })).toBeVisible()
    await expect(own.getByText(t('visitors.new'), { exact: true })).toBeVisible()
    await expect(own.getByRole('button', { name: t('likes.heart.like', { name: 'Gaspard' }) })).toBeVisible()
    await expect(own.getByText(t('visitors.empty.tip'), { exact: true })).toBeVisible()
  },
)

test('taking back the like of a match asks first', async ({ open, build, origin, t }) => {
  const odile = await build({ name: 'Odile' })
  const gaspard = await build({ name: 'Gaspard', gender: 'male' })
  await callsTo(origin, gaspard)(likeProfile, { params: { profileId: odile.profileId } })
  await callsTo(origin, odile)(likeProfile, { params: { profileId: gaspard.profileId } })
  const page = await open(gaspard)
  await visit(page, `/members/${odile.profileId}`)
  const liked = page.getByRole('main').getByRole('button', { name: t('likes.liked'), exact: true })
  await liked.click()
  const question = page.getByRole('alertdialog', { name: t('likes.unmatch.title', { name: 'Odile' }) })
  await question.getByRole('button', { name: t('common.cancel') }).click()
  await expect(liked).toBeVisible()
  await liked.click()
  await question.getByRole('button', { name: t('likes.unmatch.confirm') }).click()
  await expect(page.getByRole('main').getByRole('button', { name: t('likes.like'), exact: true })).toBeVisible()
})

test('a visitor is led to log-in and sign-up by like and message', { tag: '@phone' }, async ({ page, build, t }) => {
  const odile = await build({ name: 'Odile' })
  await visit(page, `/members/${odile.profileId}`)
  await page.getByRole('button', { name: t('likes.like'), exact: true }).click()
  const like = page.getByRole('dialog', { name: t('profiles-member.loginToLike', { name: 'Odile' }) })
  await expect(like.getByRole('link', { name: t('profiles-member.login') })).toBeVisible()
  await page.goBack()
  await expect(like).toBeHidden()
  await page.getByRole('button', { name: t('profiles.message') }).click()
  const chat = page.getByRole('dialog', { name: t('profiles-member.loginToChat') })
  await chat.getByRole('button', { name: t('profiles-member.signup') }).click()
  // The sign-up opens over the profile.
  await expect(page.getByRole('dialog', { name: t('signup.dialogTitle') })).toBeVisible()
  await expect(page).toHaveURL(`/members/${odile.profileId}`)
})

test('similar members that cannot be loaded offer a retry, and the profile stays', async ({
  open,
  build,
  t,
  watch,
}) => {
  const odile = await build({ name: 'Odile' })
  const page = await open(await build({ gender: 'male' }))
  watch.expectError(400, `/api/members/${odile.profileId}/similar`)
  const path = `**/api/members/${odile.profileId}/similar`
  await page.route(path, (route) => route.fulfill({ status: 400, json: { error: { code: 'request.invalid' } } }))
  await visit(page, `/members/${odile.profileId}`)
  await expect(page.getByText(t('profiles-member.similarFailed'))).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Odile')
  await page.unroute(path)
  await page.getByRole('button', { name: t('common.retry') }).click()
  await expect(page.getByText(t('profiles-member.similarFailed'))).toBeHidden()
})

test('a report that blocks and is answered after its page was left takes the member out of the lists', async ({
  open,
  build,
  t,
}) => {
  const odile = await build({ name: 'Odile', country: 'DK' })
  const page = await open(await build({ gender: 'male' }))
  const { promise: release, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/reports', async (route) => {
    await release
    await route.continue()
  })
  await visit(page, '/members?country=DK')
  const tile = page.locator(`article a[href="/members/${odile.profileId}"]`)
  await tile.click()
  await page.getByRole('button', { name: t('common.more'), exact: true }).click()
  await page.getByRole('menuitem', { name: t('moderation.report', { name: 'Odile' }) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('reports.reasons.spam')).check()
  await dialog.getByLabel(t('reports.block', { name: 'Odile' })).check()
  await dialog.getByRole('button', { name: t('reports.submit') }).click()
  await dialog.getByRole('button', { name: t('common.close') }).click()
  await page.goBack()
  await expect(tile).toBeVisible()
  answer()
  await expect(tile).toBeHidden()
  await expect(page).toHaveURL('/members?country=DK')
})

/** Blocks the member whose profile is open. */
async function blockOdile(page: Page, t: Translate) {
  await page.getByRole('button', { name: t('common.more'), exact: true }).click()
  await page.getByRole('menuitem', { name: t('moderation.block', { name: 'Odile' }) }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('moderation.ask.confirm') })
    .click()
}
