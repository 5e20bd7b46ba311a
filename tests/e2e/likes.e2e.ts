import { likeProfile } from '#server/features/likes/service.ts'
import { viewerOf } from '../support/viewer.ts'
import { uploadPhotos } from './support/photos.ts'
import { visit } from './support/screen.ts'
import { barLink } from './support/steps.ts'
import { expect, test } from './support/test.ts'

test(
  'a like that is returned is shown to both members as a match at once',
  { tag: '@phone' },
  async ({ open, build, origin, testSite, t }) => {
    const ada = await build({ name: 'Ada', credits: 20 })
    const ben = await build({ name: 'Ben', gender: 'male' })
    for (const member of [ada, ben]) await uploadPhotos(origin, { member, visibilities: ['public'] })
    await likeProfile(testSite, { viewer: viewerOf(ben), profileId: ada.profileId })
    const [adaPage, benPage] = [await open(ada), await open(ben)]
    await visit(benPage, '/members')
    // The page is ready, with its socket.
    await expect(benPage.getByRole('heading', { level: 1 })).toBeVisible()
    await visit(adaPage, `/members/${ben.profileId}`)
    await adaPage.getByRole('button', { name: t('likes.like'), exact: true }).click()

    const adaDialog = adaPage.getByRole('dialog', { name: t('likes.match.title') })
    const benDialog = benPage.getByRole('dialog', { name: t('likes.match.title') })
    await expect(adaDialog).toBeVisible()
    await expect(benDialog).toBeVisible()
    await expect(adaDialog).toContainText(t('likes.match.text', { name: 'Ben' }))
    await expect(benDialog).toContainText(t('likes.match.text', { name: 'Ada' }))

    await benPage.keyboard.press('Escape')
    await expect(benDialog).toBeHidden()
    await adaDialog.getByLabel(t('likes.match.write', { name: 'Ben' })).fill('Well, hello.')
    await adaDialog.getByRole('button', { name: t('likes.match.send'), exact: true }).click()
    await expect(adaPage).toHaveURL(`/members/${ben.profileId}/chat`)
    await expect(adaPage.getByRole('log')).toContainText('Well, hello.')
    await expect(benPage).toHaveTitle(/^\(\d+\) /)

    for (const page of [adaPage, benPage]) {
      await visit(page, '/likes/matches')
      await expect(page.getByRole('article')).toHaveCount(1)
    }
  },
)

test('a new like is counted in the bar and the title until its profile is opened', async ({
  open,
  build,
  testSite,
  t,
}) => {
  const ada = await build({ name: 'Ada' })
  const ben = await build({ name: 'Ben', gender: 'male' })
  const page = await open(ada)
  await visit(page, '/likes')
  await expect(page.getByText(t('likes.empty.received.title'))).toBeVisible()

  const benPage = await open(ben)
  await visit(benPage, `/members/${ada.profileId}`)
  await benPage.getByRole('button', { name: t('likes.like'), exact: true }).click()
  await expect(page).toHaveTitle(/^\(1\) /)
  await expect(barLink(page, t, 'likes')).toContainText(t('shell.nav.newLikes', { count: 1 }))
  const tile = page.getByRole('article').filter({ hasText: 'Ben' })
  await expect(tile).toContainText(t('likes.new'))

  await tile.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ben')
  await expect(page).toHaveTitle(/^Ben/)
  await expect(barLink(page, t, 'likes')).not.toContainText(t('shell.nav.newLikes', { count: 1 }))
  const { seenAt } = await testSite.db
    .selectFrom('likes')
    .select('seenAt')
    .where('userId', '=', ada.userId)
    .where('otherId', '=', ben.userId)
    .executeTakeFirstOrThrow()
  expect(seenAt).not.toBeNull()
})

test('a sent like is listed until the member removes it', async ({ open, build, t }) => {
  const ben = await build({ name: 'Ben', gender: 'male' })
  const page = await open(await build({ name: 'Ada' }))
  await visit(page, `/members/${ben.profileId}`)
  await page.getByRole('button', { name: t('likes.like'), exact: true }).click()
  await expect(page.getByRole('button', { name: t('likes.liked'), exact: true })).toBeVisible()
  await barLink(page, t, 'likes').click()
  await page.getByRole('link', { name: t('likes.tabs.sent'), exact: true }).click()
  await expect(page).toHaveURL('/likes/sent')
  await expect(page.getByRole('article')).toHaveCount(1)
  const unlike = page.getByRole('button', { name: t('likes.unlikeName', { name: 'Ben' }) })
  const reply = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await unlike.click()
  // The member stays, with an empty heart, until the list is next fetched, which may be at once.
  await expect(unlike).toHaveCount(0)
  expect((await reply).status()).toBe(200)
  await page.reload()
  await expect(page.getByText(t('likes.empty.sent.title'))).toBeVisible()
})
