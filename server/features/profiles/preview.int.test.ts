import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { likeProfile } from '#contract/likes/calls.ts'
import { getMember, updatePrivacy } from '#contract/profiles/calls.ts'
import { getProfilePreview } from '#contract/profiles/preview-calls.ts'
import { previewViewers, type PreviewViewer } from '#contract/profiles/preview-viewers.ts'
import type { Privacy } from '#contract/profiles/schemas.ts'
import { Activity } from '#server/features/search/activity.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'

let site: TestApp
let anna: Member

beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  anna = await chatOn(site).build({
    name: 'Anna Berg',
    photos: ['public', 'private', 'on_request'],
    isPremium: true,
    about: 'Hello',
    interests: ['music'],
    answers: [{ prompt: 'learning', text: 'Italian' }],
  })
  // Online before the comparisons begin, as every call makes a member.
  const activity = new Activity(site.context)
  activity.touch(anna.userId)
  await activity.flush({ everything: true })
})

const preview = (as: PreviewViewer, member?: Member) => site.call(getProfilePreview, { query: { as } }, member)
const open = (viewer?: Member) => site.call(getMember, { params: { profileId: anna.profileId } }, viewer)
const hide = (privacy: Partial<Privacy>) => site.call(updatePrivacy, { body: privacy }, anna)

test.each([{}, { isPrivate: true }, { isVisibleToVisitors: false }, { isInvisible: true }] as Partial<Privacy>[])(
  'the preview is what such a viewer gets (%o)',
  async (privacy) => {
    await hide(privacy)
    const { build } = chatOn(site)
    const viewers = { visitor: undefined, free: await build(), premium: await build({ isPremium: true }) }
    for (const as of previewViewers) {
      const [{ reply }, real] = [await preview(as, anna), await open(viewers[as])]
      expect(reply).toEqual(
        real.reply ? { member: real.reply.member, hiddenBy: null } : { member: null, hiddenBy: 'privacy' },
      )
    }
  },
)

test('contacts of the member change nothing in it', async () => {
  const { build, say } = chatOn(site)
  const bob = await build({ gender: 'male' })
  const before = await preview('free', anna)
  await site.call(likeProfile, { params: { profileId: bob.profileId } }, anna)
  await say(anna, bob)
  expect((await preview('free', anna)).reply).toEqual(before.reply)
  await hide({ isInvisible: true })
  expect((await preview('premium', anna)).reply).toEqual({ member: null, hiddenBy: 'privacy' })
})

test('visitors of a closed site see no one', async () => {
  const { context } = site
  const siteId = context.sites.of('localhost').id
  await changeSettings(context, { siteId, settings: { logged_out_search: 'none' } })
  await context.events.drain()
  expect((await preview('visitor', anna)).reply).toEqual({ member: null, hiddenBy: 'site' })
  expect((await preview('free', anna)).reply?.member?.name).toBe('Anna Berg')
  await changeSettings(context, { siteId, settings: { logged_out_search: 'all' } })
  await context.events.drain()
})

test('needs a session and one of the three viewers', async () => {
  expect((await preview('free')).error?.code).toBe('authentication_required')
  expect((await preview('owner' as PreviewViewer, anna)).error?.code).toBe('request.invalid')
})
