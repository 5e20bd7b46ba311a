import { randomUUID } from 'node:crypto'
import { reportProfile } from '#contract/moderation/calls.ts'
import { DAY, dayOf } from '#contract/time.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import { expectAccessible, visit } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

test('a member follows a report and shares a date with a friend', async ({ open, build, t, origin }) => {
  const [reporter, bob] = [await build(), await build({ name: 'Bob', gender: 'male' })]
  const about = { clientId: randomUUID(), profileId: bob.profileId, photoId: null, text: '', isBlocking: true }
  await callsTo(origin, reporter)(reportProfile, { body: { ...about, reason: 'scam' } })
  const page = await open(reporter)
  await visit(page, '/me')
  await page.getByRole('link', { name: t('settings.sections.safety'), exact: true }).click()
  const blocked = page.getByRole('link', { name: t('settings.sections.blocked') })
  await expect(blocked.filter({ hasText: '1' })).toBeVisible()

  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.getByRole('link', { name: t('safety.date.title') }).click()
  const form = page.getByRole('region', { name: t('safety.date.title') })
  await form.getByRole('button', { name: t('safety.date.share') }).click()
  await expect(form.getByLabel(t('safety.date.who'))).toBeFocused()
  await expect(form.getByText(t('safety.date.required')).first()).toBeVisible()
  await form.getByLabel(t('safety.date.who')).fill('Bob')
  const day = new Date(Date.now() + 7 * DAY)
  await form.getByLabel(t('safety.date.day')).fill(dayOf(day))
  await form.getByLabel(t('safety.date.time')).fill('19:30')
  await form.getByLabel(t('safety.date.place')).fill('Café Zoetermeer')
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'share', {
      value: ({ text }: { text: string }) => Promise.resolve(void (document.body.dataset['shared'] = text)),
    })
  })
  await form.getByRole('button', { name: t('safety.date.share') }).click()
  await expect(form.getByRole('status')).toContainText('Café Zoetermeer')
  const shared = new RegExp(`Bob.*\\b${day.getUTCDate()}\\b.*30.*Café Zoetermeer`)
  await expect(page.locator('body')).toHaveAttribute('data-shared', shared)
  expect(requests.filter((request) => request.includes('Zoetermeer'))).toEqual([])
  await expectAccessible(page)

  await page.goBack()
  const report = page.getByRole('link', { name: t('reports.reasons.scam') })
  await expect(report).toContainText('Bob')
  await expect(report).toContainText(t('safety.reports.states.waiting'))
  await report.click()
  await expect(page.getByText(t('decisions.waiting'))).toBeVisible()

  // Who is in doubt about someone is one press away from it.
  await visit(page, `/members/${bob.profileId}`)
  await page.getByRole('link', { name: t('moderation.safety'), exact: true }).click()
  await expect(page).toHaveURL('/notifications/safety')
})
