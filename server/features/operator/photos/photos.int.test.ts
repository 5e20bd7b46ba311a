import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PHOTO_CLAIM_MS } from '#contract/limits.ts'
import { getWaiting } from '#contract/operator/moderation/calls.ts'
import { decidePhotos, claimPhotos } from '#contract/operator/photos/calls.ts'
import { getOwnProfile } from '#contract/profiles/calls.ts'
import type { PhotoRejection } from '#contract/profiles/schemas.ts'
import { sendRejectionMail } from '#server/features/profiles/photos/rejection-mail.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { mailsAbout } from '#tests/support/mails.ts'
import { actsOf, buildOperator, type BuiltOperator } from '#tests/support/operators.ts'
import { explicitImage, sampleImage, upload } from '#tests/support/sample-images.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'

let site: TestApp
let eve: BuiltOperator
let max: BuiltOperator

beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.context.db.updateTable('photos').set({ status: 'active' }).where('status', '=', 'pending').execute()
  eve = await buildOperator(site.context, { role: 'moderator' })
  max = await buildOperator(site.context, { role: 'moderator' })
})

/** A member whose photos wait, with what the model says of each. */
async function waitingPhotos(ratings: (number | null)[]) {
  const member = await buildMember(site.context, { photos: ratings.map(() => 'public'), isPremium: true })
  for (const [index, explicitness] of ratings.entries())
    await site.context.db
      .updateTable('photos')
      .set({ status: 'pending', explicitness })
      .where('publicId', '=', member.photoIds[index] ?? '')
      .execute()
  return member
}

const claim = async (operator: BuiltOperator) => (await site.call(claimPhotos, {}, operator)).reply?.photos ?? []
const decide = (photoIds: string[], rejection: PhotoRejection | null, operator = eve) =>
  site.call(decidePhotos, { body: { photoIds, rejection } }, operator)

async function ownPhotos(member: Member) {
  const { reply } = await site.call(getOwnProfile, {}, member)
  return (reply?.profile.photos ?? []).map(({ id, status, rejection }) => ({ id, status, rejection }))
}

test('photos come to one operator at a time, those that are rated explicit first', async () => {
  const member = await waitingPhotos([null, 0.2, 0.9])
  const [first, second, third] = member.photoIds
  const taken = await claim(eve)
  expect(taken.map(({ id }) => id)).toEqual([third, second, first])
  expect(taken[0]).toMatchObject({ isExplicit: true, profileId: member.profileId, name: member.name, rejected: 0 })
  expect(await claim(max)).toEqual([])
  expect(await claim(eve)).toHaveLength(3)
  expect((await site.call(getWaiting, {}, eve)).reply?.photos).toMatchObject({ count: 3 })
  expect((await decide([first ?? ''], null, max)).reply?.results).toEqual([
    { photoId: first, error: 'profiles.photo_review_taken' },
  ])
  site.clock.advance(PHOTO_CLAIM_MS)
  expect(await claim(max)).toHaveLength(3)
  const metrics = (await site.app.inject('/metrics')).body
  expect(metrics).toContain('photos_to_review{value="count"} 3')
  expect(metrics).toMatch(/photos_to_review\{value="oldest_age_seconds"\} [1-9]/)
})

test('several are decided together: the owner reads the reason, a repetition changes nothing', async () => {
  const member = await waitingPhotos([0.9, 0.1, 0.1])
  const [first = '', second = '', third = ''] = member.photoIds
  await claim(eve)
  const rejected = [first, second].map((photoId) => ({ photoId, error: null }))
  expect((await decide([first, second], 'no_person')).reply?.results).toEqual(rejected)
  expect((await decide([first, second], 'no_person')).reply?.results).toEqual(rejected)
  await decide([third], null)
  expect(await ownPhotos(member)).toEqual(
    expect.arrayContaining([
      { id: first, status: 'rejected', rejection: 'no_person' },
      { id: third, status: 'active', rejection: null },
    ]),
  )
  expect(await actsOf(site.context, eve)).toEqual([
    'photos_seen null',
    `photo_rejected ${first}`,
    `photo_rejected ${second}`,
    `photo_approved ${third}`,
  ])
})

