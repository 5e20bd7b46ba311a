import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteAccount } from '#contract/accounts/calls.ts'
import { PHOTO_CLAIM_MS, POSE_MS, SELFIE_DAYS } from '#contract/limits.ts'
import { getWaiting } from '#contract/operator/moderation/calls.ts'
import { claimSelfies, decideSelfie } from '#contract/operator/verification/calls.ts'
import { changePhoto, getMember, removePhoto } from '#contract/profiles/calls.ts'
import { requestPose, getVerification, withdrawSelfie } from '#contract/profiles/verification-calls.ts'
import type { SelfieRejectionReason } from '#contract/profiles/verification.ts'
import { searchMembers } from '#contract/search/calls.ts'
import { DAY } from '#contract/time.ts'
import { expireSelfies } from '#server/features/profiles/jobs.ts'
import { selfieFile } from '#server/features/profiles/selfie-file.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { mailsAbout } from '#tests/support/mails.ts'
import { actsOf, buildOperator, type BuiltOperator } from '#tests/support/operators.ts'
import { sampleImage, upload } from '#tests/support/sample-images.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'

let site: TestApp
let eve: BuiltOperator
let max: BuiltOperator
let image: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  site = await startTestApp()
  image = new Uint8Array(await sampleImage())
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.context.db.deleteFrom('verifications').execute()
  eve = await buildOperator(site.context, { role: 'moderator' })
  max = await buildOperator(site.context, { role: 'moderator' })
})

const request = async (member: Member) => (await site.call(requestPose, {}, member)).reply?.poseRequest
const send = (member: Pick<Member, 'cookie'>, id: string, file: Uint8Array<ArrayBuffer> | null = image) =>
  upload(site.app, { url: '/api/verification/selfie', data: { id }, cookie: member.cookie, ...(file && { file }) })
const stateOf = async (member: Member) => (await site.call(getVerification, {}, member)).reply?.verification
const claim = async (operator: BuiltOperator) => (await site.call(claimSelfies, {}, operator)).reply?.selfies ?? []

/** A member who has sent a selfie. */
async function waitingMember(input: Parameters<typeof buildMember>[1] = {}) {
  const member = await buildMember(site.context, { photos: ['public', 'public', 'private'], ...input })
  const id = (await request(member))?.id ?? ''
  expect((await send(member, id)).statusCode).toBe(200)
  const { storageKey } = await site.context.db
    .selectFrom('verifications')
    .select('storageKey')
    .where('publicId', '=', id)
    .executeTakeFirstOrThrow()
  return { member, id, file: selfieFile(storageKey ?? '') }
}

interface Decision {
  rejection?: SelfieRejectionReason | null
  photoIds?: string[]
  operator?: BuiltOperator
}

const decide = (id: string, { rejection = null, photoIds = [], operator = eve }: Decision) =>
  site.call(decideSelfie, { params: { verificationId: id }, body: { rejection, photoIds } }, operator)

async function isStored(file: string) {
  const stored = await site.context.storage.open(file)
  stored?.stream.destroy()
  return stored !== null
}

async function isVerified({ profileId }: Member) {
  const other = await buildMember(site.context)
  return (await site.call(getMember, { params: { profileId } }, other)).reply?.member.isVerified
}

test('a poses is given to a member with a main photo, another one each time, and holds for some minutes', async () => {
  const [bare, member] = [await buildMember(site.context), await buildMember(site.context, { photos: ['public'] })]
  expect((await site.call(requestPose, {}, bare)).error?.code).toBe('profiles.selfie_needs_photo')
  expect(await stateOf(member)).toEqual({ state: 'none', rejection: null, sentAt: null })
  const [first, second] = [await request(member), await request(member)]
  expect(first?.pose).not.toBe(second?.pose)
  expect(first?.id).not.toBe(second?.id)
  expect((await send(member, first?.id ?? '')).json().error.code).toBe('profiles.selfie_too_late')
  expect((await send(member, second?.id ?? '', null)).json().error.code).toBe('profiles.photo_not_an_image')
  expect((await send(bare, second?.id ?? '')).json().error.code).toBe('profiles.selfie_too_late')
  site.clock.advance(POSE_MS)
  expect((await send(member, second?.id ?? '')).json().error.code).toBe('profiles.selfie_too_late')
  expect((await stateOf(member))?.state).toBe('none')
})

