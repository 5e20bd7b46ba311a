import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { DELETION_DAYS, FREE_PHOTOS } from '#contract/limits.ts'
import * as calls from '#contract/operator/fictional/calls.ts'
import { listHistory, restoreVersion } from '#contract/operator/site/calls.ts'
import { getMember } from '#contract/profiles/calls.ts'
import { searchMembers } from '#contract/search/calls.ts'
import { DAY } from '#contract/time.ts'
import { eraseDeleted } from '#server/features/accounts/deletion/erasure.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { buildOperator, type BuiltOperator } from '#tests/support/operators.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'

let site: TestApp
let owner: BuiltOperator
let siteId: number
let viewer: Member

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
  owner = await buildOperator(site.context)
  siteId = site.context.sites.of('localhost').id
  viewer = await buildMember(site.context, { gender: 'male', country: 'DK' })
})
afterAll(() => site.close())

type Body = InputOf<typeof calls.createFictional>['body']

const profile: Omit<Body, 'siteId'> = {
  name: 'Petra',
  gender: 'female',
  lookingFor: 'male',
  birthDate: '1990-04-05',
  country: 'DK',
  region: 'Hovedstaden',
  city: 'København',
  about: 'Invented from head to toe.',
  answers: [
    { prompt: 'learning', text: 'To be no one' },
    { prompt: 'first_date', text: 'Never' },
  ],
  interests: ['music', 'art'],
}

const create = (change: Partial<Body> = {}) =>
  site.call(calls.createFictional, { body: { ...profile, siteId, ...change } }, owner)

async function build() {
  const { reply } = await create()
  if (!reply) throw new Error('the profile was not created')
  return reply.profileId
}

async function open(profileId: string) {
  const { reply } = await site.call(calls.getFictional, { params: { profileId } }, owner)
  if (!reply) throw new Error('the profile was not readable')
  return reply
}

const change = (profileId: string, body: object, expectedVersion = 1) =>
  site.call(calls.changeFictional, { params: { profileId }, body: { ...profile, ...body, expectedVersion } }, owner)

const end = (profileId: string, expectedVersion = 1) =>
  site.call(calls.endFictional, { params: { profileId }, body: { expectedVersion } }, owner)

async function upload(profileId: string, source: Buffer, clientId: string = randomUUID()) {
  const file = new Blob([new Uint8Array(source)])
  return site.call(calls.addFictionalPhoto, { params: { profileId }, body: { clientId } }, { ...owner, file })
}

const seen = (profileId: string) => site.call(getMember, { params: { profileId } }, viewer)
const counted = async () =>
  (await site.call(searchMembers, { query: { gender: 'female', country: 'DK' } }, viewer)).reply
const actsAbout = async (profileId: string) => {
  const rows = await site.context.db
    .selectFrom('auditLog')
    .innerJoin('profiles', (join) => join.onRef((eb) => eb.cast<string>('profiles.userId', 'text'), '=', 'subjectId'))
    .select('act')
    .where('profiles.publicId', '=', profileId)
    .orderBy('auditLog.id')
    .execute()
  return rows.map(({ act }) => act)
}

