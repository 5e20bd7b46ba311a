import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getConversationWith, sendMessage } from '#contract/chat/calls.ts'
import { getLikes, likeProfile, listLikes } from '#contract/likes/calls.ts'
import { PRIVACY_QUOTAS } from '#contract/limits.ts'
import { getMember, getPrivacy, updatePrivacy } from '#contract/profiles/calls.ts'
import type { Privacy } from '#contract/profiles/schemas.ts'
import { searchMembers } from '#contract/search/calls.ts'
import { DAY, HOUR } from '#contract/time.ts'
import { Activity } from '#server/features/search/activity.ts'
import { repairRows } from '#server/features/search/repair-query.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { changePrivacy } from './privacy.ts'

let site: TestApp
let anna: Member
let bob: Member

beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  const { build } = chatOn(site)
  anna = await build({
    name: 'Anna Berg',
    photos: ['public', 'private'],
    about: 'Hello',
    interests: ['music'],
    answers: [{ prompt: 'learning', text: 'Italian' }],
  })
  bob = await build({ name: 'Bob', gender: 'male', isPremium: true })
})

const of = ({ profileId }: Member) => ({ params: { profileId } })
const set = (member: Member, body: Partial<Privacy>) => site.call(updatePrivacy, { body }, member)
const open = (member: Member, viewer?: Member) => site.call(getMember, of(member), viewer)
const say = (from: Member, to: Member) => chatOn(site).say(from, to)

async function find(viewer: Member | undefined, member: Member) {
  const query = { country: 'NL' as const, gender: 'female' as const, minAge: 18, maxAge: 99 }
  const { reply } = await site.call(searchMembers, { query }, viewer)
  return { isFound: reply?.results.some(({ id }) => id === member.profileId), count: reply?.numResults ?? -1 }
}

async function photoStatus(photoId: string | undefined, viewer?: Member) {
  const headers = viewer ? { cookie: viewer.cookie } : {}
  const { payload } = await site.app.inject({ url: `/photos/${photoId}/large`, headers })
  // Photos of the builder have no files, so an allowed fetch ends with the same code after the look-up.
  return payload.includes('photo_not_found')
}

async function makeOnline(member: Member) {
  const activity = new Activity(site.context)
  activity.touch(member.userId)
  await activity.flush({ everything: true })
}

describe('the switches', () => {
  const base = { coversExplicit: true }

  test('are off for a new member, but for those of visitors and of explicit photos', async () => {
    const { reply } = await site.call(getPrivacy, {}, anna)
    expect(reply?.privacy).toEqual({ ...base, isInvisible: false, isPrivate: false, isVisibleToVisitors: true })
  })

  test('change only so often in a time, because each change reaches many pages', async () => {
    const max = PRIVACY_QUOTAS.perMember[0]?.max ?? 0
    for (let n = 0; n < max; n += 1) expect((await set(bob, { isPrivate: n % 2 === 0 })).status).toBe(200)
    expect((await set(bob, { isPrivate: true })).error?.code).toBe('request.too_many')
    expect((await set(anna, { isPrivate: true })).status).toBe(200)
  })

  test('change alone, and keep the others', async () => {
    await set(anna, { isPrivate: true })
    const { reply } = await set(anna, { isVisibleToVisitors: false })
    expect(reply?.privacy).toEqual({ ...base, isInvisible: false, isPrivate: true, isVisibleToVisitors: false })
    expect((await site.call(getPrivacy, {}, anna)).reply?.privacy).toEqual(reply?.privacy)
  })

  test('set at the same time all hold', async () => {
    await Promise.all([
      set(anna, { isInvisible: true }),
      set(anna, { isPrivate: true }),
      set(anna, { isVisibleToVisitors: false }),
      set(anna, { coversExplicit: false }),
    ])
    const { reply } = await site.call(getPrivacy, {}, anna)
    const stored = { isInvisible: true, isPrivate: true, isVisibleToVisitors: false, coversExplicit: false }
    expect(reply?.privacy).toEqual(stored)
  })

  test('need a session and known fields', async () => {
    expect((await site.call(getPrivacy, {})).error?.code).toBe('authentication_required')
    expect((await site.call(updatePrivacy, { body: {} })).error?.code).toBe('authentication_required')
    const unknown = { isInvisible: 'yes' } as unknown as Privacy
    expect((await set(anna, unknown)).error?.code).toBe('request.invalid')
  })
})

