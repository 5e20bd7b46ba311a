import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { blockProfile, unblockProfile } from '#contract/moderation/calls.ts'
import { photoSizes, photoUrl, type PhotoSize } from '#contract/profiles/photo-urls.ts'
import { changePhoto, getMember, getOwnProfile, orderPhotos, removePhoto } from '#contract/profiles/calls.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { sampleImage, upload } from '#tests/support/sample-images.ts'
import { uploadLimits } from '#server/platform/http/limits/upload-budget.ts'
import { reviewPhoto } from './photo-review.ts'
import { insertPhoto, preparePhoto } from './photos.ts'

let fixture: TestApp
let image: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  // More uploads than one address may send in the time of these tests.
  fixture = await startTestApp({ environment: { REQUESTS_PER_MINUTE: '100000' } })
  image = new Uint8Array(await sampleImage())
})
afterAll(() => fixture.close())

function add(
  member: Pick<Member, 'cookie'> | null,
  {
    visibility = 'public',
    file = image,
    clientId,
  }: { visibility?: string; file?: Uint8Array<ArrayBuffer>; clientId?: string } = {},
) {
  return upload(fixture.app, {
    url: '/api/photos',
    data: { visibility, clientId },
    file,
    ...(member && { cookie: member.cookie }),
  })
}

function fetchPhoto(id: string, size: string, viewer?: Member, headers: Record<string, string> = {}) {
  return fixture.app.inject({
    url: `/photos/${id}/${size}`,
    headers: { ...(viewer && { cookie: viewer.cookie }), ...headers },
  })
}

async function ownPhotos(member: Member) {
  const { reply } = await fixture.call(getOwnProfile, {}, member)
  return (reply?.profile.photos ?? []).map(({ id, isMain, visibility }) => ({ id, isMain, visibility }))
}

/** Returns the names of the folders with files of photos. */
async function storedFolders() {
  const top = join(fixture.context.config.dataDir, 'photos')
  const shards = (await readdir(top)).filter((name) => !name.startsWith('.'))
  const files = await Promise.all(shards.map((shard) => readdir(join(top, shard), { recursive: true })))
  return new Set(files.flat().flatMap((file) => (file.endsWith('.webp') ? [file.split('/')[0]] : [])))
}

function storageKeys() {
  return fixture.context.db.selectFrom('photos').select('storageKey').execute()
}

