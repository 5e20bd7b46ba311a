import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as contract from '#contract/accounts/calls.ts'
import type { PauseLength } from '#contract/accounts/pause-lengths.ts'
import { getConversationWith } from '#contract/chat/calls.ts'
import { likeProfile, listLikes } from '#contract/likes/calls.ts'
import type { LikeList } from '#contract/likes/schemas.ts'
import { DELETION_DAYS, DELETION_REMARKS_MAX_LENGTH, PAUSE_DAYS, RESTORE_MAILS_PER_DAY } from '#contract/limits.ts'
import { photoUrl } from '#contract/profiles/photo-urls.ts'
import { getMember, getOwnProfile } from '#contract/profiles/calls.ts'
import { getSimilarMembers, searchMembers } from '#contract/search/calls.ts'
import { checkSignup } from '#contract/signup/calls.ts'
import { DAY, SECOND } from '#contract/time.ts'
import { endPauses } from './deletion.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import type { Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { sent, sessionCookie } from '#tests/support/site/cookies.ts'
import { restoreToken } from '#tests/support/mails.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true', LOG_LEVEL: 'silent' } })
})
afterAll(() => site.close())

const form = ({ password }: Member) => ({ reason: 'time' as const, remarks: '', password })
const deleteOwn = (member: Member, body: object = form(member)) =>
  site.call(contract.deleteAccount, { body: body as ReturnType<typeof form> }, member)
const pause = (member: Member, length: PauseLength = 'open') =>
  site.call(contract.pauseAccount, { body: { length } }, member)
const resume = (member: Member) => site.call(contract.resumeAccount, {}, member)
const logIn = ({ email, password }: Member, headers = {}) =>
  site.call(contract.logIn, { body: { email, password } }, { headers })
const open = (token: string, caller = {}) => site.call(contract.openLink, { params: { token } }, caller)
const userOf = async (caller: { cookie: string }) => (await site.call(contract.getUser, {}, caller)).reply?.user

/** Builds a member with a photo, and a friend who has a match and a conversation with them. */
async function buildPair() {
  const { build, say } = chatOn(site)
  const member = await build({ name: 'Wilma', gender: 'female', country: 'CH', photos: ['public'] })
  const friend = await build({ name: 'Fred', gender: 'male', country: 'CH', isPremium: true })
  const conversationId = await say(member, friend, 'Good morning')
  await site.call(likeProfile, { params: { profileId: member.profileId } }, friend)
  await site.call(likeProfile, { params: { profileId: friend.profileId } }, member)
  return { member, friend, conversationId }
}

/** Returns all that another member sees of a member. */
async function sightOf(member: Member, viewer: Member) {
  const params = { profileId: member.profileId }
  const named = (type: LikeList) => site.call(listLikes, { params: { type }, query: {} }, viewer)
  const search = await site.call(searchMembers, { query: { gender: 'female', country: 'CH' } }, viewer)
  const [photoId = ''] = member.photoIds
  const photo = await site.context.db.selectFrom('photos').select('id').where('publicId', '=', photoId).execute()
  return {
    profile: (await site.call(getMember, { params }, viewer)).status,
    similar: (await site.call(getSimilarMembers, { params }, viewer)).status,
    found: search.reply?.results.some(({ id }) => id === member.profileId),
    numResults: search.reply?.numResults,
    likes: await Promise.all((['received', 'sent', 'matches'] as const).map(async (type) => (await named(type)).reply)),
    conversation: (await site.call(getConversationWith, { params }, viewer)).reply,
    photos: photo.length,
  }
}