describe('invisible mode', () => {
  test('hides from search, count and profile, and shows again', async () => {
    const before = await find(bob, anna)
    expect(before.isFound).toBe(true)
    await set(anna, { isInvisible: true })
    expect(await find(bob, anna)).toEqual({ isFound: false, count: before.count - 1 })
    expect((await open(anna, bob)).error?.code).toBe('profiles.not_found')
    expect((await open(anna)).error?.code).toBe('profiles.not_found')
    expect((await open(anna, anna)).status).toBe(200)
    await set(anna, { isInvisible: false })
    expect(await find(bob, anna)).toEqual(before)
  })

  test('survives a change of the account and the nightly repair', async () => {
    await set(anna, { isInvisible: true })
    const users = site.context.db.updateTable('users').where('id', '=', anna.userId)
    await users.set({ disabledAt: new Date() }).execute()
    await users.set({ disabledAt: null }).execute()
    expect((await find(bob, anna)).isFound).toBe(false)
    expect((await site.context.transaction((tx) => repairRows(tx, 0))).found).toBe(0)
    await users.set({ disabledAt: new Date() }).execute()
    await changePrivacy(site.context, { viewer: anna as unknown as Viewer, change: { isInvisible: false } })
    expect((await find(bob, anna)).isFound).toBe(false)
    await users.set({ disabledAt: null }).execute()
    expect((await find(bob, anna)).isFound).toBe(true)
  })

  test('shows the profile to those the member liked, but never online', async () => {
    await site.call(likeProfile, of(bob), anna)
    await makeOnline(anna)
    expect((await open(anna, bob)).reply?.member).toMatchObject({ isOnline: true, lastSeen: 'online' })
    await set(anna, { isInvisible: true })
    expect((await open(anna, bob)).reply?.member).toMatchObject({ isOnline: false, lastSeen: null })
    const received = await site.call(listLikes, { params: { type: 'received' }, query: {} }, bob)
    expect(received.reply?.results).toHaveLength(1)
  })

  test('shows the profile to those to which the member wrote, not to those who only wrote', async () => {
    await say(bob, anna)
    await set(anna, { isInvisible: true })
    expect((await open(anna, bob)).error?.code).toBe('profiles.not_found')
    expect((await site.call(getConversationWith, of(anna), bob)).reply?.conversation.profile.photo).toBeNull()
    await say(anna, bob)
    expect((await open(anna, bob)).status).toBe(200)
  })

  test('hides from the likes of those who like the member, and their numbers', async () => {
    await site.call(likeProfile, of(anna), bob)
    await set(anna, { isInvisible: true })
    const sent = await site.call(listLikes, { params: { type: 'sent' }, query: {} }, bob)
    expect(sent.reply).toMatchObject({ results: [], totals: { sent: 0 } })
    expect((await site.call(getLikes, {}, bob)).reply?.profiles).toEqual([])
  })

  test('lets no stranger write first', async () => {
    await set(anna, { isInvisible: true })
    const body = { clientId: crypto.randomUUID(), body: 'Hello' }
    expect((await site.call(sendMessage, { ...of(anna), body }, bob)).error?.code).toBe('profiles.not_found')
    expect((await site.call(getConversationWith, of(anna), bob)).error?.code).toBe('profiles.not_found')
  })
})