test('of two moderators who decide about one photo the second gets an error, and of a deleted one both', async () => {
  const member = await waitingPhotos([0.9, 0.8])
  const [photoId = '', deleted = ''] = member.photoIds
  // No one has taken it.
  const answers = await Promise.all([decide([photoId], 'nudity'), decide([photoId], null, max)])
  const errors = answers.map(({ reply }) => reply?.results[0]?.error)
  expect(errors).toContain(null)
  expect(errors).toContain('profiles.photo_reviewed')
  await site.context.db.deleteFrom('photos').where('publicId', '=', deleted).execute()
  const { reply } = await decide([deleted, photoId], 'quality')
  expect(reply?.results.map(({ error }) => error)).toEqual(['profiles.photo_not_found', 'profiles.photo_reviewed'])
})

test('its image is for operators while it waits, and never a private one', async () => {
  const member = await buildMember(site.context)
  const add = async (image: Uint8Array, visibility: string) => {
    const form = { url: '/api/photos', data: { visibility }, cookie: member.cookie, file: new Uint8Array(image) }
    return (await upload(site.app, form)).json<{ photo: { id: string } }>().photo.id
  }
  const [waiting, hidden] = [await add(await explicitImage(), 'public'), await add(await sampleImage(), 'private')]
  const fetchPhoto = async (photoId: string, { cookie }: { cookie: string }) => {
    const { statusCode, headers } = await site.app.inject({
      url: `/api/operator/photos/${photoId}/tile`,
      headers: { cookie },
    })
    return [statusCode, headers['content-type']]
  }
  expect(await fetchPhoto(waiting, eve)).toEqual([200, 'image/webp'])
  expect((await fetchPhoto(waiting, member))[0]).toBe(403)
  expect((await fetchPhoto(hidden, eve))[0]).toBe(404)
  expect((await claim(eve)).map(({ id }) => id)).toEqual([waiting])
})

test('a member who left takes the photos out of the queue', async () => {
  const member = await waitingPhotos([0.9])
  await site.context.db
    .updateTable('users')
    .set({ deletedAt: site.clock.now() })
    .where('id', '=', member.userId)
    .execute()
  expect(await claim(eve)).toEqual([])
  expect((await site.call(getWaiting, {}, eve)).reply?.photos).toEqual({ count: 0, oldestAt: null })
})

test('the owner is mailed once about those that were rejected together, and only while they are', async () => {
  const member = await waitingPhotos([0.9, 0.8, 0.7])
  const [first = '', second = '', third = ''] = member.photoIds
  const mails = async ({ userId }: Member = member) => {
    // What the job does, which is queued for a minute later.
    await sendRejectionMail(site.context, { userId })
    return (await mailsAbout(site.context, { userId })).filter(({ template }) => template === 'photosRejected')
  }
  await decide([first], 'nudity')
  await decide([second], 'quality')
  await decide([third], null)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from graphile_worker._private_jobs
    where payload ->> 'userId' = ${String(member.userId)} and run_at >= ${site.clock.now()}`.execute(site.context.db)
  expect(rows).toEqual([{ n: 2 }])
  expect(await mails()).toMatchObject([
    { to: member.email, props: { count: 2, reasons: expect.arrayContaining(['nudity', 'quality']) } },
  ])
  expect(await mails()).toHaveLength(1)
  // It is built when it is sent.
  await site.context.db.deleteFrom('photos').where('publicId', 'in', [first, second]).execute()
  expect(await mails()).toEqual([])
  const unconfirmed = await waitingPhotos([0.9])
  await site.context.db.updateTable('users').set({ confirmedAt: null }).where('id', '=', unconfirmed.userId).execute()
  await decide(unconfirmed.photoIds, 'nudity')
  expect(await mails(unconfirmed)).toEqual([])
})