describe('fetching a photo', () => {
  let anna: Member
  const viewers: Record<string, Member | undefined> = {}
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    const { context } = fixture
    anna = await buildMember(context, { isPremium: true })
    for (const [name, visibility] of [
      ['main', 'public'],
      ['public', 'public'],
      ['private', 'private'],
      ['requested', 'on_request'],
    ] as const)
      ids[name] = (await add(anna, { visibility })).json().photo.id
    viewers['free'] = await buildMember(context, { gender: 'male' })
    viewers['premium'] = await buildMember(context, { gender: 'male', isPremium: true })
    viewers['owner'] = anna
    viewers['blocked by the owner'] = await buildMember(context, { gender: 'male', isPremium: true })
    viewers['blocking the owner'] = await buildMember(context, { gender: 'male', isPremium: true })
    const { profileId } = viewers['blocked by the owner']
    await fixture.call(blockProfile, { params: { profileId } }, anna)
    await fixture.call(blockProfile, { params: { profileId: anna.profileId } }, viewers['blocking the owner'])
  })

  const all: readonly PhotoSize[] = photoSizes
  test.each<[string, string, readonly PhotoSize[]]>([
    ['visitor', 'main', all],
    ['visitor', 'public', []],
    ['visitor', 'private', []],
    ['free', 'main', all],
    ['free', 'public', ['locked']],
    ['visitor', 'requested', []],
    ['free', 'private', ['locked']],
    ['free', 'requested', ['locked']],
    ['premium', 'main', all],
    ['premium', 'public', all],
    ['premium', 'private', all],
    ['premium', 'requested', ['locked']],
    ['owner', 'main', all],
    ['owner', 'public', all],
    ['owner', 'private', all],
    ['owner', 'requested', all],
    ['blocked by the owner', 'main', []],
    ['blocked by the owner', 'public', []],
    ['blocked by the owner', 'private', []],
    ['blocking the owner', 'main', []],
    ['blocking the owner', 'public', []],
    ['blocking the owner', 'private', []],
  ])('the viewer %s gets of the %s photo: %j', async (viewer, photo, allowed) => {
    for (const size of photoSizes) {
      const response = await fetchPhoto(ids[photo] ?? '', size, viewers[viewer])
      expect({ size, status: response.statusCode }).toEqual({ size, status: allowed.includes(size) ? 200 : 404 })
      const isWebp = response.rawPayload.subarray(8, 12).toString() === 'WEBP'
      expect(isWebp).toBe(allowed.includes(size))
    }
  })

  test('a forbidden photo gets the same reply as a missing one', async () => {
    const missing = await fetchPhoto('2222222222222b', 'large', viewers['free'])
    const forbidden = await fetchPhoto(ids['private'] ?? '', 'large', viewers['free'])
    const comparable = ({ headers, body }: typeof missing) => ({
      headers: { ...headers, date: '', ratelimit: '' },
      body: body.replace(/"requestId":"\w+"/, ''),
    })
    expect(comparable(forbidden)).toEqual(comparable(missing))
    expect(missing.json().error.code).toBe('profiles.photo_not_found')
  })

  test('photos are cached per member and revalidated', async () => {
    const first = await fetchPhoto(ids['main'] ?? '', 'tile', viewers['free'])
    expect(first.headers).toMatchObject({ 'content-type': 'image/webp', vary: expect.stringContaining('Cookie') })
    expect(first.headers['cache-control']).toBe('private, no-cache')
    expect(Number(first.headers['content-length'])).toBe(first.rawPayload.length)
    const etag = String(first.headers.etag)
    const again = await fetchPhoto(ids['main'] ?? '', 'tile', viewers['free'], { 'if-none-match': etag })
    expect(again.statusCode).toBe(304)
    expect(again.rawPayload).toHaveLength(0)
  })

  test('browsers that accept AVIF get it for all but the small sizes, and others get WebP', async () => {
    const accept = 'image/avif,image/webp,*/*;q=0.8'
    const types: Record<string, unknown> = {}
    for (const size of photoSizes) {
      const { headers } = await fetchPhoto(ids['main'] ?? '', size, viewers['premium'], { accept })
      types[size] = headers['content-type']
      expect(headers.vary).toContain('Accept')
    }
    expect(types).toEqual({
      thumb: 'image/webp',
      tile: 'image/avif',
      medium: 'image/avif',
      large: 'image/avif',
      locked: 'image/webp',
    })
  })

  test('a photo from before AVIF and the medium size is sent as it was stored', async () => {
    const setRenditions = (renditions: number) =>
      fixture.context.db
        .updateTable('photos')
        .set({ renditions })
        .where('publicId', '=', ids['main'] ?? '')
        .execute()
    await setRenditions(1)
    const medium = await fetchPhoto(ids['main'] ?? '', 'medium', viewers['free'], { accept: 'image/avif' })
    const large = await fetchPhoto(ids['main'] ?? '', 'large', viewers['free'])
    await setRenditions(2)
    expect(medium.headers['content-type']).toBe('image/webp')
    expect(medium.rawPayload.equals(large.rawPayload)).toBe(true)
  })

  test('a cached photo is rejected once the viewer may not see it any more', async () => {
    const fan = await buildMember(fixture.context, { gender: 'male' })
    const etag = String((await fetchPhoto(ids['main'] ?? '', 'tile', fan)).headers.etag)
    await fixture.call(blockProfile, { params: { profileId: fan.profileId } }, anna)
    expect((await fetchPhoto(ids['main'] ?? '', 'tile', fan, { 'if-none-match': etag })).statusCode).toBe(404)
    await fixture.call(unblockProfile, { params: { profileId: fan.profileId } }, anna)
    expect((await fetchPhoto(ids['main'] ?? '', 'tile', fan, { 'if-none-match': etag })).statusCode).toBe(304)
  })

  test('photos of deleted members, and all where visitors may not browse, are not found', async () => {
    const { context } = fixture
    const setDeleted = (deletedAt: Date | null) =>
      context.db.updateTable('users').set({ deletedAt }).where('id', '=', anna.userId).execute()
    await setDeleted(new Date())
    expect((await fetchPhoto(ids['main'] ?? '', 'tile', viewers['premium'])).statusCode).toBe(404)
    await setDeleted(null)

    const setLoggedOutSearch = async (logged_out_search: 'all' | 'none') => {
      await changeSettings(context, { siteId: context.sites.of('localhost').id, settings: { logged_out_search } })
      await context.events.drain()
    }
    await setLoggedOutSearch('none')
    expect((await fetchPhoto(ids['main'] ?? '', 'tile')).statusCode).toBe(404)
    await setLoggedOutSearch('all')
    expect((await fetchPhoto(ids['main'] ?? '', 'tile')).statusCode).toBe(200)
  })

  test.each([
    [{ accelPath: '/internal/1/tile.webp' }, 200, { 'x-accel-redirect': '/internal/1/tile.webp' }],
    [{ url: 'https://store.example/1' }, 302, { location: 'https://store.example/1', 'cache-control': 'no-store' }],
  ])('where files are sent by %j, the rights are checked first', async (delegation, status, headers) => {
    const { storage } = fixture.context
    storage.delegate = async () => delegation
    const allowed = await fetchPhoto(ids['main'] ?? '', 'tile', viewers['free'])
    const forbidden = await fetchPhoto(ids['private'] ?? '', 'large', viewers['free'])
    delete storage.delegate
    expect(allowed.statusCode).toBe(status)
    expect(allowed.headers).toMatchObject(headers)
    expect(allowed.rawPayload).toHaveLength(0)
    expect(forbidden.statusCode).toBe(404)
    expect(forbidden.headers).not.toHaveProperty(Object.keys(headers)[0] ?? '')
  })

  test.each(['pending', 'rejected'])('a photo that is %s is open to its owner alone', async (hiddenAs) => {
    const setStatus = (status: string) =>
      fixture.context.db
        .updateTable('photos')
        .set({ status, rejection: status === 'rejected' ? 'other' : null })
        .where('publicId', '=', ids['public'] ?? '')
        .execute()
    await setStatus(hiddenAs)
    const statuses = ['premium', 'owner'].map(
      async (name) => (await fetchPhoto(ids['public'] ?? '', 'tile', viewers[name])).statusCode,
    )
    expect(await Promise.all(statuses)).toEqual([404, 200])
    await setStatus('active')
  })

  test.each(['/photos/x/tile', '/photos/22222222222222/original', '/photos/22222222222222/..%2Ftile'])(
    '%s is not found',
    async (url) => {
      expect((await fixture.app.inject({ url, headers: { cookie: anna.cookie } })).statusCode).toBe(404)
    },
  )

  test('photoUrl of the contract is the address of a photo', () => {
    expect(photoUrl('22222222222222', 'tile')).toBe('/photos/22222222222222/tile')
  })
})