test('an accepted selfie is erased and mailed, and others see the badge and find the member', async () => {
  const { member, id, file } = await waitingMember({ country: 'AT', gender: 'female' })
  expect(await isStored(file)).toBe(true)
  expect((await send(member, id)).json().verification.state).toBe('waiting')
  expect((await site.call(requestPose, {}, member)).error?.code).toBe('profiles.selfie_not_needed')
  expect((await site.call(getWaiting, {}, eve)).reply?.verifications.count).toBe(1)
  const [selfie] = await claim(eve)
  const [main = '', second = ''] = member.photoIds
  expect(selfie).toMatchObject({ id, name: member.name, profileId: member.profileId, isExplicit: false })
  expect(selfie?.photos.map((photo) => photo.id)).toEqual([main, second])
  expect(await claim(max)).toEqual([])

  const search = { query: { gender: 'female', country: 'AT', verified: 'true' } } as const
  expect((await site.call(searchMembers, search, await buildMember(site.context))).reply?.results).toEqual([])
  expect((await decide(id, { photoIds: [main, second], operator: max })).error?.code).toBe(
    'profiles.photo_review_taken',
  )
  expect((await decide(id, { photoIds: [main, second] })).status).toBe(200)
  expect((await decide(id, { photoIds: [main, second] })).status).toBe(200)
  expect((await decide(id, { rejection: 'unclear' })).error?.code).toBe('profiles.photo_reviewed')
  expect((await stateOf(member))?.state).toBe('approved')
  expect(await isVerified(member)).toBe(true)
  const results = (await site.call(searchMembers, search, await buildMember(site.context))).reply?.results
  expect(results).toMatchObject([{ id: member.profileId, isVerified: true }])
  expect(await mailsAbout(site.context, member)).toMatchObject([
    { template: 'verificationDecision', props: { outcome: 'approved' } },
  ])
  expect(await actsOf(site.context, eve)).toEqual(['selfies_seen null', `photos_verified ${member.userId}`])
  await site.context.jobs.runDue()
  expect(await isStored(file)).toBe(false)
})

test('a rejected selfie is erased, and the member reads why and can try again', async () => {
  const { member, id, file } = await waitingMember()
  expect((await decide(id, { rejection: 'wrong_pose' })).status).toBe(200)
  expect(await stateOf(member)).toMatchObject({ state: 'rejected', rejection: 'wrong_pose' })
  expect(await isVerified(member)).toBe(false)
  // A repetition of the upload that arrives late sends nothing again.
  expect((await send(member, id)).json().verification.state).toBe('rejected')
  expect(await mailsAbout(site.context, member)).toMatchObject([{ props: { outcome: 'wrong_pose' } }])
  await site.context.jobs.runDue()
  expect(await isStored(file)).toBe(false)
  expect(await request(member)).toBeDefined()
})

test('a mail that an earlier version queued without the outcome is about the attempt, and none while it waits', async () => {
  const { member, id } = await waitingMember()
  const build = () => site.context.mail.build({ template: 'verificationDecision', userId: member.userId })
  expect(await build()).toBeNull()
  await decide(id, { rejection: 'unclear' })
  expect(await build()).toMatchObject({ template: 'verificationDecision', props: { outcome: 'unclear' } })
  const next = (await request(member))?.id ?? ''
  await send(member, next)
  await decide(next, { photoIds: member.photoIds })
  expect(await build()).toMatchObject({ props: { outcome: 'approved' } })
})