describe.each([
  ['pausing', async (member: Member) => pause(member), async (member: Member) => resume(member)],
  [
    'deleting',
    async (member: Member) => deleteOwn(member),
    async ({ email }: Member) => open(await restoreToken(site.context, email)),
  ],
] as const)('%s an account', (_, hide, show) => {
  test('hides it everywhere, and the way back brings back exactly what was there', async () => {
    const { member, friend } = await buildPair()
    const before = await sightOf(member, friend)
    expect(before).toMatchObject({ profile: 200, found: true })
    expect((await hide(member)).status).toBe(200)
    const hidden = await sightOf(member, friend)
    expect(hidden).toMatchObject({ profile: 404, similar: 404, found: false })
    expect(hidden.numResults).toBe((before.numResults ?? 0) - 1)
    const totals = { received: 0, sent: 0, matches: 0 }
    expect(hidden.likes.map((reply) => [reply?.totals, reply?.results])).toEqual([1, 2, 3].map(() => [totals, []]))
    expect(hidden.conversation?.conversation).toMatchObject({
      rejection: 'partner_left',
      profile: { hasLeft: true, isOnline: false, photo: null },
    })
    expect((await show(member)).status).toBe(200)
    expect(await sightOf(member, friend)).toEqual(before)
  })

  test('notifies partners at once', async () => {
    const { member, friend } = await buildPair()
    const send = vi.spyOn(site.context.realtime, 'send')
    await hide(member)
    await site.context.events.drain()
    for (const type of ['chats.changed', 'likes.changed']) expect(send).toHaveBeenCalledWith(friend.userId, { type })
    send.mockRestore()
  })

  test('charges and delivers nothing to the hidden member', async () => {
    const { member, friend } = await buildPair()
    await hide(member)
    const { creditsOf, send } = chatOn(site)
    const credits = await creditsOf(friend)
    expect((await send(friend, member)).error?.code).toBe('chat.partner_left')
    expect(await creditsOf(friend)).toBe(credits)
  })
})

describe('a paused member', () => {
  test('stays logged in, sees the own profile and photos, and is named as paused', async () => {
    const { member } = await buildPair()
    expect((await pause(member)).reply?.user).toMatchObject({ is_paused: true })
    expect((await pause(member)).status).toBe(200)
    expect((await logIn(member)).reply?.user).toMatchObject({ is_paused: true })
    expect((await site.call(getOwnProfile, {}, member)).reply?.profile.photos).toHaveLength(1)
    const [photoId = ''] = member.photoIds
    const url = photoUrl(photoId, 'tile')
    // The builder stores no files, so an allowed fetch of a known version is the proof.
    const headers = { cookie: member.cookie, 'if-none-match': `"${photoId}-tile.webp"` }
    expect((await site.app.inject({ url, headers })).statusCode).toBe(304)
    expect((await site.app.inject({ url, headers: { ...headers, cookie: '' } })).statusCode).toBe(404)
    expect((await resume(member)).reply?.user).toMatchObject({ is_paused: false })
    expect((await resume(member)).status).toBe(200)
  })

  test('comes back at the end of the length that was chosen, not before, and a longer one replaces it', async () => {
    const { member, friend } = await buildPair()
    const before = await sightOf(member, friend)
    const start = site.clock.now().getTime()
    const endOf = (days: number) => ({ is_paused: true, pause_ends_at: new Date(start + days * DAY).toISOString() })
    expect((await pause(member, 'week')).reply?.user).toMatchObject(endOf(PAUSE_DAYS.week))
    expect((await pause(member, 'month')).reply?.user).toMatchObject(endOf(PAUSE_DAYS.month))
    site.clock.advance(PAUSE_DAYS.month * DAY - 1)
    await endPauses(site.context)
    expect(await sightOf(member, friend)).toMatchObject({ profile: 404, found: false })
    site.clock.advance(1)
    await endPauses(site.context)
    expect(await sightOf(member, friend)).toMatchObject({ profile: 200, found: before.found })
    // The session has ended meanwhile.
    expect((await logIn(member)).reply?.user).toMatchObject({ is_paused: false, pause_ends_at: null })
  })

  test('has no end where none was chosen, and none is left of one who came back', async () => {
    const { member } = await buildPair()
    await pause(member, 'week')
    expect((await pause(member)).reply?.user).toMatchObject({ is_paused: true, pause_ends_at: null })
    await pause(member, 'week')
    expect((await resume(member)).reply?.user).toMatchObject({ is_paused: false, pause_ends_at: null })
    expect((await pause(member)).reply?.user).toMatchObject({ is_paused: true, pause_ends_at: null })
    const body = { length: 'year' } as unknown as { length: PauseLength }
    expect((await site.call(contract.pauseAccount, { body }, member)).status).toBe(400)
  })

  test('who deleted the account stays hidden when the pause ends', async () => {
    const { member, friend } = await buildPair()
    await pause(member, 'week')
    await deleteOwn(member)
    site.clock.advance(PAUSE_DAYS.week * DAY)
    // The partners are notified of the deletion.
    await site.context.events.drain()
    const send = vi.spyOn(site.context.realtime, 'send')
    await endPauses(site.context)
    await site.context.events.drain()
    expect(send).not.toHaveBeenCalledWith(friend.userId, { type: 'chats.changed' })
    expect(await sightOf(member, friend)).toMatchObject({ profile: 404, found: false })
  })

  test('neither likes nor writes', async () => {
    const { member, friend } = await buildPair()
    await pause(member)
    const { send } = chatOn(site)
    expect((await send(member, friend)).error?.code).toBe('accounts.paused')
    const params = { profileId: friend.profileId }
    expect((await site.call(likeProfile, { params }, member)).error?.code).toBe('accounts.paused')
  })

  test('can delete the account, which is paused as before once restored', async () => {
    const { member, friend } = await buildPair()
    const before = await sightOf(member, friend)
    await pause(member)
    await deleteOwn(member)
    await open(await restoreToken(site.context, member.email))
    expect(await sightOf(member, friend)).toMatchObject({ profile: 404, found: false })
    const { headers, reply } = await logIn(member)
    expect(reply?.user).toMatchObject({ is_paused: true })
    await resume({ ...member, cookie: sent(sessionCookie(headers)).cookie })
    expect(await sightOf(member, friend)).toEqual(before)
  })
})