describe('adding a photo', () => {
  test('the first public one becomes the main photo, a private one never', async () => {
    const member = await buildMember(fixture.context)
    const privatePhoto = (await add(member, { visibility: 'private' })).json().photo
    const main = (await add(member)).json().photo
    const other = (await add(member)).json().photo
    expect(privatePhoto).toMatchObject({
      isMain: false,
      visibility: 'private',
      isLocked: false,
      width: 600,
      height: 800,
    })
    expect(await ownPhotos(member)).toEqual([
      { id: main.id, isMain: true, visibility: 'public' },
      { id: privatePhoto.id, isMain: false, visibility: 'private' },
      { id: other.id, isMain: false, visibility: 'public' },
    ])
  })

  test('requires a session, an image and a known visibility', async () => {
    const member = await buildMember(fixture.context)
    expect((await add(null)).json().error.code).toBe('authentication_required')
    const text = await add(member, { file: new TextEncoder().encode('<svg onload=alert(1)>') })
    expect([text.statusCode, text.json().error.code]).toEqual([415, 'profiles.photo_not_an_image'])
    const nothing = await add(member, { file: new Uint8Array() })
    expect(nothing.json().error.code).toBe('profiles.photo_not_an_image')
    const privatePhoto = await add(member, { visibility: 'friends' })
    expect(privatePhoto.json().error.code).toBe('request.invalid')
    expect(await ownPhotos(member)).toEqual([])
  })

  test('a free member has up to 3, a premium member up to 25', async () => {
    const free = await buildMember(fixture.context, { photos: ['public', 'public', 'private'] })
    const premium = await buildMember(fixture.context, {
      isPremium: true,
      photos: Array.from({ length: 24 }, () => 'public' as const),
    })
    const rejected = await add(free)
    expect(rejected.statusCode).toBe(403)
    expect(rejected.json().error).toMatchObject({ code: 'profiles.photo_limit', params: { limit: 3 } })
    expect((await add(premium)).statusCode).toBe(200)
    expect((await add(premium)).json().error).toMatchObject({ code: 'profiles.photo_limit', params: { limit: 25 } })
  })

  test('concurrent uploads never exceed the limit, and leave no files behind', async () => {
    const member = await buildMember(fixture.context)
    const before = await storedFolders()
    const { uploads } = uploadLimits.member
    const answers = await Promise.all(Array.from({ length: uploads + 4 }, () => add(member)))
    const codes = answers.map((answer) => (answer.statusCode === 200 ? 'ok' : answer.json().error.code))
    expect(codes.filter((code) => code === 'ok')).toHaveLength(3)
    expect(codes.filter((code) => code === 'profiles.photo_limit')).toHaveLength(uploads - 3)
    expect(codes.filter((code) => code === 'request.too_many')).toHaveLength(4)
    const photos = await ownPhotos(member)
    expect(photos.map(({ isMain }) => isMain)).toEqual([true, false, false])
    expect((await storedFolders()).size).toBe(before.size + 3)
  })
})