test('the mail about a decision says what was decided, whatever the member has done until it is sent', async () => {
  const { member, id } = await waitingMember()
  await decide(id, { rejection: 'unclear' })
  const mail = { template: 'verificationDecision', props: { outcome: 'unclear' } }
  const next = (await request(member))?.id ?? ''
  expect(await mailsAbout(site.context, member)).toMatchObject([mail])
  expect((await send(member, next)).statusCode).toBe(200)
  expect(await mailsAbout(site.context, member)).toMatchObject([mail])
  await site.call(withdrawSelfie, {}, member)
  expect(await mailsAbout(site.context, member)).toMatchObject([mail])
})

test('a selfie is only accepted beside the main photo, which a member may change meanwhile', async () => {
  const { member, id } = await waitingMember()
  const [, second = ''] = member.photoIds
  const { photos } = (await claim(eve))[0] ?? { photos: [] }
  await site.call(removePhoto, { params: { photoId: photos[0]?.id ?? '' } }, member)
  const seen = [photos[0]?.id ?? '']
  expect((await decide(id, { photoIds: seen })).error?.code).toBe('profiles.selfie_photos_changed')
  expect((await decide(id, { photoIds: [second] })).status).toBe(200)
})

test('the badge goes with the first main photo that no operator saw, not with another seen one', async () => {
  const { member, id } = await waitingMember({ isPremium: true })
  const [main = '', second = '', hidden = ''] = member.photoIds
  await decide(id, { photoIds: [main, second] })
  const makeMain = (photoId: string) => site.call(changePhoto, { params: { photoId }, body: { isMain: true } }, member)
  expect((await makeMain(second)).status).toBe(200)
  expect(await isVerified(member)).toBe(true)
  await makeMain(hidden)
  expect(await isVerified(member)).toBe(false)
  expect((await stateOf(member))?.state).toBe('lost')
  // Coming back to the seen photo does not verify it again.
  await makeMain(main)
  expect(await isVerified(member)).toBe(false)
})

test('selfies about which no one decides are erased, as are those of members who withdraw or leave', async () => {
  const { context } = site
  const [idle, withdrawn, gone] = [await waitingMember(), await waitingMember(), await waitingMember()]
  expect((await site.call(withdrawSelfie, {}, withdrawn.member)).reply?.verification.state).toBe('none')
  expect((await site.call(withdrawSelfie, {}, withdrawn.member)).status).toBe(200)
  const { password } = gone.member
  const left = await site.call(deleteAccount, { body: { reason: 'other', remarks: '', password } }, gone.member)
  expect(left.status).toBe(200)
  await context.jobs.runDue()
  expect(await Promise.all([withdrawn, gone].map(({ file }) => isStored(file)))).toEqual([false, false])
  expect((await claim(eve)).map((selfie) => selfie.id)).toEqual([idle.id])

  site.clock.advance(SELFIE_DAYS * DAY + 1)
  await context.jobs.enqueue(context.db, expireSelfies, {})
  await context.jobs.runDue()
  await context.jobs.runDue()
  expect(await isStored(idle.file)).toBe(false)
  // The session of an operator has ended by then.
  const operator = await buildOperator(context, { role: 'moderator' })
  expect((await decide(idle.id, { rejection: 'unclear', operator })).error?.code).toBe('profiles.photo_reviewed')
  expect(await claim(operator)).toEqual([])
})

test('only an operator may open a selfie, and only while it waits', async () => {
  const { member, id } = await waitingMember()
  const open = async (headers: Record<string, string>) => {
    const { statusCode, headers: sent } = await site.app.inject({
      url: `/api/operator/verifications/${id}/selfie`,
      headers,
    })
    return [statusCode, sent['content-type'], sent['cache-control']]
  }
  expect(await open({ cookie: eve.cookie })).toEqual([200, 'image/webp', expect.stringContaining('no-store')])
  expect((await open({ cookie: member.cookie }))[0]).toBe(403)
  expect((await open({}))[0]).toBe(403)
  const support = await buildOperator(site.context, { role: 'support' })
  expect((await open({ cookie: support.cookie }))[0]).toBe(403)
  site.clock.advance(PHOTO_CLAIM_MS)
  await decide(id, { rejection: 'edited' })
  expect((await open({ cookie: eve.cookie }))[0]).toBe(404)
})
