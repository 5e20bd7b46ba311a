import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DAY } from '#contract/time.ts'
import { CONTACT_RATE, LIKE_QUOTAS, PROFILE_CHANGE_RATE } from '#contract/limits.ts'
import { swipeMember } from '#contract/games/calls.ts'
import { likeProfile, unlikeProfile } from '#contract/likes/calls.ts'
import { blockProfile, unblockProfile } from '#contract/moderation/calls.ts'
import { decidePhotoRequest, requestPhotos } from '#contract/profiles/photo-request-calls.ts'
import { changePhoto, updateProfile } from '#contract/profiles/calls.ts'
import { QuotaCounter } from '#server/platform/http/limits/quotas.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'

let site: TestApp
let anna: Member
let bob: Member
let chat: ReturnType<typeof chatOn>
let conversationId: string

beforeAll(async () => {
  site = await startTestApp()
  chat = chatOn(site)
  anna = await buildMember(site.context, { photos: ['public', 'public', 'on_request'], credits: 10 })
  bob = await buildMember(site.context, { gender: 'male' })
  await site.call(requestPhotos, { params: { profileId: anna.profileId } }, bob)
  const when = new Date(site.clock.now().getTime() + DAY).toISOString().slice(0, 16)
  const { reply } = await chat.post(anna, bob, { kind: 'date', when, place: 'The museum' })
  conversationId = reply?.message.conversationId ?? ''
})
afterAll(() => site.close())

const toBob = () => ({ params: { profileId: bob.profileId } })

test('likes are counted by day as well, those of the swipe game too, and no passes', async () => {
  const count = vi.spyOn(QuotaCounter.prototype, 'count')
  const params = { profileId: anna.profileId }
  const counted = () =>
    count.mock.calls.filter(([quotas, { userId }]) => quotas === LIKE_QUOTAS && userId === bob.userId)
  await site.call(swipeMember, { params, body: { choice: 'pass' } }, bob)
  expect(counted()).toHaveLength(0)
  await site.call(swipeMember, { params, body: { choice: 'like' } }, bob)
  expect(counted()).toHaveLength(1)
  await site.call(likeProfile, { params }, bob)
  expect(counted()).toHaveLength(2)
  vi.restoreAllMocks()
})

/** Each round calls what changes something that notifies others; undone where a second call is void. */
test.each([
  [
    'changes of the profile',
    PROFILE_CHANGE_RATE,
    (n: number) => [() => site.call(updateProfile, { body: { name: n % 2 === 0 ? 'Anna' : 'Hanna' } }, anna)],
  ],
  [
    'changes of photos',
    PROFILE_CHANGE_RATE,
    (n: number) => {
      const params = { photoId: anna.photoIds[n % 2] ?? '' }
      return [() => site.call(changePhoto, { params, body: { isMain: true } }, anna)]
    },
  ],
  [
    'likes',
    CONTACT_RATE,
    () => [() => site.call(likeProfile, toBob(), anna), () => site.call(unlikeProfile, toBob(), anna)],
  ],
  [
    'decisions about photos',
    CONTACT_RATE,
    (n: number) => [() => site.call(decidePhotoRequest, { ...toBob(), body: { isGranted: n % 2 === 0 } }, anna)],
  ],
  ['reactions', CONTACT_RATE, (n: number) => [() => chat.react(anna, conversationId, 1, n % 2 === 0 ? '❤️' : null)]],
  [
    'answers to a date',
    CONTACT_RATE,
    (n: number) => [() => chat.answer(bob, conversationId, 1, n % 2 === 0 ? 'accepted' : 'declined')],
  ],
  [
    'blocks',
    CONTACT_RATE,
    () => [() => site.call(blockProfile, toBob(), anna), () => site.call(unblockProfile, toBob(), anna)],
  ],
])('%s are limited in a time, because others are notified of each', async (_, { max }, round) => {
  for (let n = 0; n < max; n += 1) for (const call of round(n)) expect((await call()).status).toBe(200)
  for (const call of round(max)) expect((await call()).error?.code).toBe('request.too_many')
})