describe('an upload that is sent again', () => {
  test('adds one photo and gets the same reply, also when both run at once and when the limit is reached', async () => {
    const member = await buildMember(fixture.context, { photos: ['public', 'public'] })
    const clientId = randomUUID()
    const before = await storedFolders()
    const answers = await Promise.all([add(member, { clientId }), add(member, { clientId })])
    const again = await add(member, { clientId })
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const [first, second] = answers.map((answer) => answer.json().photo)
    expect(first).toEqual(second)
    expect(again.json().photo).toEqual(first)
    expect(await ownPhotos(member)).toHaveLength(3)
    expect((await storedFolders()).size).toBe(before.size + 1)
  })

  test('with another crop, or for others to see, changes the first photo, also when the limit is reached', async () => {
    const member = await buildMember(fixture.context, { photos: ['public', 'public'] })
    const clientId = randomUUID()
    const before = await storedFolders()
    const first = (await add(member, { clientId })).json().photo
    const file = new Uint8Array(await sampleImage({ width: 300, height: 400 }))
    const cropped = (await add(member, { clientId, file, visibility: 'private' })).json().photo
    expect(cropped).toMatchObject({ width: 300, height: 400, visibility: 'private' })
    expect(cropped.id).not.toBe(first.id)
    const photos = await ownPhotos(member)
    expect(photos).toHaveLength(3)
    expect(photos).toContainEqual({ id: cropped.id, isMain: false, visibility: 'private' })
    expect((await add(member, { clientId, file, visibility: 'private' })).json().photo).toEqual(cropped)
    await fixture.context.jobs.runDue()
    expect((await storedFolders()).size).toBe(before.size + 1)
  })

  test('is another photo for another member', async () => {
    const clientId = randomUUID()
    const [one, other] = [await buildMember(fixture.context), await buildMember(fixture.context)]
    const ids = [(await add(one, { clientId })).json().photo.id, (await add(other, { clientId })).json().photo.id]
    expect(new Set(ids).size).toBe(2)
  })
})

test('20 parallel inserts give exactly the limit, for free and premium members', async () => {
  const { context } = fixture
  for (const [isPremium, stored, limit] of [
    [false, 0, 3],
    [true, 15, 25],
  ] as const) {
    const { userId } = await buildMember(context, { isPremium, photos: Array.from({ length: stored }, () => 'public') })
    const insert = () =>
      context.transaction((tx) =>
        insertPhoto(context, tx, {
          userId,
          photo: {
            storageKey: randomUUID(),
            width: 900,
            height: 1200,
            preview: '',
            renditions: 2,
            fingerprint: null,
            explicitness: null,
            discard: async () => {},
          },
          visibility: 'private',
          isReviewed: false,
        }),
      )
    const answers = await Promise.allSettled(Array.from({ length: 20 }, insert))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(limit - stored)
  }
})