describe('privacy mode', () => {
  test('hides photos, details and activity from all but those to which the member wrote', async () => {
    await makeOnline(anna)
    await say(bob, anna)
    await set(anna, { isPrivate: true })
    const hidden = (await open(anna, bob)).reply?.member
    expect(hidden).toMatchObject({ isReserved: true, photo: null, photos: [], about: null, answers: [], interests: [] })
    expect(hidden).toMatchObject({ photoLock: null, relationship: null, isOnline: false, lastSeen: null })
    expect((await open(anna)).reply?.member).toMatchObject({ isReserved: true, photo: null, photos: [] })
    expect((await find(bob, anna)).isFound).toBe(true)

    await say(anna, bob)
    const view = (await open(anna, bob)).reply?.member
    expect(view).toMatchObject({ isReserved: false, about: 'Hello', lastSeen: 'today' })
    expect(view?.photos).toHaveLength(2)
  })

  test.each([
    ['privacy mode', { isPrivate: true }],
    ['invisible mode', { isInvisible: true }],
  ] as const)(
    'hides again who has deleted the conversation, whatever the other one writes then: %s',
    async (_, mode) => {
      await say(bob, anna)
      const id = await say(anna, bob)
      await set(anna, mode)
      const isShown = async () => (await open(anna, bob)).reply?.member.isReserved === false
      expect(await isShown()).toBe(true)
      await chatOn(site).remove(anna, id)
      expect(await isShown()).toBe(false)
      await say(bob, anna)
      expect(await isShown()).toBe(false)
      await say(anna, bob)
      expect(await isShown()).toBe(true)
    },
  )

  test('is not ended by a notice of the site: to like back is not to write', async () => {
    await say(bob, anna)
    await set(anna, { isPrivate: true })
    await site.call(likeProfile, of(anna), bob)
    await site.call(likeProfile, of(bob), anna)
    const { reply } = await site.call(getConversationWith, of(anna), bob)
    expect(reply?.messages.at(-1)).toMatchObject({ kind: 'system', senderId: anna.profileId })
    expect((await open(anna, bob)).reply?.member).toMatchObject({ isReserved: true, photos: [], about: null })
  })

  test('hides the photos themselves', async () => {
    const [main] = anna.photoIds
    const { storage, db } = site.context
    const { storageKey } = await db
      .selectFrom('photos')
      .select('storageKey')
      .where('publicId', '=', main ?? '')
      .executeTakeFirstOrThrow()
    await storage.put(`${storageKey}/large.webp`, Buffer.from('photo'), { contentType: 'image/webp' })
    expect(await photoStatus(main, bob)).toBe(false)
    await set(anna, { isPrivate: true })
    expect(await photoStatus(main, bob)).toBe(true)
    expect(await photoStatus(main)).toBe(true)
    expect(await photoStatus(main, anna)).toBe(false)
  })

  test('hides the activity from searches: lists and the filter for members online are the same with and without it', async () => {
    const resultIds = async () => {
      const query = { country: 'NL' as const, gender: 'female' as const, minAge: 18, maxAge: 99 }
      const lists = [query, { ...query, online: true as const }].map((each) =>
        site.call(searchMembers, { query: each }, bob),
      )
      return (await Promise.all(lists)).map(({ reply }) => reply)
    }
    const carla = await chatOn(site).build({ name: 'Carla' })
    await makeOnline(carla)
    await set(anna, { isPrivate: true })
    const before = await resultIds()
    const ids = before[0]?.results.map(({ id }) => id) ?? []
    expect(ids.indexOf(anna.profileId)).toBeGreaterThan(ids.indexOf(carla.profileId))
    expect(before[1]?.results.some(({ id }) => id === anna.profileId)).toBe(false)
    await makeOnline(anna)
    expect(await resultIds()).toEqual(before)
    await set(anna, { isPrivate: false })
    await makeOnline(anna)
    expect((await resultIds())[1]?.results.some(({ id }) => id === anna.profileId)).toBe(true)
  })

  test('does not hide the own profile', async () => {
    await set(anna, { isPrivate: true })
    expect((await open(anna, anna)).reply?.member).toMatchObject({ isReserved: false, about: 'Hello' })
  })
})

describe('visible to visitors', () => {
  test('switched off, the member does not exist for visitors, and does for members', async () => {
    const before = await find(undefined, anna)
    await set(anna, { isVisibleToVisitors: false })
    expect(await find(undefined, anna)).toEqual({ isFound: false, count: before.count - 1 })
    expect((await open(anna)).error?.code).toBe('profiles.not_found')
    expect((await open(anna, bob)).status).toBe(200)
    await set(anna, { isVisibleToVisitors: true })
    expect(await find(undefined, anna)).toEqual(before)
  })
})

describe('last seen', () => {
  test('is shown in coarse steps, and never to visitors', async () => {
    await makeOnline(anna)
    const steps: unknown[] = []
    for (const ms of [0, HOUR, 2 * DAY, 10 * DAY]) {
      site.clock.advance(ms)
      steps.push((await open(anna, bob)).reply?.member.lastSeen)
    }
    expect(steps).toEqual(['online', 'today', 'week', null])
    await makeOnline(anna)
    expect((await open(anna)).reply?.member.lastSeen).toBeNull()
  })
})
