import { randomUUID } from 'node:crypto'
import { PHOTO_CLAIM_MS } from '#contract/limits.ts'
import { decidePhotos } from '#contract/operator/photos/calls.ts'
import { addPhoto } from '#contract/profiles/calls.ts'
import type { AppContext } from '#server/context.ts'
import type { Member } from '#tests/support/builders.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import { buildOperator } from '#tests/support/operators.ts'
import { explicitImage } from '#tests/support/sample-images.ts'
import { expectAccessible, visit } from '../support/screen.ts'
import { handleOnce } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

/** Uploads public photos that the model takes for explicit, so that they wait. Returns their ids. */
async function uploadWaiting(origin: string, member: Member, count: number) {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const file = new Blob([new Uint8Array(await explicitImage({ width: 800 + 40 * index }))])
    ids.push((await callsTo(origin, member)(addPhoto, { body: { visibility: 'public' } }, { file })).photo.id)
  }
  return ids
}

/** Gives photos to an operator, whatever operators of other tests have claimed. */
async function claimFor(
  { db, clock }: AppContext,
  { photoIds, operatorId }: { photoIds: string[]; operatorId: string },
) {
  const claim = { claimedBy: operatorId, claimedUntil: new Date(clock.now().getTime() + PHOTO_CLAIM_MS) }
  await db.updateTable('photos').set(claim).where('publicId', 'in', photoIds).execute()
}

test(
  'photos that wait are accepted and rejected, and their owner reads why',
  { tag: '@phone' },
  async ({ open, build, t, testSite, origin, isMobile, watch }) => {
    const nora = await build({ name: `Nora ${randomUUID().slice(0, 8)}`, isPremium: true })
    const photoIds = await uploadWaiting(origin, nora, 3)
    const operator = await buildOperator(testSite, { role: 'moderator' })
    await claimFor(testSite, { photoIds, operatorId: operator.operatorId })
    const page = await open(operator)
    await visit(page, '/operator/photos')
    const photos = page.getByRole('listitem').filter({ has: page.getByRole('checkbox'), hasText: nora.name })
    await expect(photos).toHaveCount(3)
    const name = t('operator-photos.photo', { name: nora.name })
    const covered = page.getByRole('button', { name: t('operator.cover.show', { name }) })
    await expect(covered).toHaveCount(3)
    await covered.first().click()
    await expect(covered).toHaveCount(2)
    await expectAccessible(page)
    // Explicit ones stay covered.
    const choice = page.getByRole('switch', { name: t('operator.cover.all') })
    await choice.click()
    await expect(choice).not.toBeChecked()
    await expect(covered).toHaveCount(2)
    await choice.click()
    await expect(choice).toBeChecked()
    await photos
      .first()
      .getByRole('button', { name: t('operator.cover.hide', { name }) })
      .focus()

    if (isMobile) {
      await photos.first().getByRole('checkbox').check()
      await page.getByLabel(t('operator-photos.reason')).selectOption('quality')
      await page.getByRole('button', { name: t('operator-photos.reject') }).click()
    } else {
      // The fifth reason, of the photo that has the focus.
      await page.keyboard.down('5')
    }
    await expect(page.getByText(t('operator-photos.done', { count: 1 }))).toBeVisible()
    await expect(photos).toHaveCount(2)
    if (!isMobile) {
      // Held, the key does not reject what comes next.
      await page.keyboard.down('5')
      await page.keyboard.up('5')
      // Keys work while the message about the first decision is shown, and what they mark stays marked.
      const next = photos.first().getByRole('checkbox')
      await next.focus()
      await page.keyboard.press('x')
      await expect(next).toBeChecked()
    }
    for (const photo of await photos.all()) await photo.getByRole('checkbox').check()
    const accept = page.getByRole('button', { name: t('operator-photos.accept') })
    // What is chosen stays when the decision does not arrive.
    watch.expectError(403, '/api/operator/photos/decisions')
    await handleOnce(page, '**/api/operator/photos/decisions', (route) =>
      route.fulfill({ status: 403, json: { error: { code: 'request.failed', requestId: 'one' } } }),
    )
    await accept.click()
    await expect(page.getByText(t('errors.request.failed')).first()).toBeVisible()
    for (const photo of await photos.all()) await expect(photo.getByRole('checkbox')).toBeChecked()
    // Someone else is faster.
    const faster = await buildOperator(testSite, { role: 'moderator' })
    const waiting = testSite.db.selectFrom('photos').select('publicId').where('publicId', 'in', photoIds)
    const { publicId } = await waiting.where('status', '=', 'pending').limit(1).executeTakeFirstOrThrow()
    await claimFor(testSite, { photoIds: [publicId], operatorId: faster.operatorId })
    await callsTo(origin, faster)(decidePhotos, { body: { photoIds: [publicId], rejection: 'nudity' } })
    await accept.click()
    const reason = t('errors.profiles.photo_reviewed')
    await expect(page.getByText(t('operator-photos.failed', { name: nora.name, reason }))).toBeVisible()
    await expect(photos).toHaveCount(0)

    const own = await open(nora)
    await visit(own, '/profile')
    for (const rejection of ['quality', 'nudity'] as const)
      await expect(own.getByText(t('photos.rejected', { reason: t(`photos.rejection.${rejection}`) }))).toBeVisible()
    await expectAccessible(own)
    const reasons = own.getByRole('link', { name: t('photos.decision') })
    await expect(reasons).toHaveCount(2)
    await reasons.first().click()
    await expect(
      own.getByText(t('decisions.measure', { measure: 'remove_content', content: 'photo', until: '' })),
    ).toBeVisible()
    await expect(own.getByLabel(t('decisions.appeal.text'))).toBeVisible()
  },
)