describe('a fictional profile', () => {
  test('is made, labelled, found and counted nowhere, and never active', async () => {
    const before = await counted()
    const profileId = await build()
    const { reply } = await seen(profileId)
    expect(reply?.member).toMatchObject({ name: 'Petra', isFictional: true, isOnline: false, lastSeen: null })
    const { about, answers, interests } = profile
    expect(reply?.member).toMatchObject({ about, answers, interests })
    const after = await counted()
    expect(after?.results.map(({ id }) => id)).toContain(profileId)
    expect(after?.numResults).toEqual(before?.numResults)
    const list = await site.call(calls.listFictional, { query: {} }, owner)
    expect(list.reply?.profiles[0]).toMatchObject({
      id: profileId,
      name: 'Petra',
      region: 'Hovedstaden',
      photoId: null,
    })
    expect(await actsAbout(profileId)).toEqual(['fictional_created'])
  })

  test('is changed, with a history that puts back what was', async () => {
    const profileId = await build()
    expect((await change(profileId, { name: 'Paula', about: 'Other', interests: [], answers: [] })).reply).toEqual({
      version: 2,
    })
    expect(await open(profileId)).toMatchObject({
      version: 2,
      profile: { name: 'Paula', about: 'Other', interests: [], answers: [] },
    })
    expect((await seen(profileId)).reply?.member).toMatchObject({ name: 'Paula', isFictional: true })
    const subject = `fictional/${profileId}`
    const history = await site.call(listHistory, { query: { subject } }, owner)
    expect(history.reply?.versions.map(({ version, by }) => [version, by])).toEqual([
      [2, owner.name],
      [1, owner.name],
    ])
    const restored = { subject, version: 1, expectedVersion: 2 }
    expect((await site.call(restoreVersion, { body: restored }, owner)).reply).toEqual({ version: 3 })
    expect(await open(profileId)).toMatchObject({ profile })
    const undone = await site.call(restoreVersion, { body: { subject, version: 0, expectedVersion: 3 } }, owner)
    expect(undone.error?.code).toBe('settings.version_not_found')
    expect(await actsAbout(profileId)).toEqual(['fictional_created', 'fictional_changed', 'version_restored'])
  })

  test('gets back a version from before answers and interests without them', async () => {
    const profileId = await build()
    const { answers: _answers, interests: _interests, ...earlier } = profile
    const subject = `fictional/${profileId}`
    const [before, after] = [JSON.stringify(earlier), JSON.stringify({ ...earlier, about: 'Other' })]
    await site.context.db
      .insertInto('contentVersions')
      .values({ subject, version: 2, before, after, createdAt: site.clock.now() })
      .execute()
    const restored = { subject, version: 2, expectedVersion: 2 }
    expect((await site.call(restoreVersion, { body: restored }, owner)).reply).toEqual({ version: 3 })
    expect(await open(profileId)).toMatchObject({ profile: { ...earlier, about: 'Other', answers: [], interests: [] } })
  })

  test('that another operator changed meanwhile is neither overwritten nor ended', async () => {
    const profileId = await build()
    await change(profileId, { name: 'First' })
    expect((await change(profileId, { name: 'Second' })).error?.code).toBe('settings.changed_meanwhile')
    expect((await end(profileId)).error?.code).toBe('settings.changed_meanwhile')
    expect(await open(profileId)).toMatchObject({ profile: { name: 'First' } })
  })

  test('is hidden once it has ended, without a mail, and erased later', async () => {
    const profileId = await build()
    expect((await end(profileId)).status).toBe(204)
    expect((await seen(profileId)).error?.code).toBe('profiles.not_found')
    const gone = [await end(profileId, 2), await change(profileId, {}, 2), await upload(profileId, await sampleImage())]
    expect(gone.map(({ error }) => error?.code)).toEqual(gone.map(() => 'profiles.not_found'))
    const list = await site.call(calls.listFictional, { query: {} }, owner)
    expect(list.reply?.profiles.map(({ id }) => id)).not.toContain(profileId)
    const mails = await site.context.db.selectFrom('mailRequests').select('template').execute()
    expect(mails).toEqual([])
    const userId = await site.context.db
      .selectFrom('profiles')
      .select('userId')
      .where('publicId', '=', profileId)
      .executeTakeFirst()
    expect(userId).toBeDefined()
    const clock = { now: () => new Date(site.clock.now().getTime() + (DELETION_DAYS + 1) * DAY) }
    await eraseDeleted({ ...site.context, clock }, new AbortController().signal)
    const left = await site.context.db
      .selectFrom('profiles')
      .select('userId')
      .where('publicId', '=', profileId)
      .execute()
    expect(left).toEqual([])
  })

  test.each([
    [{ name: 'x' }, 'name', 'profiles.name_length'],
    [{ name: 'a@b.example' }, 'name', 'profiles.name_not_allowed'],
    [{ birthDate: '2020-01-01' }, 'birthDate', 'profiles.too_young'],
    [{ birthDate: '1990-02-30' }, 'birthDate', 'profiles.birth_date_invalid'],
    [{ region: 'Nowhere' }, 'region', 'profiles.region_unknown'],
    [{ about: 'x'.repeat(2001) }, 'about', 'profiles.text_too_long'],
    [{ answers: [{ prompt: 'learning' as const, text: '' }] }, 'answers', 'profiles.answer_required'],
    [{ interests: ['sleeping' as never] }, 'interests', 'request.invalid'],
  ])('with %j is rejected, made and changed', async (wrong, field, code) => {
    const profileId = await build()
    for (const { error } of [await create(wrong), await change(profileId, wrong)])
      expect(error?.fields?.[field]?.code).toBe(code)
    expect(await open(profileId)).toMatchObject({ version: 1, profile })
  })

  test('of an unknown site is not made', async () => {
    expect((await create({ siteId: 9999 })).error?.code).toBe('settings.site_not_found')
  })

  test('is no member, and a member is none', async () => {
    const { error } = await site.call(calls.getFictional, { params: { profileId: viewer.profileId } }, owner)
    expect(error?.code).toBe('profiles.not_found')
    expect((await change(viewer.profileId, {}, 0)).error?.code).toBe('profiles.not_found')
    expect((await end(viewer.profileId, 0)).error?.code).toBe('profiles.not_found')
    expect((await seen(viewer.profileId)).status).toBe(200)
  })
})

