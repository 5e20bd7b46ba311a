import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PHOTO_REQUESTS_PAGE_SIZE, PHOTO_REQUESTS_PER_DAY, PHOTO_REQUEST_PAUSE_MS } from '#contract/limits.ts'
import { openLink, pauseAccount, resumeAccount } from '#contract/accounts/calls.ts'
import { blockProfile, unblockProfile } from '#contract/moderation/calls.ts'
import { photoUrl } from '#contract/profiles/photo-urls.ts'
import { decidePhotoRequest, listPhotoRequests, requestPhotos } from '#contract/profiles/photo-request-calls.ts'
import { getMember, updatePrivacy } from '#contract/profiles/calls.ts'
import { MINUTE } from '#contract/time.ts'
import { sql } from 'kysely'
import { sendActivation } from '#server/features/accounts/email/activation.ts'
import { photoRequestsOf } from '#server/features/exports/personal-data.ts'
import { blockInTransaction } from '#server/features/moderation/service.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { recordEvents } from '#tests/support/likes.ts'
import { waitForLock } from '#tests/support/audits/locks.ts'
import { activationToken } from '#tests/support/mails.ts'
import { photoFile } from '../photo-files.ts'

let fixture: TestApp
let owner: Member
let fan: Member

beforeAll(async () => {
  fixture = await startTestApp()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  owner = await buildMember(fixture.context, { photos: ['public', 'on_request'] })
  fan = await buildMember(fixture.context, { gender: 'male', isPremium: true })
})

function ask(member: Member | undefined, { profileId } = owner) {
  return fixture.call(requestPhotos, { params: { profileId } }, member)
}

function decide(isGranted: boolean, { profileId } = fan) {
  return fixture.call(decidePhotoRequest, { params: { profileId }, body: { isGranted } }, owner)
}

async function requests() {
  const { reply } = await fixture.call(listPhotoRequests, { query: {} }, owner)
  return (reply?.requests ?? []).map(({ id, state }) => [id, state])
}

async function seenBy(member: Member) {
  const { reply } = await fixture.call(getMember, { params: { profileId: owner.profileId } }, member)
  return { state: reply?.member.photoRequest, keys: reply?.member.photos.map(({ key }) => key) }
}

/** Sets times of all requests to the owner so that they are a pause ago, and these milliseconds later. */
async function movePast(laterMs: Partial<Record<'askedAt' | 'decidedAt', number>>) {
  const pauseAgo = fixture.context.clock.now().getTime() - PHOTO_REQUEST_PAUSE_MS
  const times = Object.entries(laterMs).map(([name, ms]) => [name, new Date(pauseAgo + ms)])
  const changed = fixture.context.db.updateTable('photoRequests').set(Object.fromEntries(times))
  await changed.where('ownerId', '=', owner.userId).execute()
}

