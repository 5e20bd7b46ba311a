import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteAccount, logOut } from '#contract/accounts/calls.ts'
import { decidePhotoRequest, requestPhotos } from '#contract/profiles/photo-request-calls.ts'
import { requestPose } from '#contract/profiles/verification-calls.ts'
import { photoSizes } from '#contract/profiles/photo-urls.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { startFakeS3 } from '#tests/support/fakes/fake-s3.ts'
import { sampleImage, upload } from '#tests/support/sample-images.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'

/*
 * Private pixels leave the server only to those who may see the photo, whatever the address and the request;
 * to all others the photo does not exist.
 */

type PhotoName = 'private' | 'requested' | 'chat'

const environment = { TRUST_PROXY: 'true', REQUESTS_PER_MINUTE: '1000000', LOG_LEVEL: 'silent' }
/** Of an id that no photo has. */
const MISSING = 'bcdfghjkmnpqrs'

/** Builds the owner of a photo of each kind that is not for everyone, and those no longer allowed. */
async function buildPhotos(site: TestApp) {
  const { context } = site
  const chat = chatOn(site)
  const image = new Uint8Array(await sampleImage())
  const build = () => buildMember(context, { gender: 'male', isPremium: true, credits: 100 })
  const [owner, partner] = [await buildMember(context, { isPremium: true, credits: 100 }), await build()]
  const add = async (visibility: string) =>
    String(
      (await upload(site.app, { url: '/api/photos', data: { visibility }, file: image, ...owner })).json().photo.id,
    )
  const ids = { private: await add('private'), requested: await add('on_request'), chat: '' }
  const sent = await chat.uploadPhoto(owner, partner, new Blob([image]))
  ids.chat = sent.reply?.photo.id ?? ''
  expect((await chat.post(owner, partner, { kind: 'photo', photoId: ids.chat })).status).toBe(200)
  const params = { profileId: partner.profileId }
  const decide = (isGranted: boolean) => site.call(decidePhotoRequest, { params, body: { isGranted } }, owner)
  await site.call(requestPhotos, { params: { profileId: owner.profileId } }, partner)
  await decide(true)
  return { owner, partner, ids, build, decide, block: (member: Member) => chat.block(owner, member) }
}

