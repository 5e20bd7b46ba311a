import type { Settings } from '#contract/settings/schemas.ts'
import { openSite } from '../support/own-site.ts'
import { expectAccessible, pressIn, visit } from '../support/screen.ts'
import { loseReplyOnce } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

test('a visitor complains and gets a reference', { tag: '@phone' }, async ({ page, t, testSite, watch }) => {
  await visit(page, '/complaints')
  const send = page.getByRole('button', { name: t('pages.complaints.send') })
  await send.click()
  await expect(page.getByText(t('errors.pages.complaint_topic_required'))).toBeVisible()
  await expect(page.getByText(t('errors.pages.complaint_text_required'))).toBeVisible()
  await page.getByLabel(t('pages.complaints.topic')).selectOption(t('pages.complaints.topics.content'))
  await page.getByLabel(t('pages.complaints.text')).fill('There is a photo that should not be there.')
  const email = `${crypto.randomUUID()}@example.com`
  await page.getByLabel(t('pages.complaints.email')).fill(email)
  await expectAccessible(page)
  // A rejection as a whole is read out.
  watch.expectError(403, '/api/complaints')
  await loseReplyOnce(page, '**/api/complaints')
  await send.click()
  await expect(page.getByRole('alert')).toHaveText(t('errors.request.failed'))
  // What is edited before it is sent again arrives, though the first text has arrived.
  await page.getByLabel(t('pages.complaints.text')).fill('There are two photos that should not be there.')
  await send.click()
  await expect(page.getByText(t('pages.complaints.sentTitle'))).toBeVisible()
  await expect(page.locator(':focus')).toContainText(t('pages.complaints.sentTitle'))
  const complaint = await testSite.db
    .selectFrom('complaints')
    .selectAll()
    .where('email', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(complaint.body).toBe('There are two photos that should not be there.')
  await expect(page.getByText(t('pages.complaints.sent', { reference: complaint.publicId }))).toBeVisible()
})

test(
  'anyone asks for the removal of an image, and reads its state without log-in',
  { tag: '@phone' },
  async ({ page, t, testSite, watch }) => {
    await visit(page, '/image-removal')
    const send = page.getByRole('button', { name: t('pages.removal.send') })
    await send.click()
    await expect(page.getByText(t('errors.moderation.removal_place_required'))).toBeVisible()
    await expect(page.getByText(t('errors.moderation.removal_not_declared'))).toBeVisible()
    await page.getByLabel(t('pages.removal.place')).fill('On the profile of a Bob from Utrecht')
    const email = `${crypto.randomUUID()}@example.com`
    await page.getByLabel(t('pages.complaints.email')).fill(email)
    await page.getByLabel(t('pages.removal.declaration')).check()
    await expectAccessible(page)
    watch.expectError(403, '/api/removal-requests')
    await loseReplyOnce(page, '**/api/removal-requests')
    await send.click()
    await expect(page.getByRole('alert')).toHaveText(t('errors.request.failed'))
    await page.getByLabel(t('pages.removal.place')).fill('On the profile of a Bob from Delft')
    await send.click()
    await expect(page.locator(':focus')).toContainText(t('pages.removal.sentTitle'))
    const request = await testSite.db
      .selectFrom('complaints')
      .select(['publicId', 'place'])
      .where('email', '=', email)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(request.place).toBe('On the profile of a Bob from Delft')
    await page.getByRole('link', { name: t('pages.removal.status') }).click()
    await expect(page).toHaveURL(`/decisions/${request.publicId}`)
    await expect(page.getByRole('heading', { name: t('decisions.requesterTitle') })).toBeVisible()
    await expect(page.getByText(t('decisions.requesterWaiting', { hours: 48 }))).toBeVisible()
  },
)

test('another language shows a static page in that language', async ({ page, t }) => {
  await visit(page, '/ban')
  await page.getByRole('button', { name: t('shell.language.current', { code: 'EN' }) }).click()
  await page.getByRole('menuitemradio', { name: 'Français' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Interdiction d’accès')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Interdiction d’accès')
})

test(
  'the entry warning is shown once, on a site that asks for it',
  { tag: '@phone' },
  async ({ page, t, testSite, origin, language }) => {
    const settings: Partial<Settings> = { enable_site_entry_popup: 'yes', countries: ['BE', 'NL'] }
    const site = await openSite(page, { testSite, origin, language, settings })
    const warning = page.getByRole('dialog', { name: t('pages.entry.title', { site: 'Rendezvous' }) })
    // The home page warns in the Netherlands and Germany only, and this visitor counts as one of the former.
    await visit(page, `${site}/`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(warning).toBeHidden()
    await visit(page, `${site}/pricing`)
    await expect(warning).toBeVisible()
    await expectAccessible(page)
    await pressIn(warning, 'Escape')
    await expect(warning).toBeHidden()
    await visit(page, `${site}/members`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(warning).toBeHidden()
    // Each question opens by itself.
    await visit(page, `${site}/faq`)
    const [question, answer] = [page.locator('summary').first(), page.locator('details > p').first()]
    await expect(answer).toBeHidden()
    await question.focus()
    await page.keyboard.press('Enter')
    await expect(answer).toBeVisible()
    await expectAccessible(page)
  },
)

test(
  'a landing page warns in the countries that ask for it, and a warning that was closed stays closed',
  { tag: '@phone' },
  async ({ page, t, testSite, origin, language }) => {
    const settings: Partial<Settings> = { enable_site_entry_popup: 'yes', countries: ['NL', 'BE'] }
    const site = await openSite(page, { testSite, origin, language, settings })
    const warning = page.getByRole('dialog', { name: t('pages.entry.title', { site: 'Rendezvous' }) })
    await page.goto(`${site}/landers/gallery`)
    await expect(warning).toBeVisible()
    await expect(warning.getByRole('heading')).toBeFocused()
    await expectAccessible(page)
    const enter = warning.getByRole('button', { name: t('pages.entry.enter'), exact: true })
    // It is stored within the press, so that it holds although the page is left at once.
    expect(
      await enter.evaluate((button: HTMLElement) => (button.click(), localStorage.getItem('dismissals'))),
    ).toContain('site-entry')
    await expect(warning).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('html[data-scripted]')).toBeAttached()
    await expect(warning).toBeHidden()
    // The browser warned on the landing page, so no other page does.
    await visit(page, `${site}/pricing`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(warning).toBeHidden()
  },
)
