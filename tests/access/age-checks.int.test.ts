import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { photoSizes } from '#contract/profiles/photo-urls.ts'
import { changePhoto, getMember } from '#contract/profiles/calls.ts'
import { decidePhotoRequest, requestPhotos } from '#contract/profiles/photo-request-calls.ts'
import { unlockPhoto } from '#contract/unlocks/calls.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import type { Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { addPhoto, sampleImage, upload } from '#tests/support/sample-images.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'

/*
 * A member whose age must be confirmed neither sends nor sees a photo that no one has reviewed, by any call
 * and address (PRO-40).
 */

let site: TestApp
let chat: ReturnType<typeof chatOn>
let image: Uint8Array<ArrayBuffer>
/** Lives where no age is asked for. */
let owner: Member
/** Lives where it is, and had everything before. */
let member: Member
const ids = { public: '', private: '', requested: '', own: '', ownPublic: '', received: '', sent: '', unsent: '' }

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
  chat = chatOn(site)
  image = new Uint8Array(await sampleImage())
  ;[owner, member] = [await chat.build({ isPremium: true }), await chat.build({ isPremium: true, country: 'GB' })]
  const add = async (who: Member, visibility: string) => (await addPhoto(site, who, { image, visibility })).photoId
  const send = async (from: Member, to: Member) => {
    const photoId = await uploaded(from, to)
    expect((await chat.post(from, to, { kind: 'photo', photoId })).status).toBe(200)
    return photoId
  }
  await add(owner, 'public')
  ids.public = await add(owner, 'public')
  ids.private = await add(owner, 'private')
  ids.requested = await add(owner, 'on_request')
  ids.ownPublic = await add(member, 'public')
  ids.own = await add(member, 'private')
  await add(member, 'on_request')
  await site.call(requestPhotos, { params: { profileId: owner.profileId } }, member)
  await site.call(decidePhotoRequest, { params: { profileId: member.profileId }, body: { isGranted: true } }, owner)
  await site.call(requestPhotos, { params: { profileId: member.profileId } }, owner)
  ids.received = await send(owner, member)
  ids.sent = await send(member, owner)
  ids.unsent = await uploaded(member, owner)
  await setCountries(['GB'])
})
afterAll(() => site.close())

async function uploaded(from: Member, to: Member) {
  return (await chat.uploadPhoto(from, to, new Blob([image]))).reply?.photo.id ?? ''
}

async function setCountries(age_check_countries: 'GB'[]) {
  const siteId = site.context.sites.of('localhost').id
  await changeSettings(site.context, { siteId, settings: { age_check_countries } })
  await site.context.events.drain()
}

const paramsOf = ({ profileId }: Member) => ({ params: { profileId } })

/** Everything that could send an explicit photo, or open one. Returns the code of the error. */
const acts: Record<string, () => Promise<string | undefined>> = {
  'uploads a photo for a message': async () => (await chat.uploadPhoto(member, owner, new Blob([image]))).error?.code,
  'sends one that was uploaded before': async () =>
    (await chat.post(member, owner, { kind: 'photo', photoId: ids.unsent })).error?.code,
  'uploads a private photo': async () => (await addPhoto(site, member, { image, visibility: 'private' })).code,
  'uploads a photo on request': async () => (await addPhoto(site, member, { image, visibility: 'on_request' })).code,
  'makes a photo private': async () =>
    (await site.call(changePhoto, { params: { photoId: ids.ownPublic }, body: { visibility: 'private' } }, member))
      .error?.code,
  'replaces a private photo': async () => {
    const call = { url: `/api/photos/${ids.own}/file`, data: { clientId: randomUUID() }, file: image, ...member }
    return (await upload(site.app, call)).json().error?.code
  },
  'shows the photos on request': async () =>
    (await site.call(decidePhotoRequest, { ...paramsOf(owner), body: { isGranted: true } }, member)).error?.code,
  'asks for photos on request': async () => (await site.call(requestPhotos, paramsOf(owner), member)).error?.code,
  'unlocks a photo': async () =>
    (await site.call(unlockPhoto, { params: { photoId: ids.private }, body: {} }, member)).error?.code,
}

describe('a member whose age must be confirmed', () => {
  test.each(Object.keys(acts))('gets an error who %s', async (name) => {
    expect(await acts[name]?.()).toBe('accounts.age_check_needed')
  })

  test('writes, and shows and changes public photos, as before', async () => {
    expect((await chat.send(member, owner)).status).toBe(200)
    expect((await addPhoto(site, member, { image, visibility: 'public' })).status).toBe(200)
    const change = { params: { photoId: ids.ownPublic }, body: { caption: 'By the sea' } }
    expect((await site.call(changePhoto, change, member)).status).toBe(200)
    // Hides more than before.
    const end = { ...paramsOf(owner), body: { isGranted: false } }
    expect((await site.call(decidePhotoRequest, end, member)).status).toBe(200)
  })

  test('gets no pixels of a photo that is not public, but the blurred ones', async () => {
    for (const name of ['private', 'requested'] as const)
      for (const size of photoSizes)
        expect([name, size, await statusOf(`/photos/${ids[name]}/${size}`)]).toEqual([
          name,
          size,
          size === 'locked' ? 200 : 404,
        ])
    for (const size of photoSizes)
      expect([size, await statusOf(`/chat-photos/${ids.received}/${size}`)]).toEqual([
        size,
        size === 'locked' ? 200 : 403,
      ])
  })

  test('gets them as locked on the profile, without preview and size', async () => {
    const { reply } = await site.call(getMember, paramsOf(owner), member)
    const photos = reply?.member.photos.filter(({ id }) => id === ids.private || id === ids.requested)
    expect(photos).toMatchObject([
      { isLocked: true, key: 'unlock', width: 240, height: 320 },
      { isLocked: true, key: 'request', width: 240, height: 320 },
    ])
    expect(new Set(photos?.map(({ preview }) => preview)).size).toBe(1)
  })

  test('sees public photos, and the own ones', async () => {
    for (const url of [
      `/photos/${ids.public}/large`,
      `/photos/${ids.own}/large`,
      `/chat-photos/${ids.sent}/large`,
      `/chat-photos/${ids.unsent}/large`,
    ])
      expect([url, await statusOf(url)]).toEqual([url, 200])
  })
})

test('a member elsewhere sees all, also what was sent before', async () => {
  expect(await statusOf(`/chat-photos/${ids.sent}/large`, owner)).toBe(200)
  expect((await chat.uploadPhoto(owner, member, new Blob([image]))).status).toBe(200)
})

test('a confirmed age opens everything', async () => {
  const { db, clock } = site.context
  await db.updateTable('users').set({ ageAssuredAt: clock.now() }).where('id', '=', member.userId).execute()
  for (const url of [
    `/photos/${ids.private}/large`,
    `/photos/${ids.requested}/large`,
    `/chat-photos/${ids.received}/large`,
  ])
    expect([url, await statusOf(url)]).toEqual([url, 200])
  for (const name of ['sends one that was uploaded before', 'makes a photo private', 'unlocks a photo'])
    expect([name, await acts[name]?.()]).toEqual([name, undefined])
})

async function statusOf(url: string, { cookie }: Member = member) {
  return (await site.app.inject({ url, headers: { cookie } })).statusCode
}
