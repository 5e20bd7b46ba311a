import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changePhoto, getOwnProfile } from '#contract/profiles/calls.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { explicitImage, sampleImage, upload } from '#tests/support/sample-images.ts'
import { viewerOf } from '#tests/support/viewer.ts'
import { addPhoto } from './add-photo.ts'
import { replacePhoto } from './replace-photo.ts'

type File = Uint8Array<ArrayBuffer>

let site: TestApp
let image: File
let crop: File
const notAnImage = new TextEncoder().encode('<html>')
const settings = { review_photos: false }

beforeAll(async () => {
  site = await startTestApp({ environment: { REQUESTS_PER_MINUTE: '100000' } })
  image = new Uint8Array(await sampleImage({ width: 360, height: 480 }))
  crop = new Uint8Array(await sampleImage({ width: 300, height: 400 }))
})
afterAll(() => site.close())

interface Sent {
  clientId: string
  file?: File
  visibility?: 'public' | 'private'
}

async function add({ cookie }: Member, { clientId, file = image, visibility = 'public' }: Sent) {
  const response = await upload(site.app, { url: '/api/photos', data: { clientId, visibility }, file, cookie })
  return response.json()
}

async function replace({ cookie }: Member, photoId: string, { clientId, file = image }: Sent) {
  const response = await upload(site.app, { url: `/api/photos/${photoId}/file`, data: { clientId }, file, cookie })
  return response.json()
}

async function photosOf(member: Member) {
  const { reply } = await site.call(getOwnProfile, {}, member)
  return reply?.profile.photos ?? []
}

const makePrivate = (member: Member, photoId: string) =>
  site.call(changePhoto, { params: { photoId }, body: { visibility: 'private' } }, member)

/** A context whose images are processed after something else has happened. */
function after(step: () => Promise<unknown>) {
  const { images } = site.context
  const process: typeof images.process = async (...input) => {
    await step()
    return images.process(...input)
  }
  const delayed = Object.assign(Object.create(images) as typeof images, { process })
  return { ...site.context, images: delayed }
}

describe('an upload that is sent again', () => {
  test('changes nothing when it is the same one, also after the photo was made private', async () => {
    const member = await buildMember(site.context)
    const clientId = randomUUID()
    const { photo } = await add(member, { clientId })
    await makePrivate(member, photo.id)
    const again = await add(member, { clientId })
    expect(again.photo).toMatchObject({ id: photo.id, visibility: 'private' })
    expect(await photosOf(member)).toEqual([again.photo])
  })

  test('with another crop leaves a photo private that was made so, until its owner makes it public', async () => {
    const member = await buildMember(site.context)
    const clientId = randomUUID()
    const { photo } = await add(member, { clientId })
    await makePrivate(member, photo.id)
    const { photo: cropped } = await add(member, { clientId, file: crop })
    expect(cropped).toMatchObject({ width: 300, visibility: 'private', isMain: false })
    expect(await photosOf(member)).toEqual([cropped])
  })

  test('for others to see makes the photo private, and not the main one', async () => {
    const member = await buildMember(site.context)
    const clientId = randomUUID()
    await add(member, { clientId })
    const other = (await add(member, { clientId: randomUUID() })).photo
    await add(member, { clientId, visibility: 'private' })
    expect((await photosOf(member)).map(({ id, visibility, isMain }) => [id === other.id, visibility, isMain])).toEqual(
      [
        [true, 'public', true],
        [false, 'private', false],
      ],
    )
  })

  test.each([
    ['private', 'public'],
    ['public', 'private'],
  ] as const)('and fails changes nothing, neither from %s to %s', async (first, second) => {
    const member = await buildMember(site.context)
    const clientId = randomUUID()
    const { photo } = await add(member, { clientId, visibility: first })
    const failed = await add(member, { clientId, visibility: second, file: notAnImage })
    expect(failed.error.code).toBe('profiles.photo_not_an_image')
    expect(await photosOf(member)).toEqual([photo])
  })

  test('is reviewed for those who see it now', async () => {
    const member = await buildMember(site.context)
    const clientId = randomUUID()
    const file = new Uint8Array(await explicitImage())
    expect((await add(member, { clientId, file })).photo).toMatchObject({ status: 'pending' })
    await add(member, { clientId, file, visibility: 'private' })
    expect(await photosOf(member)).toMatchObject([{ visibility: 'private', status: 'active' }])
  })
})

describe('an upload that a later one with its id overtook', () => {
  test('adds nothing and changes nothing', async () => {
    const member = await buildMember(site.context)
    const clientId = randomUUID()
    const later = () => add(member, { clientId, file: crop, visibility: 'private' })
    const older = addPhoto(after(later), {
      viewer: viewerOf(member),
      source: image,
      visibility: 'public',
      clientId,
      settings,
    })
    await expect(older).rejects.toMatchObject({ code: 'request.busy' })
    expect(await photosOf(member)).toMatchObject([{ width: 300, visibility: 'private' }])
  })

  test('changes nothing of a photo that was there before', async () => {
    const member = await buildMember(site.context)
    const clientId = randomUUID()
    await add(member, { clientId, file: new Uint8Array(await sampleImage({ width: 330, height: 440 })) })
    const later = () => add(member, { clientId, file: crop, visibility: 'private' })
    const older = addPhoto(after(later), {
      viewer: viewerOf(member),
      source: image,
      visibility: 'public',
      clientId,
      settings,
    })
    await expect(older).rejects.toMatchObject({ code: 'request.busy' })
    expect(await photosOf(member)).toMatchObject([{ width: 300, visibility: 'private' }])
  })

  test('replaces nothing', async () => {
    const member = await buildMember(site.context)
    const { photo } = await add(member, { clientId: randomUUID() })
    const clientId = randomUUID()
    const later = () => replace(member, photo.id, { clientId, file: crop })
    const older = replacePhoto(after(later), {
      viewer: viewerOf(member),
      photoId: photo.id,
      source: image,
      clientId,
      settings,
    })
    await expect(older).rejects.toMatchObject({ code: 'request.busy' })
    expect(await photosOf(member)).toMatchObject([{ width: 300 }])
  })

  test('leaves the photo private that was made so meanwhile', async () => {
    const member = await buildMember(site.context)
    const clientId = randomUUID()
    const { photo } = await add(member, { clientId })
    const later = () => makePrivate(member, photo.id)
    await addPhoto(after(later), { viewer: viewerOf(member), source: crop, visibility: 'public', clientId, settings })
    expect(await photosOf(member)).toMatchObject([{ width: 300, visibility: 'private' }])
  })
})

test('a hash that an older version of the program left does not hide another image', async () => {
  const member = await buildMember(site.context)
  const { photo } = await add(member, { clientId: randomUUID() })
  // The older version wrote another crop with the id of its upload, and left the hash as it was.
  const clientId = randomUUID()
  await site.context.db.updateTable('photos').set({ clientId }).where('publicId', '=', photo.id).execute()
  await replace(member, photo.id, { clientId })
  const replaced = await photosOf(member)
  expect(replaced).toMatchObject([{ width: 360, visibility: 'public' }])
  expect(replaced[0]?.id).not.toBe(photo.id)
  await replace(member, photo.id, { clientId })
  expect(await photosOf(member)).toEqual(replaced)
})
