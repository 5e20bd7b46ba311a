import { likeProfile } from '#server/features/likes/service.ts'
import { viewerOf } from '../support/viewer.ts'
import { uploadPhotos } from './support/photos.ts'
import { expectAccessible, visit } from './support/screen.ts'
import { barLink } from './support/steps.ts'
import { expect, test } from './support/test.ts'

const itsAMatch = { en: "It's a Match", fr: 'C’est un match' }

test('whoever likes back sees the match at once, and so does the other', async ({
  open,
  build,
  origin,
  testSite,
  t,
  language,
}) => {
  const ada = await build({ name: 'Ada', credits: 20 })
  const ben = await build({ name: 'Ben', gender: 'male' })
  for (const member of [ada, ben]) await uploadPhotos(origin, { member, visibilities: ['public'] })
  await likeProfile(testSite, { viewer: viewerOf(ben), profileId: ada.profileId })
  const [hers, his] = [await open(ada), await open(ben)]
  await visit(his, '/members')
  // Its socket is there.
  await expect(his.getByRole('heading', { level: 1 })).toBeVisible()
  await visit(hers, `/members/${ben.profileId}`)
  await hers.getByRole('button', { name: t('likes.like'), exact: true }).click()

  const herDialog = hers.getByRole('dialog', { name: itsAMatch[language] })
  const hisDialog = his.getByRole('dialog', { name: itsAMatch[language] })
  await expect(herDialog).toBeVisible()
  await expect(hisDialog).toBeVisible()
  await expect(herDialog).toContainText(t('likes.match.text', { name: 'Ben' }))
  await expect(hisDialog).toContainText(t('likes.match.text', { name: 'Ada' }))
  await expectAccessible(hers)
  await expectAccessible(his)

  await his.keyboard.press('Escape')
  await expect(hisDialog).toBeHidden()
  await herDialog.getByLabel(t('likes.match.write', { name: 'Ben' })).fill('Well, hello.')
  await herDialog.getByRole('button', { name: t('likes.match.send'), exact: true }).click()
  await expect(hers).toHaveURL(`/members/${ben.profileId}/chat`)
  await expect(hers.getByRole('log')).toContainText('Well, hello.')
  await expect(his).toHaveTitle(/^\(\d+\) /)

  for (const page of [hers, his]) {
    await visit(page, '/likes/matches')
    await expect(page.getByRole('article')).toHaveCount(1)
  }
})

test('a new like is counted in the bar and the title until the profile is opened', async ({
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
  await expectAccessible(page)

  const his = await open(ben)
  await visit(his, `/members/${ada.profileId}`)
  await his.getByRole('button', { name: t('likes.like'), exact: true }).click()
  await expect(page).toHaveTitle(/^\(1\) /)
  await expect(barLink(page, t, 'likes')).toContainText(t('shell.nav.newLikes', { count: 1 }))
  const tile = page.getByRole('article').filter({ hasText: 'Ben' })
  await expect(tile).toContainText(t('likes.new'))
  await expectAccessible(page)

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

test('a like can be taken back, and stands under the likes that were sent until then', async ({ open, build, t }) => {
  const ben = await build({ name: 'Ben', gender: 'male' })
  const page = await open(await build({ name: 'Ada' }))
  await visit(page, `/members/${ben.profileId}`)
  await page.getByRole('button', { name: t('likes.like'), exact: true }).click()
  await expect(page.getByRole('button', { name: t('likes.liked'), exact: true })).toBeVisible()
  await barLink(page, t, 'likes').click()
  await page.getByRole('link', { name: t('likes.tabs.sent'), exact: true }).click()
  await expect(page).toHaveURL('/likes/sent')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('button', { name: t('likes.unlikeName', { name: 'Ben' }) }).click()
  await expect(page.getByRole('button', { name: t('likes.likeName', { name: 'Ben' }) })).toBeVisible()
  await page.reload()
  await expect(page.getByText(t('likes.empty.sent.title'))).toBeVisible()
})