describe('photos of a fictional profile', () => {
  test('are added once each, chosen, limited and removed', async () => {
    const profileId = await build()
    const [clientId, image] = [randomUUID(), await sampleImage()]
    expect((await upload(profileId, image, clientId)).reply).toEqual({ isAdded: true })
    expect((await upload(profileId, image, clientId)).reply).toEqual({ isAdded: false })
    for (let nth = 1; nth < FREE_PHOTOS; nth += 1) await upload(profileId, image)
    expect((await upload(profileId, image)).error?.code).toBe('profiles.photo_limit')

    const { photos } = await open(profileId)
    expect(photos.map(({ isMain, visibility }) => [isMain, visibility])).toEqual(
      photos.map((_, index) => [index === 0, 'public']),
    )
    expect(photos).toHaveLength(FREE_PHOTOS)
    const second = photos[1]?.id ?? ''
    await site.call(calls.chooseFictionalPhoto, { params: { profileId, photoId: second } }, owner)
    expect((await seen(profileId)).reply?.member.photo?.id).toBe(second)
    await site.call(calls.removeFictionalPhoto, { params: { profileId, photoId: second } }, owner)
    expect((await open(profileId)).photos.map(({ id }) => id)).not.toContain(second)
    expect((await actsAbout(profileId)).slice(-2)).toEqual(['fictional_photo_chosen', 'fictional_photo_removed'])
  })

  test('that are no images are rejected, and those of members left alone', async () => {
    const profileId = await build()
    const text = await upload(profileId, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'))
    expect(text.error?.code).toBe('profiles.photo_not_an_image')
    const none = await site.call(
      calls.addFictionalPhoto,
      { params: { profileId }, body: { clientId: randomUUID() } },
      owner,
    )
    expect(none.error?.code).toBe('profiles.photo_not_an_image')
    const member = await buildMember(site.context, { photos: ['public'] })
    const params = { profileId, photoId: member.photoIds[0] ?? '' }
    expect((await site.call(calls.chooseFictionalPhoto, { params }, owner)).error?.code).toBe(
      'profiles.photo_not_found',
    )
    expect((await site.call(calls.removeFictionalPhoto, { params }, owner)).status).toBe(204)
    const left = await site.context.db
      .selectFrom('photos')
      .select('id')
      .where('publicId', '=', params.photoId)
      .execute()
    expect(left).toHaveLength(1)
  })
})
