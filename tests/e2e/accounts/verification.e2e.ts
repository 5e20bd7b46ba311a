import { randomUUID } from 'node:crypto'
import { PHOTO_CLAIM_MS } from '#contract/limits.ts'
import { addPhoto } from '#contract/profiles/calls.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'
import { buildOperator } from '#tests/support/operators.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { expectAccessible, untilHydrated, visit } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

test(
  'a member sends a selfie with the pose, an operator verifies it, and others see the badge',
  { tag: '@phone' },
  async ({ open, build, t, testSite, origin, isMobile }) => {
    const nora = await build({ name: `Nora ${randomUUID().slice(0, 8)}` })
    const photo = new Blob([new Uint8Array(await sampleImage({ colour: '#3264c8' }))])
    await callsTo(origin, nora)(addPhoto, { body: { visibility: 'public' } }, { file: photo })
    const own = await open(nora)
    await visit(own, '/notifications/verification')
    await own.getByRole('button', { name: t('verification.start') }).click()
    const step = own.getByRole('region', { name: t('verification.poseTitle') })
    await expectAccessible(own)
    const pose = await step.locator('strong').textContent()
    await step.getByRole('button', { name: t('verification.another') }).click()
    await expect(step.locator('strong')).not.toHaveText(pose ?? '')

    const file = { name: 'selfie.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await sampleImage()) }
    await step.getByLabel(t('profiles.picker.camera'), { exact: true }).first().setInputFiles(file)
    await expect(step.getByRole('img', { name: t('verification.selfie') })).toBeVisible()
    await step.getByRole('button', { name: t('verification.send') }).click()
    await expect(own.getByRole('status').filter({ hasText: t('verification.states.waiting') })).toBeVisible()

    const operator = await buildOperator(testSite, { role: 'moderator' })
    // Whatever operators of other tests have claimed.
    const claimedUntil = new Date(testSite.clock.now().getTime() + PHOTO_CLAIM_MS)
    await testSite.db
      .updateTable('verifications')
      .set({ claimedBy: operator.operatorId, claimedUntil })
      .where('userId', '=', nora.userId)
      .execute()
    const page = await open(operator)
    await visit(page, '/operator/verifications')
    const selfie = page.getByRole('listitem').filter({ hasText: nora.name })
    const name = t('operator-verification.selfie', { name: nora.name })
    await selfie.getByRole('button', { name: t('operator.cover.show', { name }) }).click()
    await expect(selfie.getByRole('button', { name: t('operator.cover.hide', { name }) })).toBeVisible()
    // The photos with which it is compared are shown with it.
    const photoName = t('operator-verification.photo', { number: 1, name: nora.name })
    await expect(selfie.getByRole('button', { name: t('operator.cover.hide', { name: photoName }) })).toBeVisible()
    await expectAccessible(page)
    if (isMobile) await selfie.getByRole('button', { name: t('operator-verification.accept') }).click()
    else {
      // By keys: the selfie that has the focus.
      await selfie.getByRole('button', { name: t('operator.cover.hide', { name }) }).focus()
      await page.keyboard.press('a')
    }
    await expect(page.getByText(t('operator-verification.accepted', { name: nora.name }))).toBeVisible()
    await expect(selfie).toHaveCount(0)

    await visit(own, '/notifications/verification')
    await expect(own.getByRole('status').filter({ hasText: t('verification.states.approved') })).toBeVisible()
    const other = await open(await build())
    await visit(other, `/members/${nora.profileId}`)
    const badge = other.getByRole('button', { name: t('profiles.tile.verified'), exact: true })
    await untilHydrated(badge)
    await badge.click()
    const meaning = other.getByRole('dialog', { name: t('profiles.tile.verified') })
    await expect(meaning).toContainText(t('profiles-member.verifiedMeaning'))
  },
)
