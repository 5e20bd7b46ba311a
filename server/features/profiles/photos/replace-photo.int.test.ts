import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getOwnProfile } from '#contract/profiles/calls.ts'
import { unlockPhoto } from '#contract/unlocks/calls.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { sampleImage, upload } from '#tests/support/sample-images.ts'
import { reviewPhoto } from '../photo-review.ts'

let site: TestApp
let image: Uint8Array<ArrayBuffer>
let part: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  // More uploads than one address may send in the time of these tests.
  site = await startTestApp({ environment: { REQUESTS_PER_MINUTE: '100000' } })
  image = new Uint8Array(await sampleImage())
  part = new Uint8Array(await sampleImage({ width: 300, height: 400 }))
})
afterAll(() => site.close())

async function add({ cookie }: Member, visibility = 'public'): Promise<string> {
  const response = await upload(site.app, { url: '/api/photos', data: { visibility }, file: image, cookie })
  return response.json().photo.id
}

function replace(
  member: Pick<Member, 'cookie'> | null,
  photoId: string,
  { clientId = randomUUID(), file = part } = {},
) {
  const url = `/api/photos/${photoId}/file`
  return upload(site.app, { url, data: { clientId }, file, ...(member && { cookie: member.cookie }) })
}

async function photosOf(member: Member) {
  const { reply } = await site.call(getOwnProfile, {}, member)
  return reply?.profile.photos ?? []
}

async function reviewing(review_photos: boolean) {
  const { context } = site
  await changeSettings(context, { siteId: context.sites.of('localhost').id, settings: { review_photos } })
  await context.events.drain()
}

const fetchPhoto = (id: string, { cookie }: Member) =>
  site.app.inject({ url: `/photos/${id}/large`, headers: { cookie } })

test('a photo gets another image and address, and keeps its place, caption and visibility', async () => {
  const member = await buildMember(site.context)
  const [first, second, third] = [await add(member), await add(member, 'private'), await add(member)]
  await site.context.db.updateTable('photos').set({ caption: 'At sea' }).where('publicId', '=', second).execute()
  const response = await replace(member, second)
  expect(response.statusCode).toBe(200)
  const photos = await photosOf(member)
  expect(response.json().profile.photos).toEqual(photos)
  expect([photos[0]?.id, photos[2]?.id]).toEqual([first, third])
  const replaced = photos[1]
  expect(replaced?.id).not.toBe(second)
  expect(replaced).toMatchObject({
    caption: 'At sea',
    visibility: 'private',
    width: 300,
    height: 400,
    status: 'active',
  })
  expect((await fetchPhoto(replaced?.id ?? '', member)).statusCode).toBe(200)
  expect((await fetchPhoto(second, member)).statusCode).toBe(404)
})

test('a main photo stays the main one, and a photo that is reviewed does not', async () => {
  const member = await buildMember(site.context)
  const [main, other] = [await add(member), await add(member)]
  await replace(member, main)
  const [stillMain] = await photosOf(member)
  expect(stillMain).toMatchObject({ isMain: true, width: 300 })

  await reviewing(true)
  await replace(member, stillMain?.id ?? '')
  await reviewing(false)
  const photos = await photosOf(member)
  expect(photos.map(({ id, isMain, status }) => [id === other, isMain, status])).toEqual([
    [true, true, 'active'],
    [false, false, 'pending'],
  ])
})

test('a member who unlocked a photo sees its new image', async () => {
  const [owner, viewer] = [await buildMember(site.context), await buildMember(site.context, { credits: 100 })]
  await add(owner)
  const photoId = await add(owner, 'private')
  await site.call(unlockPhoto, { params: { photoId }, body: {} }, viewer)
  await replace(owner, photoId)
  const replaced = (await photosOf(owner))[1]?.id ?? ''
  expect((await fetchPhoto(replaced, viewer)).statusCode).toBe(200)
  expect((await fetchPhoto(replaced, await buildMember(site.context))).statusCode).toBe(404)
})

test('a repeated upload replaces nothing more, also when both are sent at once', async () => {
  const member = await buildMember(site.context)
  const photoId = await add(member)
  const clientId = randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => replace(member, photoId, { clientId })))
  const again = await replace(member, photoId, { clientId })
  const photos = await photosOf(member)
  expect(photos).toHaveLength(1)
  for (const answer of [...answers, again]) expect(answer.json().profile.photos).toEqual(photos)
})

test('another crop with the same client id replaces the first one, whose reply was lost', async () => {
  const member = await buildMember(site.context)
  const [photoId, other] = [await add(member), await add(member)]
  const clientId = randomUUID()
  await replace(member, photoId, { clientId })
  const file = new Uint8Array(await sampleImage({ width: 450, height: 600 }))
  // The client knows only the id from before.
  const response = await replace(member, photoId, { clientId, file })
  expect(response.statusCode).toBe(200)
  const photos = await photosOf(member)
  expect(response.json().profile.photos).toEqual(photos)
  expect(photos.map(({ width }) => width)).toEqual([450, 600])
  expect(photos[1]?.id).toBe(other)
})

test('two photos that are replaced at once with one client id are one replacement', async () => {
  const member = await buildMember(site.context)
  const before = [await add(member), await add(member)]
  const clientId = randomUUID()
  const answers = await Promise.all(before.map((photoId) => replace(member, photoId, { clientId })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const photos = await photosOf(member)
  expect(photos.filter(({ id }) => before.includes(id))).toHaveLength(1)
})

test('the files of the old image are deleted', async () => {
  const member = await buildMember(site.context)
  const photoId = await add(member)
  const keyOf = async () =>
    (
      await site.context.db
        .selectFrom('photos')
        .select('storageKey')
        .where('userId', '=', member.userId)
        .executeTakeFirstOrThrow()
    ).storageKey
  const old = await keyOf()
  await replace(member, photoId)
  await site.context.jobs.runDue()
  const names = await readdir(join(site.context.config.dataDir, 'photos'), { recursive: true })
  const files = names.filter((name) => name.endsWith('.webp'))
  const current = await keyOf()
  expect(files.some((file) => file.includes(current))).toBe(true)
  expect(files.some((file) => file.includes(old))).toBe(false)
})

test('a rejected photo is not replaced: it can only be deleted', async () => {
  const member = await buildMember(site.context)
  await add(member)
  const photoId = await add(member)
  await reviewPhoto(site.context, { photoId, rejection: 'nudity' })
  const before = await photosOf(member)
  const answer = await replace(member, photoId)
  expect([answer.statusCode, answer.json().error?.code]).toEqual([403, 'profiles.photo_rejected'])
  expect(await photosOf(member)).toEqual(before)
})

test('another member does not replace a photo, and not by something that is no image', async () => {
  const [owner, other] = [await buildMember(site.context), await buildMember(site.context)]
  const photoId = await add(owner)
  const codeOf = async (answer: Promise<{ json(): { error: { code: string } } }>) => (await answer).json().error.code
  expect(await codeOf(replace(other, photoId))).toBe('profiles.photo_not_found')
  expect(await codeOf(replace(null, photoId))).toBe('authentication_required')
  expect(await codeOf(replace(owner, '2222222222222b'))).toBe('profiles.photo_not_found')
  const html = new TextEncoder().encode('<html>')
  expect(await codeOf(replace(owner, photoId, { file: html }))).toBe('profiles.photo_not_an_image')
  expect((await photosOf(owner))[0]?.id).toBe(photoId)
})
