import { likeProfile } from '#contract/likes.ts'
import { callsTo } from '#tests/support/site-calls.ts'
import { writeTo } from './support/chat-steps.ts'
import { visit, visitConnected } from './support/screen.ts'
import { barLink } from './support/steps.ts'
import { expect, test } from './support/test.ts'

test(
  'the list keeps its place, is searched and filtered, and new matches stand above it',
  { tag: '@phone' },
  async ({ open, build, origin, t }) => {
    const ada = await build({ name: 'Ada', credits: 20 })
    // One after the other: all at once they could wait too long for one of the few connections of this context.
    for (let number = 0; number < 16; number += 1) {
      const man = await build({ name: `Man ${number}`, gender: 'male', credits: 2 })
      await writeTo(origin, { from: man, to: ada, body: `Greetings of ${man.name}` })
    }
    const mia = await build({ name: 'Mia' })
    await callsTo(origin, ada)(likeProfile, { params: { profileId: mia.profileId } })
    await callsTo(origin, mia)(likeProfile, { params: { profileId: ada.profileId } })

    const page = await open(ada)
    await visit(page, '/chats')
    const list = page.getByRole('list', { name: t('chat.title') })
    await expect(list.getByRole('listitem')).toHaveCount(16)
    const matches = page.getByRole('region', { name: t('inbox.matches.title') })
    await expect(matches.getByRole('link', { name: 'Mia' })).toBeVisible()

    // The oldest conversation is below the screen. After a visit to it the list is where it was.
    const last = list.getByRole('link', { name: /Man 0/ })
    await last.scrollIntoViewIfNeeded()
    const before = await last.boundingBox()
    const read = page.waitForResponse(/\/api\/conversations\/[^/]+\/read$/)
    await last.click()
    await expect(page.getByRole('log')).toContainText('Greetings of Man 0')
    await read
    await page.goBack()
    await expect(page).toHaveURL('/chats')
    await expect(last).toBeInViewport()
    await expect.poll(async () => (await last.boundingBox())?.y).toBe(before?.y)

    await page.getByRole('searchbox', { name: t('inbox.search') }).fill('man 7')
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expect(list).toContainText('Greetings of Man 7')
    await page.getByRole('searchbox', { name: t('inbox.search') }).fill('zzz')
    await page.getByRole('button', { name: t('inbox.none.action') }).click()
    await page.getByRole('button', { name: t('inbox.filters.unread'), exact: true }).click()
    await expect(list.getByRole('listitem')).toHaveCount(15)
    await page.getByRole('button', { name: t('inbox.filters.matches'), exact: true }).click()
    await expect(page.getByText(t('inbox.none.title'))).toBeVisible()
  },
)

test('a message elsewhere is announced with its beginning, discreetly with the name alone', async ({
  open,
  build,
  origin,
  t,
}) => {
  const ada = await build({ name: 'Ada' })
  const ben = await build({ name: 'Ben', gender: 'male', credits: 20 })
  const page = await open(ada)
  await visitConnected(page, '/notifications')
  await writeTo(origin, { from: ben, to: ada, body: 'Are you there?' })
  await expect(page.getByRole('dialog', { name: 'Ben', exact: true })).toContainText('Are you there?')

  await page.getByRole('switch', { name: t('inbox.discreet.label') }).click()
  await writeTo(origin, { from: ben, to: ada, body: 'This is for you alone.' })
  const notices = page.getByRole('dialog', { name: t('inbox.toast.discreet', { name: 'Ben' }), exact: true })
  await expect(notices).toBeVisible()
  await expect(notices).not.toContainText('for you alone')
  await notices.getByRole('button', { name: t('inbox.toast.open'), exact: true }).click()
  await expect(page.getByRole('log')).toContainText('This is for you alone.')

  // In the conversation itself nothing is announced, and its tab is lit, not that of the search.
  await writeTo(origin, { from: ben, to: ada, body: 'Hello?' })
  await expect(page.getByRole('log')).toContainText('Hello?')
  await visit(page, `/members/${ben.profileId}/chat`)
  await expect(barLink(page, t, 'messages')).toHaveAttribute('aria-current', 'page')
  await expect(barLink(page, t, 'members')).not.toHaveAttribute('aria-current')
})
