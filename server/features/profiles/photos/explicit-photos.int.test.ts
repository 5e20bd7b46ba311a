import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changePhoto, getOwnProfile } from '#contract/profiles/calls.ts'
import { banImage } from '#server/features/moderation/known-images.ts'
import { forgetFingerprints } from '#server/features/moderation/cases/case-queries.ts'
import { openCase } from '#server/features/moderation/cases/open-case.ts'
import { storeFingerprints } from '#server/features/moderation/signals/fingerprints.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { explicitImage, patternImage, sampleImage, upload } from '#tests/support/sample-images.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { bannedPhotoAdded } from '../events.ts'
import { reviewPhoto } from '../photo-review.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { REQUESTS_PER_MINUTE: '100000' } })
})
afterAll(() => site.close())

async function add(member: Member, image: Uint8Array, visibility = 'public') {
  const file = new Uint8Array(image)
  const { statusCode, ...reply } = await upload(site.app, {
    url: '/api/photos',
    data: { visibility },
    cookie: member.cookie,
    file,
  })
  return { status: statusCode, ...reply.json<{ photo: { id: string; status: string }; error: { code: string } }>() }
}

async function statusOf(member: Member, photoId: string) {
  const { reply } = await site.call(getOwnProfile, {}, member)
  return reply?.profile.photos.find(({ id }) => id === photoId)?.status
}

const review = (photoId: string) => reviewPhoto(site.context, { photoId, rejection: null })

describe('a photo that is rated explicit', () => {
  test('waits for review where all could see it, though the site reviews no photos, and once only', async () => {
    const member = await buildMember(site.context)
    const { photo: harmless } = await add(member, await sampleImage())
    expect(harmless.status).toBe('active')
    const { photo } = await add(member, await explicitImage())
    expect(photo.status).toBe('pending')
    await review(photo.id)
    const params = { photoId: photo.id }
    await site.call(changePhoto, { params, body: { visibility: 'private' } }, member)
    await site.call(changePhoto, { params, body: { visibility: 'public' } }, member)
    expect(await statusOf(member, photo.id)).toBe('active')
  })

  test('is shown at once as a private one, and waits when it becomes public or the main photo', async () => {
    for (const body of [{ visibility: 'public' as const }, { isMain: true as const }]) {
      const member = await buildMember(site.context, { photos: ['public'] })
      const { photo } = await add(member, await explicitImage(), 'private')
      expect(photo.status).toBe('active')
      await site.call(changePhoto, { params: { photoId: photo.id }, body }, member)
      expect(await statusOf(member, photo.id)).toBe('pending')
      const { reply } = await site.call(getOwnProfile, {}, member)
      expect(reply?.profile.photos.map(({ isMain }) => isMain)).toEqual([true, false])
    }
  })

  test('waits again when its image is replaced', async () => {
    const member = await buildMember(site.context)
    const { photo } = await add(member, await explicitImage())
    await review(photo.id)
    const file = new Uint8Array(await explicitImage({ width: 700 }))
    const data = { clientId: crypto.randomUUID() }
    await upload(site.app, { url: `/api/photos/${photo.id}/file`, data, cookie: member.cookie, file })
    const { reply } = await site.call(getOwnProfile, {}, member)
    expect(reply?.profile.photos.map(({ status }) => status)).toEqual(['pending'])
  })
})

describe('an image that was removed', () => {
  test('cannot be uploaded again, nor one near it, by anyone', async () => {
    const original = await patternImage({ seed: 11 })
    const { fingerprint } = await site.context.images.process(original)
    const { transaction, clock } = site.context
    await transaction((tx) => banImage({ tx, clock }, { fingerprint: fingerprint ?? '' }))
    await transaction((tx) => banImage({ tx, clock }, { fingerprint: fingerprint ?? '' }))
    const member = await buildMember(site.context)
    const smaller = await sharp(original).resize(360, 480).jpeg({ quality: 40 }).toBuffer()
    for (const image of [original, smaller]) {
      const { status, error } = await add(member, image, 'private')
      expect([status, error.code]).toEqual([403, 'profiles.photo_removed'])
    }
    expect((await add(member, await patternImage({ seed: 12 }))).status).toBe(200)
    expect((await add(member, await sampleImage())).status).toBe(200)
  })
})

test('a photo that a banned member had is published as an event, unless the ban ended, and is shown', async () => {
  const { transaction, clock, events } = site.context
  const banned = await buildMember(site.context)
  const image = await patternImage({ seed: 21 })
  await add(banned, image)
  const { caseId } = await transaction((tx) =>
    openCase({ clock }, tx, {
      kind: 'report',
      subjectId: banned.userId,
      siteId: 1,
      reason: 'scam',
      source: 'own',
    }),
  )
  await transaction((tx) => storeFingerprints(site.context, tx, { caseId, userId: banned.userId }))
  const seen: { userId: number; caseId: number }[] = []
  events.within(bannedPhotoAdded, async (_tx, event) => void seen.push(event))
  // The member's own upload is no sign of another account.
  await add(banned, image)
  const member = await buildMember(site.context)
  const { photo } = await add(member, await sharp(image).modulate({ brightness: 1.1 }).jpeg().toBuffer())
  expect(photo.status).toBe('active')
  expect(seen).toMatchObject([{ userId: member.userId, caseId }])
  await transaction((tx) => forgetFingerprints(tx, caseId))
  await add(member, image)
  expect(seen).toHaveLength(1)
})