describe('private pixels', () => {
  let site: TestApp
  let photos: Awaited<ReturnType<typeof buildPhotos>>
  /** Members who could see photos until something happened. */
  const former: Record<string, { member: Member | null; hidden: PhotoName[] }> = {}

  beforeAll(async () => {
    site = await startTestApp({ environment })
    photos = await buildPhotos(site)
    await buildFormerViewers()
  })
  afterAll(() => site.close())

  /** Builds members who may not see the photos, but for one after they could. */
  async function buildFormerViewers() {
    const { owner, build } = photos
    const free = await buildMember(site.context, { gender: 'male' })
    const [loggedOut, deleted, blocked] = [await build(), await build(), await build()]
    const all: PhotoName[] = ['private', 'requested', 'chat']
    for (const member of [loggedOut, deleted, blocked]) expect(await statusOf('private', member)).toBe(200)
    expect([await statusOf('requested', photos.partner), await statusOf('chat', photos.partner)]).toEqual([200, 200])
    await site.call(logOut, { query: {} }, loggedOut)
    const body = { reason: 'other', remarks: '', password: deleted.password } as const
    expect((await site.call(deleteAccount, { body }, deleted)).status).toBe(200)
    await photos.block(blocked)
    await photos.decide(false)
    Object.assign(former, {
      'a visitor': { member: null, hidden: all },
      'another member': { member: free, hidden: all },
      'a member after the owner withdrew the photos': { member: photos.partner, hidden: ['requested'] },
      'a member after a block': { member: blocked, hidden: all },
      'a member after the log-out': { member: loggedOut, hidden: all },
      'a member after the deletion of the account': { member: deleted, hidden: all },
    })
    expect([await statusOf('private', owner), await statusOf('requested', owner)]).toEqual([200, 200])
  }

  const statusOf = async (name: PhotoName, member: Member) =>
    (await ask(urlOf(photos.ids[name], 'tile', name), member)).statusCode

  const urlOf = (id: string, size: string, name: PhotoName) =>
    name === 'chat' ? `/chat-photos/${id}/${size}` : `/photos/${id}/${size}`

  interface Way {
    method?: 'GET' | 'HEAD'
    headers?: Record<string, string>
  }
  function ask(url: string, member: Member | null, { method = 'GET', headers }: Way = {}) {
    const caller = member ? { cookie: member.cookie } : {}
    return site.app.inject({ method, url, headers: { ...randomAddress(), ...caller, ...headers } })
  }
  type Answer = Awaited<ReturnType<typeof ask>>

  /** Returns an answer without what differs in every answer. */
  const comparable = ({ statusCode, headers, body }: Answer) => ({
    statusCode,
    headers: { ...headers, date: '', ratelimit: '' },
    body: body.replace(/"requestId":"[^"]*"/, ''),
  })
  const hasPixels = ({ rawPayload }: Answer) => /WEBP|ftypavif|JFIF/.test(rawPayload.toString('latin1'))

  const ways = {
    'as a browser does': {},
    'in the newer format': { headers: { accept: 'image/avif,image/webp' } },
    'by HEAD': { method: 'HEAD' },
    'in part': { headers: { range: 'bytes=0-99' } },
    'with the mark of a stored copy': { headers: { 'if-none-match': '*' } },
  } satisfies Record<string, Way>

  test.each(Object.keys(ways) as (keyof typeof ways)[])(
    'do not exist for those who may not see them, asked for %s, in any size',
    async (way) => {
      for (const [who, { member, hidden }] of Object.entries(former))
        for (const name of hidden)
          for (const size of [...photoSizes, 'original']) {
            // Members see the blurred size where the photo is locked.
            if (size === 'locked' && name !== 'chat' && /another|withdrew/.test(who)) continue
            const [answer, missing] = await Promise.all([
              ask(urlOf(photos.ids[name], size, name), member, ways[way]),
              ask(urlOf(MISSING, size, name), member, ways[way]),
            ])
            expect({ who, name, size, ...comparable(answer) }).toEqual({ who, name, size, ...comparable(missing) })
            expect([answer.statusCode, hasPixels(answer)]).toEqual([404, false])
          }
    },
  )

  test('leave to their owner whole or not at all, and no browser or proxy stores them', async () => {
    for (const name of ['private', 'requested'] as const)
      for (const size of photoSizes) {
        const url = urlOf(photos.ids[name], size, name)
        const whole = await ask(url, photos.owner)
        const [head, part] = [
          await ask(url, photos.owner, ways['by HEAD']),
          await ask(url, photos.owner, ways['in part']),
        ]
        expect([whole.statusCode, head.statusCode, part.statusCode]).toEqual([200, 200, 200])
        expect([head.rawPayload.length, part.rawPayload.length]).toEqual([0, whole.rawPayload.length])
        expect(head.headers['content-length']).toBe(String(whole.rawPayload.length))
        for (const { headers } of [whole, head, part])
          expect([headers['cache-control'], headers.etag !== undefined]).toEqual(
            size === 'locked' ? ['private, no-cache', true] : ['private, no-store', false],
          )
      }
  })

  test('of a selfie are at no address that members or visitors can open, also not the member’s own', async () => {
    const member = await buildMember(site.context)
    const file = new Uint8Array(await sampleImage())
    const main = await upload(site.app, { url: '/api/photos', data: { visibility: 'public' }, file, ...member })
    expect(main.statusCode).toBe(200)
    const id = (await site.call(requestPose, {}, member)).reply?.poseRequest.id ?? ''
    const sent = await upload(site.app, { url: '/api/verification/selfie', data: { id }, file, ...member })
    expect(sent.statusCode).toBe(200)
    const { storageKey } = await site.context.db
      .selectFrom('verifications')
      .select('storageKey')
      .where('publicId', '=', id)
      .executeTakeFirstOrThrow()
    const urlsOf = (name: string) => [
      ...[...photoSizes, 'original', 'selfie'].flatMap((size) => [
        urlOf(name, size, 'private'),
        urlOf(name, size, 'chat'),
      ]),
      `/api/operator/verifications/${name}/selfie`,
    ]
    const missing = urlsOf(MISSING)
    for (const viewer of [null, member, photos.partner]) {
      for (const [index, url] of urlsOf(id).entries())
        expect(comparable(await ask(url, viewer))).toEqual(comparable(await ask(missing[index] ?? '', viewer)))
      for (const url of [...urlsOf(id), ...urlsOf(storageKey ?? '')]) {
        const answer = await ask(url, viewer)
        expect([url, answer.statusCode >= 400, hasPixels(answer)]).toEqual([url, true, false])
      }
    }
  })

  test('are at no other address: other letters, other ends, and the names of the stored files', async () => {
    const rows = await site.context.db.selectFrom('photos').select(['storageKey', 'publicId']).execute()
    const chat = await site.context.db.selectFrom('chatUploads').select(['storageKey', 'publicId']).execute()
    const { dataDir } = site.context.config
    const top = join(dataDir, 'photos')
    const files = (await readdir(top, { recursive: true })).filter((file) => /\.(webp|avif)$/.test(file))
    expect(files.length).toBeGreaterThan(3 * photoSizes.length)
    const keys = files.map((file) => file.split('/').slice(-2).join('/'))
    expect([...rows, ...chat].every(({ storageKey }) => keys.some((key) => key.startsWith(storageKey)))).toBe(true)
    const paths = [
      ...files.flatMap((file) => [file, `photos/${file}`, `data/photos/${file}`, `assets/../photos/${file}`]),
      ...keys.flatMap((key) => [key, `photos/${key}`, `photos/${key.replace(/\.\w+$/, '')}`, `chat-photos/${key}`]),
      ...[...rows, ...chat].flatMap(({ publicId: id }) => {
        const [changed, swapped] = [id.slice(0, -1), id.replace(/[a-z]/i, swapCase)]
        return [
          ...[changed, swapped, `${id}b`, `${id}%00`, `..%2fphotos%2f${id}`].map((each) => `photos/${each}/large`),
          ...['Large', 'LARGE', 'large.webp', 'large/', 'large%00', 'large;', '../large', '%2e%2e%2flarge'].map(
            (size) => `photos/${id}/${size}`,
          ),
          `PHOTOS/${id}/large`,
          `photos//${id}/large`,
          `photos/x/../${id}/large/..`,
        ]
      }),
    ]
    const leaks = []
    for (const path of paths) {
      // Even for the owner, who may see all of them.
      for (const member of [null, photos.owner]) {
        const answer = await ask(`/${path}`, member)
        if (answer.statusCode < 400 || hasPixels(answer)) leaks.push(`${path}: ${answer.statusCode}`)
      }
    }
    expect(leaks).toEqual([])
  })
})