describe('deleting an account', () => {
  test('ends all sessions, closes sockets and clears the cookie', async () => {
    const { member } = await buildPair()
    const elsewhere = sent(sessionCookie((await logIn(member)).headers))
    const closeUser = vi.spyOn(site.context.realtime, 'closeUser')
    const { headers, reply } = await deleteOwn(member)
    expect(reply).toEqual({ user: null })
    expect(headers['clear-site-data']).toBe('"cache"')
    expect(await userOf(member)).toBeNull()
    expect(await userOf(elsewhere)).toBeNull()
    await site.context.events.drain()
    expect(closeUser).toHaveBeenCalledWith(member.userId)
    closeUser.mockRestore()
  })

  test('needs the right password, whose failures count as at the log-in', async () => {
    const { member } = await buildPair()
    const wrong = { ...form(member), password: 'wrong' }
    const headers = { 'x-forwarded-for': '198.51.100.7' }
    const answers: unknown[] = []
    for (let n = 0; n < 6; n += 1)
      answers.push((await site.call(contract.deleteAccount, { body: wrong }, { ...member, headers })).error)
    expect(answers[0]).toMatchObject({ fields: { password: { code: 'accounts.password_wrong' } } })
    expect(answers.at(-1)).toMatchObject({ code: 'accounts.login_locked' })
    expect(await userOf(member)).toMatchObject({ email: member.email })
  })

  test('names an empty password', async () => {
    const { member } = await buildPair()
    expect(await deleteOwn(member, { ...form(member), password: '' })).toMatchObject({
      status: 422,
      error: { fields: { password: { code: 'accounts.password_required' } } },
    })
    expect(await userOf(member)).toMatchObject({ email: member.email })
  })

  test('stores the reason and the remarks, without characters that hide or turn text', async () => {
    const { member } = await buildPair()
    const remarks = ' <b>Too\0 slow</b>\u0007 '
    expect((await deleteOwn(member, { ...form(member), reason: 'other', remarks })).status).toBe(200)
    const stored = await site.context.db
      .selectFrom('deletions')
      .selectAll()
      .where('userId', '=', member.userId)
      .execute()
    expect(stored).toEqual([{ userId: member.userId, reason: 'other', remarks: '<b>Too slow</b>' }])
  })

  test.each([
    ['an unknown reason', { reason: 'bored' }, 'request.invalid'],
    ['no reason', { reason: undefined }, 'request.invalid'],
    ['remarks that are too long', { remarks: 'x'.repeat(DELETION_REMARKS_MAX_LENGTH + 1) }, 'profiles.text_too_long'],
    ['remarks of the wrong type', { remarks: ['x'] }, 'request.invalid'],
    ['a password of the wrong type', { password: { $ne: '' } }, 'request.invalid'],
    ['a password that is too long', { password: 'x'.repeat(201) }, 'accounts.password_wrong'],
    ['a field too many', { force: true }, 'request.invalid'],
  ])('is rejected with %s', async (_, change, code) => {
    const { member } = await buildPair()
    expect((await deleteOwn(member, { ...form(member), ...change })).error?.code).toBe(code)
    expect(await userOf(member)).toMatchObject({ email: member.email })
  })

  test('has one effect and sends one mail when requested ten times at once', async () => {
    const { member } = await buildPair()
    await Promise.all(Array.from({ length: 10 }, () => deleteOwn(member)))
    expect(await countMails(member, 'deletion')).toBe(1)
  })
})