test('concurrent inserts never exceed the limit', async () => {
  const { context } = fixture
  const member = await buildMember(context)
  const { userId } = member
  const file = { storageKey: 'none', width: 900, height: 1200, preview: '', renditions: 2 }
  const photo = { ...file, fingerprint: null, explicitness: null, discard: async () => {} }
  const stored = await Promise.allSettled(
    Array.from({ length: 9 }, () =>
      context.transaction((tx) => insertPhoto(context, tx, { userId, photo, visibility: 'public', isReviewed: false })),
    ),
  )
  expect(stored.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect((await ownPhotos(member)).filter(({ isMain }) => isMain)).toHaveLength(1)
  expect(await ownPhotos(member)).toHaveLength(3)
})

describe('changing a photo', () => {
  let member: Member
  beforeEach(async () => {
    member = await buildMember(fixture.context, { photos: ['public', 'private', 'public'] })
  })

  test('a private photo that becomes the main one becomes public', async () => {
    const [first, second, third] = member.photoIds
    await fixture.call(changePhoto, { params: { photoId: second ?? '' }, body: { isMain: true } }, member)
    expect(await ownPhotos(member)).toEqual([
      { id: second, isMain: true, visibility: 'public' },
      { id: first, isMain: false, visibility: 'public' },
      { id: third, isMain: false, visibility: 'public' },
    ])
  })

  test('when the main photo becomes private, the next public one becomes the main photo', async () => {
    const [first, second, third] = member.photoIds
    const { reply } = await fixture.call(
      changePhoto,
      { params: { photoId: first ?? '' }, body: { visibility: 'private' } },
      member,
    )
    expect(reply?.profile.photos.map(({ id, isMain }) => ({ id, isMain }))).toEqual([
      { id: third, isMain: true },
      { id: first, isMain: false },
      { id: second, isMain: false },
    ])
  })

  test('a caption is one clean line of bounded length', async () => {
    const photoId = member.photoIds[1] ?? ''
    const caption = async (text: string) =>
      fixture.call(changePhoto, { params: { photoId }, body: { caption: text } }, member)
    const { reply } = await caption('  At the sea,\n in \u202eMay ')
    expect(reply?.profile.photos.find(({ id }) => id === photoId)?.caption).toBe('At the sea,  in  May')
    expect((await caption('😀'.repeat(140))).status).toBe(200)
    expect((await caption('😀'.repeat(141))).error).toMatchObject({ fields: expect.anything() })
    expect((await caption('')).reply?.profile.photos.find(({ id }) => id === photoId)?.caption).toBe('')
  })

  test('the order is that of the member, after the main photo, for everyone', async () => {
    const [first, second, third] = member.photoIds
    const order = [third, second, first].map(String)
    const { reply } = await fixture.call(orderPhotos, { body: { photoIds: order } }, member)
    expect(reply?.profile.photos.map(({ id }) => id)).toEqual([first, third, second])
    const premium = await buildMember(fixture.context, { isPremium: true })
    const seen = await fixture.call(getMember, { params: { profileId: member.profileId } }, premium)
    expect(seen.reply?.member.photos.map(({ id }) => id)).toEqual([first, third, second])
    await fixture.call(orderPhotos, { body: { photoIds: [second, 'unknownphoto00'].map(String) } }, member)
    expect((await ownPhotos(member)).map(({ id }) => id)).toEqual([first, second, third])
    expect((await fixture.call(orderPhotos, { body: { photoIds: [] } })).error?.code).toBe('authentication_required')
  })

  test('is possible for its owner alone', async () => {
    const other = await buildMember(fixture.context)
    const input = { params: { photoId: member.photoIds[1] ?? '' }, body: { visibility: 'public' as const } }
    expect((await fixture.call(changePhoto, input)).error?.code).toBe('authentication_required')
    const answer = await fixture.call(changePhoto, input, other)
    expect([answer.status, answer.error?.code]).toEqual([404, 'profiles.photo_not_found'])
    expect((await ownPhotos(member))[1]).toMatchObject({ visibility: 'private' })
  })
})

describe('removing a photo', () => {
  test('deletes its files and makes the next public one the main photo', async () => {
    const member = await buildMember(fixture.context)
    const main = (await add(member)).json().photo
    const privatePhoto = (await add(member, { visibility: 'private' })).json().photo
    const next = (await add(member)).json().photo
    await fixture.context.jobs.runDue()
    const before = (await storedFolders()).size
    const { reply } = await fixture.call(removePhoto, { params: { photoId: main.id } }, member)
    expect(reply?.profile.photos.map(({ id, isMain }) => ({ id, isMain }))).toEqual([
      { id: next.id, isMain: true },
      { id: privatePhoto.id, isMain: false },
    ])
    expect((await fetchPhoto(main.id, 'tile', member)).statusCode).toBe(404)
    await fixture.context.jobs.runDue()
    expect((await storedFolders()).size).toBe(before - 1)
    expect((await fetchPhoto(next.id, 'tile', member)).statusCode).toBe(200)
  })

  test('a second time is no error', async () => {
    const member = await buildMember(fixture.context, { photos: ['public'] })
    const input = { params: { photoId: member.photoIds[0] ?? '' } }
    const answers = [await fixture.call(removePhoto, input, member), await fixture.call(removePhoto, input, member)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await ownPhotos(member)).toEqual([])
  })

  test('is possible for its owner alone', async () => {
    const member = await buildMember(fixture.context, { photos: ['public'] })
    const other = await buildMember(fixture.context)
    const input = { params: { photoId: member.photoIds[0] ?? '' } }
    expect((await fixture.call(removePhoto, input)).error?.code).toBe('authentication_required')
    expect((await fixture.call(removePhoto, input, other)).status).toBe(200)
    expect(await ownPhotos(member)).toHaveLength(1)
  })

  test('two at once leaves the right main photo', async () => {
    const member = await buildMember(fixture.context, { photos: ['public', 'public', 'public'] })
    const [first, second, third] = member.photoIds
    await Promise.all(
      [first, second].map((photoId) => fixture.call(removePhoto, { params: { photoId: photoId ?? '' } }, member)),
    )
    expect(await ownPhotos(member)).toEqual([{ id: third, isMain: true, visibility: 'public' }])
  })
})

describe('when premium ends', () => {
  test('photos over the free limit are hidden from others, not deleted, and the order chooses which', async () => {
    const { context } = fixture
    const photos = ['public', 'public', 'public', 'private', 'public'] as const
    const owner = await buildMember(context, { isPremium: true, photos: [...photos] })
    const premium = await buildMember(context, { isPremium: true })
    const visiblePhotos = async () =>
      (await fixture.call(getMember, { params: { profileId: owner.profileId } }, premium)).reply?.member.photos.map(
        ({ id }) => owner.photoIds.indexOf(id),
      )
    const hidden = async () =>
      ((await fixture.call(getOwnProfile, {}, owner)).reply?.profile.photos ?? []).flatMap(({ id, isHidden }) =>
        isHidden ? [owner.photoIds.indexOf(id)] : [],
      )
    const setPremium = (premiumSince: Date | null) =>
      context.db.updateTable('accountBalances').set({ premiumSince }).where('userId', '=', owner.userId).execute()
    expect(await visiblePhotos()).toEqual([0, 1, 2, 3, 4])
    await setPremium(null)
    expect([await visiblePhotos(), await hidden()]).toEqual([
      [0, 1, 2],
      [3, 4],
    ])
    expect((await fetchPhoto(owner.photoIds[3] ?? '', 'locked', premium)).statusCode).toBe(404)
    await fixture.call(orderPhotos, { body: { photoIds: [owner.photoIds[4] ?? ''] } }, owner)
    expect(await visiblePhotos()).toEqual([0, 4, 1])
    await setPremium(new Date())
    expect(await visiblePhotos()).toEqual([0, 4, 1, 2, 3])
  })
})

describe('review', () => {
  const statuses = async (member: Member) =>
    ((await fixture.call(getOwnProfile, {}, member)).reply?.profile.photos ?? []).map(
      ({ id, isMain, status, rejection }) => [member.photoIds.indexOf(id), isMain, status, rejection],
    )

  test('a rejected main photo is replaced, its owner reads the reason, and it can only be deleted', async () => {
    const member = await buildMember(fixture.context, { photos: ['public', 'public'] })
    const [photoId = '', next = ''] = member.photoIds
    await reviewPhoto(fixture.context, { photoId, rejection: 'quality' })
    await reviewPhoto(fixture.context, { photoId, rejection: 'quality' })
    expect(await statuses(member)).toEqual([
      [1, true, 'active', null],
      [0, false, 'rejected', 'quality'],
    ])
    const { error } = await fixture.call(changePhoto, { params: { photoId }, body: { isMain: true } }, member)
    expect(error?.code).toBe('profiles.photo_rejected')
    await reviewPhoto(fixture.context, { photoId, rejection: null })
    expect((await statuses(member))[0]).toEqual([1, true, 'active', null])
    await fixture.call(removePhoto, { params: { photoId: next } }, member)
    expect(await statuses(member)).toEqual([[0, true, 'active', null]])
    await expect(reviewPhoto(fixture.context, { photoId: next, rejection: null })).rejects.toMatchObject({
      code: 'profiles.photo_not_found',
    })
  })

  test('where the site reviews photos first, a new one waits, and becomes the main photo when it is accepted', async () => {
    const { context } = fixture
    const setReview = async (review_photos: boolean) => {
      await changeSettings(context, { siteId: context.sites.of('localhost').id, settings: { review_photos } })
      await context.events.drain()
    }
    await setReview(true)
    const member = await buildMember(context)
    const { photo } = (await add(member)).json()
    await setReview(false)
    expect(photo).toMatchObject({ status: 'pending', isMain: false })
    const premium = await buildMember(context, { isPremium: true })
    expect((await fetchPhoto(photo.id, 'tile', premium)).statusCode).toBe(404)
    await reviewPhoto(context, { photoId: photo.id, rejection: null })
    expect(await ownPhotos(member)).toEqual([{ id: photo.id, isMain: true, visibility: 'public' }])
    expect((await fetchPhoto(photo.id, 'tile', premium)).statusCode).toBe(200)
  })

  test('a photo that waits for it cannot become the main one, and a private one stays private', async () => {
    const { context } = fixture
    const member = await buildMember(context, { photos: ['public', 'private'] })
    const [first = '', photoId = ''] = member.photoIds
    await context.db.updateTable('photos').set({ status: 'pending' }).where('publicId', '=', photoId).execute()
    const { status, error } = await fixture.call(changePhoto, { params: { photoId }, body: { isMain: true } }, member)
    expect([status, error?.code]).toEqual([403, 'profiles.photo_pending'])
    expect(await ownPhotos(member)).toEqual([
      { id: first, isMain: true, visibility: 'public' },
      { id: photoId, isMain: false, visibility: 'private' },
    ])
  })
})

test('the page that the owner sees as others do leaves out rejected, pending and hidden photos', async () => {
  const photos = ['public', 'public', 'public', 'private', 'public'] as const
  const owner = await buildMember(fixture.context, { isPremium: true, photos: [...photos] })
  const { profileId, photoIds } = owner
  await reviewPhoto(fixture.context, { photoId: photoIds[1] ?? '', rejection: 'quality' })
  const pending = { status: 'pending' }
  const { db } = fixture.context
  await db
    .updateTable('photos')
    .set(pending)
    .where('publicId', '=', photoIds[2] ?? '')
    .execute()
  const seen = async () =>
    (await fixture.call(getMember, { params: { profileId } }, owner)).reply?.member.photos.map(({ id }) =>
      photoIds.indexOf(id),
    )
  expect(await seen()).toEqual([0, 3, 4])
  await db.updateTable('accountBalances').set({ premiumSince: null }).where('userId', '=', owner.userId).execute()
  expect(await seen()).toEqual([0])
})

describe('files', () => {
  test('of a prepared image that became no photo are deleted; those of photos stay', async () => {
    const member = await buildMember(fixture.context)
    await add(member)
    const unused = await preparePhoto(fixture.context, { source: image })
    expect(await storedFolders()).toContain(unused.storageKey)
    await fixture.context.jobs.runDue()
    const used = (await storageKeys()).map(({ storageKey }) => storageKey)
    const stored = await storedFolders()
    expect(stored).not.toContain(unused.storageKey)
    for (const folder of stored) expect(used).toContain(folder)
    expect(stored.size).toBeGreaterThan(0)
  })

  test('are deleted when the account is erased', async () => {
    const member = await buildMember(fixture.context)
    await add(member)
    await fixture.context.jobs.runDue()
    const before = (await storedFolders()).size
    await fixture.context.transaction(async (tx) => {
      await emit(tx, accountErased, { userId: member.userId })
      await tx.deleteFrom('users').where('id', '=', member.userId).execute()
    })
    await fixture.context.jobs.runDue()
    expect((await storedFolders()).size).toBe(before - 1)
  })
})