describe('photos on request', () => {
  test('open with the grant of the owner and close with its withdrawal, at the next fetch', async () => {
    const photo = owner.photoIds[1] ?? ''
    const { storageKey } = await fixture.context.db
      .selectFrom('photos')
      .select('storageKey')
      .where('publicId', '=', photo)
      .executeTakeFirstOrThrow()
    await fixture.context.storage.put(photoFile(storageKey, 'tile'), Buffer.from('tile'), { contentType: 'image/webp' })
    const fetched = async () =>
      (await fixture.app.inject({ url: photoUrl(photo, 'tile'), headers: { cookie: fan.cookie } })).statusCode

    expect([await seenBy(fan), await fetched()]).toEqual([{ state: 'none', keys: [null, 'request'] }, 404])
    expect((await ask(fan)).reply).toEqual({ photoRequest: 'asked' })
    expect([await seenBy(fan), await fetched()]).toEqual([{ state: 'asked', keys: [null, 'request'] }, 404])
    expect(await requests()).toEqual([[fan.profileId, 'asked']])
    await decide(true)
    await decide(true)
    expect([await seenBy(fan), await fetched()]).toEqual([{ state: 'granted', keys: [null, null] }, 200])
    expect(await requests()).toEqual([[fan.profileId, 'granted']])
    await decide(false)
    expect([await seenBy(fan), await fetched()]).toEqual([{ state: 'asked', keys: [null, 'request'] }, 404])
    expect(await requests()).toEqual([])
  })

  test('a declined member reads that the request is open, and can ask again after a pause', async () => {
    await ask(fan)
    await decide(false)
    expect((await ask(fan)).reply).toEqual({ photoRequest: 'asked' })
    expect(await requests()).toEqual([])
    await movePast({ askedAt: -1, decidedAt: 0 })
    expect(await seenBy(fan)).toMatchObject({ state: 'none' })
    await ask(fan)
    expect(await requests()).toEqual([[fan.profileId, 'asked']])
    expect(await seenBy(fan)).toMatchObject({ state: 'asked' })
  })

  test('a decline sends the member no event, as no answer does; a grant and its end do', async () => {
    const events = recordEvents(fixture)
    const changed = { type: 'photo_access.changed', profileId: owner.profileId }
    await ask(fan)
    await events.clear()
    await decide(false)
    expect(await events.of(fan)).toEqual([])
    await decide(true)
    await decide(false)
    expect(await events.of(fan)).toEqual([changed, changed])
  })

  test('a paused member neither asks nor grants, and can end a grant', async () => {
    const pause = (member: Member) => fixture.call(pauseAccount, { body: { length: 'open' } }, member)
    const resume = (member: Member) => fixture.call(resumeAccount, {}, member)
    await pause(fan)
    expect(await ask(fan)).toMatchObject({ status: 403, error: { code: 'accounts.paused' } })
    await resume(fan)
    expect(await seenBy(fan)).toMatchObject({ state: 'none' })
    await ask(fan)
    await pause(owner)
    expect(await decide(true)).toMatchObject({ status: 403, error: { code: 'accounts.paused' } })
    await resume(owner)
    expect(await seenBy(fan)).toMatchObject({ state: 'asked' })
    await decide(true)
    await pause(owner)
    expect((await decide(false)).status).toBe(200)
    await resume(owner)
    expect(await seenBy(fan)).toMatchObject({ state: 'asked', keys: [null, 'request'] })
  })

  test('an owner who declined late is not asked again at once, and the member reads the same as without an answer', async () => {
    const other = await buildMember(fixture.context)
    for (const member of [fan, other]) await ask(member)
    await decide(false)
    await movePast({ askedAt: -1 })
    const transcript = async (member: Member) => [
      await seenBy(member),
      (await ask(member)).reply,
      (await ask(member)).reply,
      (await seenBy(member)).state,
    ]
    const [declined, unanswered] = [await transcript(fan), await transcript(other)]
    expect(declined.slice(1)).toEqual([{ photoRequest: 'asked' }, { photoRequest: 'asked' }, 'asked'])
    expect(declined).toEqual(unanswered)
    expect(await requests()).toEqual([[other.profileId, 'asked']])
  })

  test('a block in either direction makes asking have no effect; one by the owner is named, as everywhere', async () => {
    await fixture.call(blockProfile, { params: { profileId: fan.profileId } }, owner)
    expect(await ask(fan)).toMatchObject({ status: 403, error: { code: 'moderation.blocked' } })
    expect(await requests()).toEqual([])
    const foe = await buildMember(fixture.context)
    await fixture.call(blockProfile, { params: { profileId: owner.profileId } }, foe)
    expect((await ask(foe)).reply).toEqual({ photoRequest: 'asked' })
    expect(await requests()).toEqual([])
  })

  test('a block ends the grant and the open request of the two, and unblocking does not bring them back', async () => {
    for (const blocker of ['owner', 'member'] as const) {
      const granted = await buildMember(fixture.context, { gender: 'male' })
      const waiting = await buildMember(fixture.context, { gender: 'male' })
      for (const member of [granted, waiting]) {
        await ask(member)
        if (member === granted) await decide(true, granted)
        const [by, blocked] = blocker === 'owner' ? [owner, member] : [member, owner]
        await fixture.call(blockProfile, { params: { profileId: blocked.profileId } }, by)
        await fixture.call(unblockProfile, { params: { profileId: blocked.profileId } }, by)
        expect(await seenBy(member)).toEqual({ state: 'asked', keys: [null, 'request'] })
      }
      expect(await requests()).toEqual([])
    }
  })

  test('a grant can be withdrawn while the member is invisible or paused; an open request of theirs is unknown', async () => {
    const invisible = await buildMember(fixture.context, { name: 'Ivo', gender: 'male' })
    const paused = await buildMember(fixture.context, { name: 'Piet', gender: 'male' })
    await ask(fan)
    for (const member of [invisible, paused]) {
      await ask(member)
      await decide(true, member)
    }
    await fixture.call(updatePrivacy, { body: { isInvisible: true } }, invisible)
    await fixture.call(updatePrivacy, { body: { isInvisible: true } }, fan)
    const pause = { pausedAt: fixture.context.clock.now() }
    await fixture.context.db.updateTable('users').set(pause).where('id', '=', paused.userId).execute()
    const { reply } = await fixture.call(listPhotoRequests, { query: {} }, owner)
    const hidden = { state: 'granted', isHidden: true, photo: null, isOnline: false }
    expect(reply?.requests.toSorted((a, b) => a.name.localeCompare(b.name))).toMatchObject([
      { id: invisible.profileId, ...hidden },
      { id: paused.profileId, ...hidden },
    ])
    for (const isGranted of [true, false])
      expect((await decide(isGranted, fan)).error?.code).toBe('profiles.photo_request_not_found')
    for (const member of [invisible, paused, invisible]) expect((await decide(false, member)).status).toBe(200)
    expect(await requests()).toEqual([])
    expect(await seenBy(invisible)).toMatchObject({ keys: [null, 'request'] })
  })

  test('can be asked for where there are some, by members', async () => {
    const other = await buildMember(fixture.context, { photos: ['public', 'private'] })
    expect((await ask(fan, other)).error?.code).toBe('profiles.photo_not_found')
    expect((await ask(owner, owner)).error?.code).toBe('profiles.photo_not_found')
    expect((await ask(undefined)).error?.code).toBe('authentication_required')
    expect((await decide(true)).error?.code).toBe('profiles.photo_request_not_found')
    const reserved = await buildMember(fixture.context, { photos: ['public', 'on_request'], isPrivate: true })
    expect((await ask(fan, reserved)).error?.code).toBe('profiles.photo_not_found')
  })

  test('are listed in pages, newest first, each member once', async () => {
    const fans = await Promise.all(
      Array.from({ length: PHOTO_REQUESTS_PAGE_SIZE + 3 }, () => buildMember(fixture.context, { gender: 'male' })),
    )
    for (const [n, member] of fans.entries()) {
      // Several at one instant, also where a page ends.
      if (n % 4 === 0) fixture.clock.advance(MINUTE)
      await ask(member)
    }
    const list = async (query: { after?: string }) => (await fixture.call(listPhotoRequests, { query }, owner)).reply
    const first = await list({})
    const second = await list({ after: first?.next ?? '' })
    expect([first?.requests.length, second?.requests.length, second?.next]).toEqual([PHOTO_REQUESTS_PAGE_SIZE, 3, null])
    const listed = [...(first?.requests ?? []), ...(second?.requests ?? [])]
    expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(fans.map(({ profileId }) => profileId)))
    const times = listed.map(({ askedAt }) => askedAt)
    expect(times).toEqual(times.toSorted().toReversed())
    const forged = await fixture.call(listPhotoRequests, { query: { after: 'x'.repeat(22) } }, owner)
    expect(forged.error?.code).toBe('request.invalid')
  })

  test('of members who turned invisible leave no gap in the pages', async () => {
    const fans = await Promise.all(
      Array.from({ length: PHOTO_REQUESTS_PAGE_SIZE + 1 }, () => buildMember(fixture.context, { gender: 'male' })),
    )
    for (const member of fans) await ask(member)
    const hidden = fans[3]
    await fixture.call(updatePrivacy, { body: { isInvisible: true } }, hidden)
    const { reply } = await fixture.call(listPhotoRequests, { query: {} }, owner)
    expect([reply?.requests.length, reply?.next]).toEqual([PHOTO_REQUESTS_PAGE_SIZE, null])
  })

  test('that are asked for or granted while a block is being committed are ended by it', async () => {
    const { transaction, clock, db } = fixture.context
    async function blockDuring(act: () => Promise<unknown>) {
      let acting: Promise<unknown> = Promise.resolve()
      await transaction(async (tx) => {
        await blockInTransaction({ tx, clock }, { userId: owner.userId, otherId: fan.userId })
        acting = act()
        await waitForLock(fixture.context)
      })
      await acting
    }
    const stored = async () =>
      (await db.selectFrom('photoRequests').select('state').where('ownerId', '=', owner.userId).execute())[0]?.state
    await blockDuring(() => ask(fan))
    expect(await stored()).toBeUndefined()
    await fixture.call(unblockProfile, { params: { profileId: fan.profileId } }, owner)
    await ask(fan)
    expect(await stored()).toBe('asked')
    await blockDuring(() => decide(true))
    expect(await stored()).toBe('declined')
  })

  test('of a member whose address is not confirmed reach the owner with the confirmation', async () => {
    const { context } = fixture
    const events = recordEvents(fixture)
    const newcomer = await buildMember(context, { gender: 'male', isConfirmed: false })
    const notices = () => context.db.selectFrom('notices').select('kind').where('userId', '=', owner.userId).execute()
    await events.clear()
    expect((await ask(newcomer)).reply).toEqual({ photoRequest: 'asked' })
    expect([await requests(), await events.of(owner), await notices()]).toEqual([[], [], []])
    expect((await decide(true, newcomer)).error?.code).toBe('profiles.photo_request_not_found')
    const archive = await photoRequestsOf(context.db, owner.userId)
    expect(archive.received).toEqual([])

    await context.transaction((tx) => sendActivation(context, tx, newcomer))
    const token = await activationToken(context, newcomer.email)
    await fixture.call(openLink, { params: { token } }, newcomer)
    expect(await requests()).toEqual([[newcomer.profileId, 'asked']])
    expect(await events.of(owner)).toEqual([{ type: 'photo_access.changed', profileId: newcomer.profileId }])
    expect(await notices()).toEqual([{ kind: 'photo_request' }])
    await decide(true, newcomer)
    expect(await requests()).toEqual([[newcomer.profileId, 'granted']])
  })

  test('parallel requests of one member to many stop exactly at the limit of a day', async () => {
    const owners = await Promise.all(
      Array.from({ length: PHOTO_REQUESTS_PER_DAY + 5 }, () =>
        buildMember(fixture.context, { photos: ['public', 'on_request'] }),
      ),
    )
    const answers = await Promise.all(owners.map((each) => ask(fan, each)))
    const codes = answers.map(({ error }) => error?.code ?? 'ok')
    expect(codes.filter((code) => code === 'ok')).toHaveLength(PHOTO_REQUESTS_PER_DAY)
    expect(codes.filter((code) => code === 'profiles.photo_request_limit')).toHaveLength(5)
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from photo_requests where member_id = ${fan.userId}`.execute(fixture.context.db)
    expect(rows[0]?.n).toBe(PHOTO_REQUESTS_PER_DAY)
  })
})
