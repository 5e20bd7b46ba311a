import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { swipeMember } from '#contract/games/calls.ts'
import { likeProfile } from '#contract/likes/calls.ts'
import { blockProfile, reportProfile } from '#contract/moderation/calls.ts'
import { requestPhotos } from '#contract/profiles/photo-request-calls.ts'
import { unlockPhoto } from '#contract/unlocks/calls.ts'
import { addVisit } from '#contract/profiles/visit-calls.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { waitForLock } from '#tests/support/audits/locks.ts'
import { sampleImage } from '#tests/support/sample-images.ts'

/* What a member does to an account that is being erased is answered as if it came a moment later. */

let site: TestApp
let anna: Member

beforeAll(async () => {
  site = await startTestApp()
  anna = await buildMember(site.context, { credits: 100 })
})
afterAll(() => site.close())

const report = ({ profileId }: Member, isBlocking: boolean) => {
  const about = { photoId: null, message: null, reason: 'scam', text: '' } as const
  return site.call(reportProfile, { body: { clientId: randomUUID(), profileId, ...about, isBlocking } }, anna)
}
const params = ({ profileId }: Member) => ({ params: { profileId } })

test.each<[string, (other: Member) => Promise<{ status: number; error?: unknown }>]>([
  ['visits', (other) => site.call(addVisit, params(other), anna)],
  ['passes', (other) => site.call(swipeMember, { ...params(other), body: { choice: 'pass' } }, anna)],
  ['swipes', (other) => site.call(swipeMember, { ...params(other), body: { choice: 'like' } }, anna)],
  ['likes', (other) => site.call(likeProfile, params(other), anna)],
  ['blocks', (other) => site.call(blockProfile, params(other), anna)],
  ['asks for photos of', (other) => site.call(requestPhotos, params(other), anna)],
  ['reports', (other) => report(other, false)],
  ['reports and blocks', (other) => report(other, true)],
])('who %s a member who is erased at the same moment finds no member', async (_what, act) => {
  expect(await besideErasure(act)).toMatchObject({ status: 404, error: { code: 'profiles.not_found' } })
})

test('who unlocks a photo of a member who is erased at the same moment finds no photo, and pays nothing', async () => {
  const unlock = ({ photoIds: [, photoId = ''] }: Member) =>
    site.call(unlockPhoto, { params: { photoId }, body: {} }, anna)
  expect(await besideErasure(unlock)).toMatchObject({ status: 404, error: { code: 'profiles.photo_not_found' } })
  const balances = site.context.db.selectFrom('accountBalances').select('balance').where('userId', '=', anna.userId)
  expect(await balances.execute()).toEqual([{ balance: 100 }])
})

test('a photo for the chat with a member who is erased at the same moment is not stored', async () => {
  const image = new Blob([await sampleImage()])
  const answer = await besideErasure((other) => chatOn(site).uploadPhoto(anna, other, image))
  expect(answer).toMatchObject({ status: 404, error: { code: 'profiles.not_found' } })
  expect(await site.context.db.selectFrom('chatUploads').select('id').execute()).toEqual([])
})

/** Calls while a member is being erased: after everything is deleted, and before it is committed. */
async function besideErasure<Answer>(act: (other: Member) => Promise<Answer>) {
  const { context } = site
  const other = await buildMember(context, { gender: 'male', photos: ['public', 'private', 'on_request'] })
  let acting: Promise<Answer> | undefined
  await context.transaction(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', other.userId).forUpdate().execute()
    await emit(tx, accountErased, { userId: other.userId })
    await tx.deleteFrom('users').where('id', '=', other.userId).execute()
    acting = act(other)
    // A call that waits for no one has stored something by now, after all of the account was deleted.
    await Promise.race([acting, waitForLock(context)])
  })
  return acting
}