describe('a deleted account', () => {
  test('is named at the log-in with the right password, which sends the link again, a few times a day', async () => {
    const { member } = await buildPair()
    await deleteOwn(member)
    for (let n = 0; n < 5; n += 1) expect((await logIn(member)).error?.code).toBe('accounts.pending_deletion')
    expect(await countMails(member, 'deletion')).toBe(RESTORE_MAILS_PER_DAY)
    expect((await logIn({ ...member, password: 'wrong' })).error?.code).toBe('accounts.login_failed')
  })

  test('is named at the sign-up, an active one is not', async () => {
    const { member, friend } = await buildPair()
    await deleteOwn(member)
    const check = (email: string) =>
      site.call(checkSignup, {
        body: { email, password: 'a fine long password', name: 'Wilma', birthDate: '1990-01-01' },
      })
    expect((await check(member.email)).error?.fields).toEqual({ email: { code: 'accounts.email_pending_deletion' } })
    expect((await check(friend.email)).error?.fields).toEqual({ email: { code: 'accounts.email_taken' } })
  })

  test('is restored once by its link, which logs in and is confirmed by mail', async () => {
    const { member } = await buildPair()
    await deleteOwn(member)
    const token = await restoreToken(site.context, member.email)
    const answers = await Promise.all(Array.from({ length: 5 }, () => open(token)))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
    const cookies = answers.flatMap(({ headers }) => sessionCookie(headers) || [])
    expect(cookies).toHaveLength(1)
    expect(await userOf(sent(cookies[0] ?? ''))).toMatchObject({ email: member.email })
    expect(await countMails(member, 'restored')).toBe(1)
    expect((await logIn(member)).status).toBe(200)
  })

  test('is restored by an earlier link too, until the last moment', async () => {
    const { member } = await buildPair()
    await deleteOwn(member)
    const first = await restoreToken(site.context, member.email)
    await logIn(member)
    site.clock.advance(DELETION_DAYS * DAY - SECOND)
    expect((await open(first)).status).toBe(200)
  })

  test('is not restored later, by a link of an earlier deletion, or when it is disabled', async () => {
    const { member } = await buildPair()
    await deleteOwn(member)
    const first = await restoreToken(site.context, member.email)
    await open(first)
    await deleteOwn({ ...member, ...sent(sessionCookie((await logIn(member)).headers)) })
    expect((await open(first)).error?.code).toBe('accounts.link_invalid')
    const second = await restoreToken(site.context, member.email)
    const disable = (disabledAt: Date | null) =>
      site.context.db.updateTable('users').set({ disabledAt }).where('id', '=', member.userId).execute()
    await disable(site.clock.now())
    expect((await open(second)).error?.code).toBe('accounts.link_invalid')
    await disable(null)
    site.clock.advance(DELETION_DAYS * DAY)
    expect((await open(second)).error?.code).toBe('accounts.link_invalid')
  })
})

async function countMails({ userId }: Member, template: string) {
  const { rows } = await site.context.database.pool.query(
    `select from graphile_worker._private_jobs where payload ->> 'template' = $1 and (payload ->> 'userId')::bigint = $2`,
    [template, userId],
  )
  return rows.length
}