/** Of a letter. */
function swapCase(letter: string) {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
}

test('a store of photos sends one file for a signed address, and nothing for one that was changed', async () => {
  const store = await startFakeS3()
  const site = await startTestApp({ environment: { ...environment, PHOTO_STORE_URL: store.storeUrl } })
  const { owner, ids, build } = await buildPhotos(site)
  const [member, blocked] = [await build(), await build()]
  await chatOn(site).block(owner, blocked)
  const ask = (viewer: Member | null, size = 'large') =>
    site.app.inject({ url: `/photos/${ids.private}/${size}`, headers: viewer ? { cookie: viewer.cookie } : {} })

  for (const viewer of [null, blocked]) {
    const { statusCode, headers } = await ask(viewer)
    expect([statusCode, headers.location]).toEqual([404, undefined])
  }
  const { statusCode, headers } = await ask(member)
  expect([statusCode, headers['cache-control']]).toEqual([302, 'no-store'])
  const signed = new URL(String(headers.location))
  const fetched = await fetch(signed)
  expect([fetched.status, fetched.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  const statusWith = async (change: (url: URL) => void) => {
    const url = new URL(signed)
    change(url)
    return (await fetch(url)).status
  }
  const signature = signed.searchParams.get('X-Amz-Signature') ?? ''
  const changes: Record<string, (url: URL) => void> = {
    'without its end': (url) => url.searchParams.set('X-Amz-Signature', signature.slice(0, -1)),
    'in capitals': (url) => url.searchParams.set('X-Amz-Signature', signature.toUpperCase()),
    'without a signature': (url) => url.searchParams.delete('X-Amz-Signature'),
    'for longer': (url) => url.searchParams.set('X-Amz-Expires', '3600'),
    'for another time': (url) => url.searchParams.set('X-Amz-Date', '20300101T000000Z'),
    'of another size': (url) => (url.pathname = url.pathname.replace('large', 'tile')),
    'without any parameter': (url) => (url.search = ''),
  }
  for (const [name, change] of Object.entries(changes)) expect([name, await statusWith(change)]).toEqual([name, 403])
  for (const path of store.files.keys()) expect((await fetch(new URL(path, store.bucketUrl))).status).toBe(403)
  await site.close()
  store.close()
})
